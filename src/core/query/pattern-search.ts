import { Query, type Language, type Node } from "web-tree-sitter";
import { once } from "../once.js";
import { Captured } from "./captured-roles.js";
import type { Pattern } from "./pattern.js";
import type { WordValue } from "./predicates.js";
import type { Role } from "./role.js";
import {
  structureMatcher,
  SUPERTYPES,
  type CapturedNode,
  type StructureMatcher,
} from "./structure-matcher.js";

export interface SearchOptions {
  /** Returns a node's word; the node's text by default. */
  readonly wordValue?: WordValue;
  /** Called from time to time; true ends the search early. */
  readonly stop?: () => boolean;
}

/**
 * Executes the patterns of one grammar on trees. Patterns with the same structure, which differ only in words and names, share one
 * tree-sitter pattern: tree-sitter finds the structure, and the word found selects the patterns.
 */
export class Search {
  private readonly structures: readonly Structure[];
  private readonly rank: ReadonlyMap<Role, number>;
  /** Kinds of nodes that show which structures a tree may contain. */
  private readonly kinds: string[];
  private compiled: { readonly structures: readonly Structure[]; readonly query: Query | null } = {
    structures: [],
    query: null,
  };
  private runs = 0;

  constructor(
    private readonly language: Language,
    patterns: readonly Pattern[],
  ) {
    const structures = new Map<string, Structure>();
    const numbered = new Map<string, Numbered>();
    for (const pattern of patterns) {
      const shape = numbered.get(pattern.structure) ?? numberedIn(pattern.structure);
      numbered.set(pattern.structure, shape);
      const member = { pattern, ...shape };
      const known = structures.get(member.text);
      if (known === undefined) structures.set(member.text, new Structure(member));
      else known.add(member);
    }
    this.structures = [...structures.values()];
    this.rank = new Map(
      patterns.flatMap(({ roles }, at) =>
        Array.from(roles.values(), (role): [Role, number] => [role, at]),
      ),
    );
    this.kinds = [...new Set(this.structures.flatMap(({ needs }) => needs.flat()))];
  }

  /** Returns the captures below a node. Roles of one node are in the order of the patterns. */
  run(root: Node, { wordValue = ({ text }) => text, stop }: SearchOptions = {}): Captured {
    const captured = new Captured(this.rank);
    const progressCallback = (): boolean => {
      if (stop?.() === true) captured.incomplete = true;
      return captured.incomplete;
    };
    const small = this.smallFor(root, progressCallback);
    if (small !== null) {
      for (const { structure, captures } of small) structure.take(captures, wordValue, captured);
      return captured;
    }
    const { query, structures } = this.compiledFor(root);
    const found = query?.matches(root, stop === undefined ? {} : { progressCallback }) ?? [];
    for (const match of found)
      structures[match.patternIndex]?.take(match.captures, wordValue, captured);
    return captured;
  }

  dispose(): void {
    this.compiled.query?.delete();
  }

  /**
   * Returns the matches in a small tree, if matchers can find them and no query was compiled; null if a query is needed.
   * Compiling the first query takes longer than matching some small trees.
   */
  private smallFor(root: Node, stop: () => boolean): readonly Match[] | null {
    const isSmall =
      root.endIndex - root.startIndex <= MAX_SMALL_LENGTH && this.runs < MAX_CHECKED_TREES;
    if (this.compiled.query !== null || !isSmall) return null;
    const found: Match[] = [];
    for (const structure of this.structuresFor(root)) {
      const { matcher } = structure;
      if (matcher === null) return null;
      for (const node of root.descendantsOfType([...matcher.kinds])) {
        if (stop()) return found;
        const matches = matcher.matches(node);
        if (matches === null) return null;
        for (const captures of matches) found.push({ structure, captures });
      }
    }
    this.runs++;
    return found;
  }

  private structuresFor(root: Node): readonly Structure[] {
    const present = new Set(root.descendantsOfType(this.kinds).map(({ type }) => type));
    return this.structures.filter(({ needs }) =>
      needs.some((kinds) => kinds.every((kind) => present.has(kind))),
    );
  }

  /**
   * Returns a query with the structures that a tree may contain. Compiling takes longer than analyzing most texts, so at first only
   * these structures are compiled, and all structures as soon as another tree may contain more.
   */
  private compiledFor(root: Node): typeof this.compiled {
    const { compiled, structures } = this;
    if (compiled.structures.length === structures.length) return compiled;
    const wanted = this.runs++ < MAX_CHECKED_TREES ? this.structuresFor(root) : structures;
    if (wanted.every((structure) => compiled.structures.includes(structure))) return compiled;
    const next = compiled.query === null ? wanted : structures;
    compiled.query?.delete();
    return (this.compiled = {
      structures: next,
      query: new Query(this.language, next.map(({ text }) => text).join("\n")),
    });
  }
}

/** Maximum number of trees that are checked for the structures they may contain. */
const MAX_CHECKED_TREES = 16;

/** Maximum length, in UTF-16 code units, of a text whose tree is matched without a query. */
const MAX_SMALL_LENGTH = 4000;

interface Match {
  readonly structure: Structure;
  readonly captures: readonly CapturedNode[];
}

/** A pattern with one of these may match without a node, or with a node of another kind. */
const INDEFINITE = ["?", "*", "ERROR", "MISSING", ...SUPERTYPES];

/** Returns lists of node kinds, one list for each branch of an alternation; a tree with the structure has all kinds of one list. */
export function kindsNeeded(structure: string): readonly (readonly string[])[] {
  const tokens = structure.split(" ");
  if (INDEFINITE.some((each) => tokens.includes(each))) return [[]];
  const lists: string[][] = [[]];
  const open: string[] = [];
  let isAlternation = false;
  for (const [at, token] of tokens.entries()) {
    if (token === ")" || token === "]") open.pop();
    if (token !== "(" && token !== "[") continue;
    if (token === "[") isAlternation ||= open.every((each) => each === "(");
    const kind = tokens[at + 1] ?? "";
    const isNode = token === "(" && kind !== "(" && kind !== "[" && !kind.startsWith('"');
    if (isAlternation && open.at(-1) === "[" && open.filter((each) => each !== "(").length === 1)
      lists.push([]);
    if (
      isNode &&
      !kind.startsWith("_") &&
      open.filter((each) => each === "[").length === Number(isAlternation)
    )
      lists.at(-1)?.push(kind);
    open.push(isNode ? kind : token);
  }
  return isAlternation ? lists.slice(1) : lists;
}

/** A structure with its captures numbered in order of first use. */
interface Numbered {
  readonly text: string;
  /** Capture names by their number in the query. */
  readonly names: readonly string[];
}

/** A pattern with its numbered structure. */
interface Member extends Numbered {
  readonly pattern: Pattern;
}

function numberedIn(structure: string): Numbered {
  const names: string[] = [];
  const text = structure.replace(/@([\w.-]+)/g, (_capture, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `@c${String(names.indexOf(name))}`;
  });
  return { text, names };
}

class Structure {
  readonly text: string;
  readonly needs: readonly (readonly string[])[];
  private readonly matching: () => StructureMatcher | null;
  /** Members that require one of some words, by word. */
  private readonly byWord = new Map<string, Member[]>();
  private readonly others: Member[] = [];
  /** The captures whose words identify members, and whether they are words of the shell. */
  private readonly keys = new Map<string, { readonly index: number; readonly shell: boolean }>();
  private readonly order = new Map<Member, number>();

  constructor(member: Member) {
    this.text = member.text;
    this.needs = kindsNeeded(member.text);
    this.matching = once(() => structureMatcher(member.text));
    this.add(member);
  }

  add(member: Member): void {
    this.order.set(member, this.order.size);
    const list = member.pattern.predicates.find(({ wordList }) => wordList !== undefined)?.wordList;
    if (list === undefined) {
      this.others.push(member);
      return;
    }
    const index = member.names.indexOf(list.capture);
    this.keys.set(keyOf(index, list.shell), { index, shell: list.shell });
    for (const word of list.words) {
      const key = `${keyOf(index, list.shell)} ${word}`;
      this.byWord.set(key, [...(this.byWord.get(key) ?? []), member]);
    }
  }

  /** Returns the matcher for small trees; null if only a query can match. */
  get matcher(): StructureMatcher | null {
    return this.matching();
  }

  /** Adds the roles of the patterns that match. @param captures those of one match of the structure */
  take(captures: readonly CapturedNode[], wordValue: WordValue, captured: Captured): void {
    for (const member of this.candidates(captures, wordValue)) {
      const nodes = (name: string): Node[] => nodesOf(captures, member, name);
      if (!member.pattern.predicates.every((predicate) => predicate.test(nodes, wordValue)))
        continue;
      for (const [capture, role] of member.pattern.roles) {
        for (const node of nodes(capture))
          captured.add({ start: node.startIndex, end: node.endIndex }, role);
      }
    }
  }

  private candidates(captures: readonly CapturedNode[], wordValue: WordValue): readonly Member[] {
    if (this.keys.size === 0) return this.others;
    const found = [...this.others];
    for (const [key, { index, shell }] of this.keys) {
      const node = captures.find(({ name }) => name === `c${String(index)}`)?.node;
      const value = node === undefined ? null : shell ? wordValue(node) : node.text;
      if (value !== null)
        found.push(
          ...(this.byWord.get(
            `${key} ${shell ? value.slice(value.lastIndexOf("/") + 1) : value}`,
          ) ?? []),
        );
    }
    return found.length < 2
      ? found
      : found.sort((a, b) => (this.order.get(a) ?? 0) - (this.order.get(b) ?? 0));
  }
}

function keyOf(index: number, shell: boolean): string {
  return `${String(index)}${shell ? "w" : "t"}`;
}

function nodesOf(captures: readonly CapturedNode[], { names }: Member, capture: string): Node[] {
  return captures
    .filter(({ name }) => names[Number(name.slice(1))] === capture)
    .map(({ node }) => node);
}
