import type { Node } from "web-tree-sitter";

/** A node with the name of its capture, as a query of tree-sitter reports it. */
export interface CapturedNode {
  readonly name: string;
  readonly node: Node;
}

/** Finds the matches of one structure, without the parsing runtime's query. */
export interface StructureMatcher {
  /** Kinds of nodes at which a match may begin. */
  readonly kinds: readonly string[];
  /** Returns the captures of each match that begins at a node; null if only a query can decide. */
  matches(node: Node): readonly (readonly CapturedNode[])[] | null;
}

/** One of several patterns, with the captures of the whole. */
interface Alternation {
  readonly branches: readonly Branch[];
  readonly captures: readonly string[];
}

type Branch = Alternation | NodePattern;

interface NodePattern {
  /** Null for any named node. */
  readonly kind: string | null;
  readonly children: readonly Child[];
  readonly captures: readonly string[];
}

interface Child {
  readonly field: string | null;
  /** Whether no other named node is between it and the child before. */
  readonly isNext: boolean;
  readonly pattern: Branch;
}

/**
 * Returns a matcher for a structure of nodes, fields, anchors and alternations; null for any other structure, such as one with a
 * quantifier, which only a query matches. A query is compiled against the whole grammar, which takes longer than analyzing most
 * texts.
 */
export function structureMatcher(structure: string): StructureMatcher | null {
  const pattern = new Reader(structure.split(" ")).read();
  const kinds = pattern === null ? null : kindsOf(pattern);
  if (pattern === null || kinds === null) return null;
  return {
    kinds,
    matches: (node) => {
      const place: Place = { isUnclear: false };
      const found = matchesOf(pattern, node, place);
      return place.isUnclear ? null : found;
    },
  };
}

/** The state of matching at one node. */
interface Place {
  /** Whether several children of a node have a field that a pattern names. */
  isUnclear: boolean;
}

/** Reads the tokens of a structure. */
class Reader {
  private at = 0;

  constructor(private readonly tokens: readonly string[]) {}

  /** Returns the only pattern of the tokens; null if they are something else. */
  read(): Branch | null {
    const pattern = this.pattern();
    return this.at === this.tokens.length ? pattern : null;
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }

  private pattern(): Branch | null {
    if (this.take("[")) return this.alternation();
    if (!this.take("(")) return null;
    const token = this.tokens[this.at] ?? "";
    return token === "(" || token === "[" ? this.group() : this.node(token);
  }

  /** Reads one pattern in parentheses; null for anything else. */
  private group(): Branch | null {
    const inner = this.pattern();
    if (inner === null || !this.take(")")) return null;
    return { branches: [inner], captures: this.captures() };
  }

  private alternation(): Branch | null {
    const branches: Branch[] = [];
    while (!this.take("]")) {
      const branch = this.pattern();
      if (branch === null) return null;
      branches.push(branch);
    }
    return branches.length === 0 ? null : { branches, captures: this.captures() };
  }

  private node(kind: string): Branch | null {
    if (kind !== "_" && (!/^[a-z][a-z_]*$/.test(kind) || SUPERTYPES.has(kind))) return null;
    this.at++;
    const children: Child[] = [];
    while (!this.take(")")) {
      const isNext = this.take(".");
      const field = /^([a-z_]+):$/.exec(this.tokens[this.at] ?? "")?.[1] ?? null;
      if (field !== null) this.at++;
      const pattern = this.pattern();
      // this also rejects an anchor after the last child
      if (pattern === null) return null;
      children.push({ field, isNext, pattern });
    }
    return { kind: kind === "_" ? null : kind, children, captures: this.captures() };
  }

  private captures(): string[] {
    const captures: string[] = [];
    for (;;) {
      const name = /^@([\w.-]+)$/.exec(this.tokens[this.at] ?? "")?.[1];
      if (name === undefined) return captures;
      captures.push(name);
      this.at++;
    }
  }
}

/** Names for several kinds of nodes in a grammar. */
export const SUPERTYPES: ReadonlySet<string> = new Set([
  "declaration",
  "expression",
  "parameter",
  "pattern",
  "primary_expression",
  "statement",
]);

/** Returns the kinds of a pattern's outermost node; null if it may be any. */
function kindsOf(pattern: Branch): string[] | null {
  if ("children" in pattern) return pattern.kind === null ? null : [pattern.kind];
  const lists = pattern.branches.map(kindsOf);
  return lists.some((list) => list === null)
    ? null
    : [...new Set(lists.flatMap((list) => list ?? []))];
}

function matchesOf(pattern: Branch, node: Node, place: Place): CapturedNode[][] {
  const own = pattern.captures.map((name) => ({ name, node }));
  const inner =
    "branches" in pattern
      ? pattern.branches.flatMap((branch) => matchesOf(branch, node, place))
      : node.isNamed && (pattern.kind === null ? !node.isError : node.type === pattern.kind)
        ? childMatches(pattern.children, node, place)
        : [];
  return inner.map((captures) => [...own, ...captures]);
}

/** Returns the captures of each way in which children of a node match the patterns, in order. */
function childMatches(patterns: readonly Child[], parent: Node, place: Place): CapturedNode[][] {
  if (patterns.length === 0) return [[]];
  const { children } = parent;
  const from = (at: number, first: number): CapturedNode[][] => {
    const wanted = patterns[at];
    if (wanted === undefined) return [[]];
    const found: CapturedNode[][] = [];
    for (let index = first; index < children.length; index++) {
      const child = children[index];
      if (child === undefined) break;
      const isAtField = wanted.field === null || parent.fieldNameForChild(index) === wanted.field;
      if (isAtField && wanted.field !== null && !mayRepeat(parent, wanted.field))
        place.isUnclear ||= countOf(parent, wanted.field) > 1;
      const matches = isAtField ? matchesOf(wanted.pattern, child, place) : [];
      if (matches.length > 0)
        for (const rest of from(at + 1, index + 1))
          for (const captures of matches) found.push([...captures, ...rest]);
      if (wanted.isNext && child.isNamed) break;
    }
    return found;
  };
  return from(0, 0);
}

/**
 * Whether a field may belong to a repetition. If the grammar assigns it to a repetition as a whole, a query matches only the
 * first of its children, and the tree does not show this.
 */
function mayRepeat(parent: Node, field: string): boolean {
  return parent.type === "command" && field === "argument";
}

function countOf(parent: Node, field: string): number {
  return parent.children.filter((_, index) => parent.fieldNameForChild(index) === field).length;
}
