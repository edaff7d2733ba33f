import { Captured } from "../../query/captured.js";
import { holdsLetter } from "../../scan.js";
import { contentOf, variableName } from "../../segment/formats/powershell-tokens.js";
import { lowerBound } from "../../search.js";
import { Source } from "../../source.js";
import type { Place } from "../ir.js";
import { byType } from "../lowering.js";
import type { SyntaxNode } from "../syntax.js";
import { hasPrompts, mended, pieces, stringsOf, unbracketed } from "./mend.js";
import type { Command, Node, Statement, Text } from "./syntax.js";
import { nameValue, unticked } from "./words.js";

/** Nodes in nodes deeper than this are not followed. */
const DEEPEST = 600;
/** Nodes that stand between a block and its statements. */
const LISTS = new Set([
  "program",
  "statement_list",
  "statement_block",
  "script_block",
  "script_block_body",
  "named_block_list",
  "named_block",
  "elseif_clauses",
  "switch_body",
  "switch_clauses",
]);
/** Blocks in braces: an error in one is no error of what holds it. */
const BRACES = new Set(["statement_block", "script_block"]);
/** `> FILE`, `1>>FILE`, `*> FILE`, and `2>FILE`, which takes no output; the grammar has a word where the blank is missing. */
const FILE = /^(?:[2-6]>|[1*]?>>?\s*["']?([^"']*))/;
/** Operators with a name of their own, and what has no value. */
const VALUELESS = new Set([
  "comparison_operator",
  "format_operator",
  "redirections",
  "redirection",
  "verbatim_command_argument",
  "stop_parsing",
  "pipeline_chain_tail",
]);

/** The tree of a text and what patterns capture in it; null where there is none. */
export type Parse = (
  text: string,
) => { readonly root: SyntaxNode; readonly captured: Captured } | null;

export interface Lowered {
  readonly statements: readonly Statement[];
  readonly captured: Captured;
  /** The places of what nothing could read. */
  readonly unread: readonly Place[];
}

export function lowerPowershell(text: string, parse: Parse): Lowered {
  const whole = hasPrompts(text) ? null : parse(text);
  if (whole !== null && !hasErrors(whole.root, 0))
    return new Lowering(text, text, parse).read(whole);
  const taken = mended(text);
  return new Lowering(text, taken, parse).read(parse(taken));
}

/** Whether the grammar met an error, or nodes lie too deep to be followed. @param besides what is looked at by itself */
function hasErrors(
  node: SyntaxNode,
  depth: number,
  besides: ReadonlySet<string> = new Set(),
): boolean {
  if (node.type === "ERROR" || node.start === node.end || depth > DEEPEST) return true;
  return node.children.some(
    (child) => !besides.has(child.type) && hasErrors(child, depth + 1, besides),
  );
}

function moved(node: SyntaxNode, by: number): SyntaxNode {
  return {
    ...node,
    start: node.start + by,
    end: node.end + by,
    children: node.children.map((child) => moved(child, by)),
  };
}

/** What stands in a block, one by one. */
function listOf({ children }: SyntaxNode): readonly SyntaxNode[] {
  return children.flatMap((child) => (LISTS.has(child.type) ? listOf(child) : [child]));
}

/**
 * Reads a script by its tree. Where the grammar met an error, the script is mended for it, and what it still does not take is read
 * statement by statement.
 */
class Lowering {
  private readonly captured = new Captured();
  private readonly unread: Place[] = [];
  private readonly whole: Source;
  private strings: readonly (readonly [number, number])[] | null = null;

  /** @param taken the text as the grammar takes it, of the same length */
  constructor(
    private readonly text: string,
    private readonly taken: string,
    private readonly parse: Parse,
  ) {
    this.whole = Source.whole(text);
  }

  read(parsed: ReturnType<Parse>): Lowered {
    const tree = this.tree(parsed, 0);
    const statements =
      tree === null || tree.type === "ERROR"
        ? this.pieces(0, this.taken)
        : this.statements(listOf(tree));
    return { statements, captured: this.captured, unread: this.unread };
  }

  /** Keeps what patterns capture in a tree, where it stands in the text. */
  private tree(parsed: ReturnType<Parse>, by: number): SyntaxNode | null {
    for (const { start, end, roles } of parsed?.captured.places() ?? [])
      for (const role of roles) this.captured.add({ start: start + by, end: end + by }, role);
    return parsed === null ? null : by === 0 ? parsed.root : moved(parsed.root, by);
  }

  /** A statement beside an error may be the half of one that the grammar cut there: it is read with the error. */
  private statements(nodes: readonly SyntaxNode[]): Statement[] {
    const broken = nodes.map((node) => hasErrors(node, 0, BRACES));
    const loose = (at: number): boolean =>
      broken[at] === true || broken[at - 1] === true || broken[at + 1] === true;
    const found: Statement[] = [];
    for (let at = 0; at < nodes.length; at++) {
      const first = nodes[at];
      if (first === undefined) break;
      if (!loose(at)) {
        found.push(...this.statement(first));
        continue;
      }
      while (at + 1 < nodes.length && loose(at + 1)) at++;
      const [start] = this.stringAt(first.start);
      found.push(
        ...this.pieces(start, this.taken.slice(start, this.stringAt(nodes[at]?.end ?? start)[1])),
      );
    }
    return found;
  }

  /** Where the string begins and ends that a place lies in, as the tokens tell: the grammar may have gone on in the midst of one. */
  private stringAt(place: number): readonly [number, number] {
    this.strings ??= stringsOf(this.taken);
    const { strings } = this;
    const [start, end] = strings[
      lowerBound(strings.length, (index) => (strings[index]?.[1] ?? place) > place)
    ] ?? [place, place];
    return start < place ? [start, end] : [place, place];
  }

  /** Reads statement by statement, those in blocks as well; what the grammar does not take alone without its brackets. */
  private pieces(from: number, text: string): Statement[] {
    const found: Statement[] = [];
    for (const [start, end] of pieces(text)) {
      const piece = text.slice(start, end);
      const parsed = this.parse(piece);
      const tree =
        parsed === null || hasErrors(parsed.root, 0) ? null : this.tree(parsed, from + start);
      if (tree !== null) for (const node of listOf(tree)) found.push(...this.statement(node));
      else if (unbracketed(piece) !== piece)
        found.push(...this.pieces(from + start, unbracketed(piece)));
      else this.unread.push({ start: from + start, end: from + end });
    }
    return found;
  }

  private readonly statementForms = byType<(node: SyntaxNode) => Statement[]>({
    pipeline_chain: (node) => this.pipeline(node),
    assignment_expression: (node) => this.assignment(node),
    foreach_statement: (node) => this.loop(node),
    function_statement: (node) => this.definition(node),
  });

  /** Of conditions and blocks, what stands in them runs. */
  private statement(node: SyntaxNode): Statement[] {
    const form = this.statementForms.get(node.type);
    if (form !== undefined) return form(node);
    return LISTS.has(node.type)
      ? this.statements(listOf(node))
      : node.children.flatMap((child) => this.statement(child));
  }

  private pipeline({ start, end, children }: SyntaxNode): Statement[] {
    const values = children.filter(({ type }) => type !== "command" && !VALUELESS.has(type));
    const head = this.sum(values);
    const file = this.fileOf(children);
    const first: Command[] =
      head === null
        ? []
        : [
            {
              kind: "command",
              start: head.start,
              end: head.end,
              called: false,
              head,
              args: [],
              file,
            },
          ];
    const stages = [
      ...first,
      ...children.filter(({ type }) => type === "command").map((command) => this.command(command)),
    ];
    return stages.length === 0 ? [] : [{ kind: "pipeline", start, end, stages }];
  }

  private assignment({
    start,
    end,
    children: [left, operator, ...value],
  }: SyntaxNode): Statement[] {
    const target = left === undefined ? null : this.sum(left.children);
    const name = target?.kind === "variable" ? target.name : null;
    const grows = operator !== undefined && operator.end - operator.start > 1;
    return [
      {
        kind: "assignment",
        start,
        end,
        target: name,
        grows,
        value: value.flatMap((each) => this.statement(each)),
      },
    ];
  }

  private loop({ start, end, children }: SyntaxNode): Statement[] {
    const [variable, ...rest] = children.filter(({ type }) => type !== "foreach_parameter");
    const [over, ...body] = rest.map((each) => this.statement(each));
    const target = variableName(this.text.slice(variable?.start, variable?.end));
    return [
      { kind: "assignment", start, end, target, grows: false, value: over ?? [] },
      ...body.flat(),
    ];
  }

  private definition({ start, end, children: [name, ...rest] }: SyntaxNode): Statement[] {
    if (name === undefined) return [];
    const parameters = rest
      .flatMap((each) => parametersOf(each))
      .map((each) => variableName(this.text.slice(each.start, each.end)));
    const body = rest
      .filter(({ type }) => BRACES.has(type))
      .flatMap((each) => this.statements(listOf(each)));
    return [
      {
        kind: "function",
        start,
        end,
        name: this.text.slice(name.start, name.end).toLowerCase(),
        parameters,
        body,
      },
    ];
  }

  private command({ start, end, children }: SyntaxNode): Command {
    const called = children[0]?.type === "command_invokation_operator";
    const [name, ...args] = called ? children.slice(1) : children;
    const head = name ? this.called(name) : this.word({ start, end: start });
    return {
      kind: "command",
      start,
      end,
      called,
      head,
      args: this.operands(args),
      file: this.fileOf(args),
    };
  }

  /** The file that takes what is put out, where one does. */
  private fileOf(nodes: readonly SyntaxNode[]): string | null {
    const away = nodes.map(({ start, end }) => FILE.exec(this.text.slice(start, end)));
    return away.find((found) => found?.[1] !== undefined)?.[1] ?? null;
  }

  private called(name: SyntaxNode): Node {
    const [only] = name.children;
    if (name.type !== "command_name_expr" && name.type !== "path_command_name")
      return this.word(name);
    if (only?.type === "command_name" || only?.type === "path_command_name")
      return this.called(only);
    return only !== undefined && only.type !== "path_command_name_token"
      ? this.primary(only)
      : this.word(name);
  }

  /** `iex $client.DownloadString('…')`: the grammar puts the list of a call beside the method. */
  private operands(nodes: readonly SyntaxNode[]): Node[] {
    const operands: Node[] = [];
    for (const node of nodes) {
      if (VALUELESS.has(node.type) || FILE.test(this.text.slice(node.start, node.end))) continue;
      const last = operands.at(-1);
      if (node.type !== "argument_list") operands.push(this.signed(node) ?? this.primary(node));
      else if (last?.kind === "member" && last.end === node.start)
        operands.splice(-1, 1, { ...last, end: node.end, args: this.arguments(node) });
      else operands.push(...this.arguments(node));
    }
    return operands;
  }

  /** `-3` is a word to a program that is none of PowerShell's; the tree keeps the number. */
  private signed({ start, end }: SyntaxNode): Text | null {
    return /^\s-\d[\d.]*$/.test(this.text.slice(start - 2, end))
      ? this.word({ start: start - 1, end })
      : null;
  }

  private arguments({ children }: SyntaxNode): Node[] {
    return children.flatMap((child) => this.sum(child.children) ?? []);
  }

  /** Values joined by operators, which the tree tells by the places between them. */
  private sum(nodes: readonly SyntaxNode[]): Node | null {
    const operands = nodes
      .filter(({ type }) => !VALUELESS.has(type))
      .map((node) => this.primary(node));
    const [first, ...more] = operands;
    if (first === undefined || more.length === 0) return first ?? null;
    const joins = more.every(
      ({ start }, at) => this.text.slice(operands[at]?.end, start).trim() === "+",
    );
    return { kind: "sum", start: first.start, end: more.at(-1)?.end ?? first.end, operands, joins };
  }

  private readonly valueForms = byType<(node: SyntaxNode) => Node>({
    variable: ({ start, end }) => ({
      kind: "variable",
      start,
      end,
      name: variableName(this.text.slice(start, end)),
    }),
    "expandable_string_literal expandable_here_string_literal verbatim_string_characters verbatim_here_string_characters":
      (node) => this.string(node),
    "parenthesized_expression sub_expression array_expression": (node) => this.block("group", node),
    script_block_expression: (node) => this.block("block", node),
    hash_literal_expression: (node) => this.table(node),
    type_literal: ({ start, end }) => ({ kind: "type", start, end }),
    "cast_expression attributed_variable": (node) => this.changed(node),
    "post_increment_expression post_decrement_expression pre_increment_expression pre_decrement_expression":
      (node) => this.changed(node),
    "member_access element_access invokation_expression": (node) => this.member(node),
  });

  private primary(node: SyntaxNode): Node {
    return this.valueForms.get(node.type)?.(node) ?? this.word(node);
  }

  private block(kind: "group" | "block", node: SyntaxNode): Node {
    return { kind, start: node.start, end: node.end, body: this.statements(listOf(node)) };
  }

  /** A value in another type, or one more or less. */
  private changed(node: SyntaxNode): Node {
    return this.sum(node.children.filter(({ type }) => type !== "type_literal")) ?? this.word(node);
  }

  private table({ start, end, children }: SyntaxNode): Node {
    const operands = children
      .flatMap(({ children: entries }) => entries)
      .map(({ children: [, ...value], ...entry }): Node => {
        return {
          kind: "group",
          start: entry.start,
          end: entry.end,
          body: value.flatMap((each) => this.statement(each)),
        };
      });
    return { kind: "sum", start, end, operands, joins: false };
  }

  private member(node: SyntaxNode): Node {
    const [object, name, list] = node.children;
    if (object === undefined) return this.word(node);
    const { start, end } = node;
    const place = { kind: "member" as const, start, end, object: this.primary(object) };
    if (name === undefined) return { ...place, name: "", nameAt: { start: end, end }, args: null };
    const text = this.text.slice(name.start, name.end);
    return {
      ...place,
      name: nameValue({ text }),
      nameAt: name,
      args: list === undefined ? null : this.arguments(list),
    };
  }

  private word({ start, end: last }: Pick<SyntaxNode, "start" | "end">): Text {
    // a letter gave room to the blank that the grammar wants
    const end = this.taken[last] === " " && holdsLetter(this.text[last]) ? last + 1 : last;
    return {
      kind: "text",
      start,
      end,
      quoted: null,
      text: unticked(this.text.slice(start, end)),
      parts: [],
    };
  }

  private string({ start, end, type, children }: SyntaxNode): Text {
    const here = type.includes("here");
    const first = here ? this.text.indexOf("\n", start) + 1 : start + 1;
    const last = here ? Math.max(first, this.text.lastIndexOf("\n", end)) : end - 1;
    const quoted = {
      quote: type.startsWith("expandable") ? '"' : "'",
      inner: [first, last] as const,
    };
    return {
      kind: "text",
      start,
      end,
      quoted,
      text: contentOf(this.whole, quoted).text,
      parts: children.map((child) => this.primary(child)),
    };
  }
}

function parametersOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === "script_parameter")
    return node.children.filter(({ type }) => type === "variable");
  return node.type === "script_block_body" ? [] : node.children.flatMap(parametersOf);
}
