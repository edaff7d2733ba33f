import type { Chars } from "../../lex/escapes.js";
import { variableName, VARIABLES } from "../../lex/powershell-tokens.js";
import { containsLetter } from "../../scan.js";
import type {
  Argument,
  CommandExpr,
  Entry,
  Expr,
  FunctionExpr,
  Hole,
  MemberExpr,
  NameExpr,
  Place,
  TextExpr,
} from "../ir.js";
import { byType, callOf, inert, isElided, ProgramReader, textWith } from "../lowering.js";
import type { SyntaxNode } from "../read-syntax.js";
import { elementOf, textAt } from "./element-access.js";
import { operate, VALUELESS } from "./operators.js";
import { charactersOf, letterAt } from "./string-parts.js";
import { memberName, nameValue, unticked } from "./names.js";
import { isPath, isRedirect, outputFile } from "./paths-and-redirects.js";

/** Names of the variable that contains the input of a pipe. */
const INPUT_NAMES: ReadonlySet<string> = new Set(["_", "input", "psitem"]);

/** Lowers the expressions and commands of PowerShell. */
export abstract class PowershellExpressions extends ProgramReader {
  /** @param readable the text with repairs, as the grammar parses it; it has the same length */
  constructor(
    text: string,
    protected readonly readable: string,
    pause: () => void,
  ) {
    super(text, pause);
  }

  protected readonly expressions = byType<(node: SyntaxNode) => Expr>({
    variable: (node) => this.path(node) ?? this.variable(node),
    "expandable_string_literal expandable_here_string_literal verbatim_string_characters verbatim_here_string_characters":
      (node) => this.string(node),
    "parenthesized_expression sub_expression": (node) => this.group(node),
    array_expression: (node) => this.array(node),
    script_block_expression: (node) => this.functionOf(node, null, node.children, false),
    hash_literal_expression: (node) => this.table(node),
    type_literal: (node) => this.type(node),
    "cast_expression attributed_variable": (node) => this.cast(node),
    "post_increment_expression post_decrement_expression pre_increment_expression pre_decrement_expression":
      (node) => this.withOperands("carry", node, node.children),
    "integer_literal real_literal": (node) => this.constant(node, true),
    "member_access invokation_expression": (node) => this.member(node),
    element_access: (node) => this.element(node),
    command: (node) => this.command(node, null),
  });

  protected abstract functionOf(
    place: SyntaxNode,
    name: string | null,
    nodes: readonly SyntaxNode[],
    isFunction: boolean,
  ): FunctionExpr;

  protected abstract valueIn(nodes: readonly SyntaxNode[], place: SyntaxNode): Expr;

  /** Lowers a node of any other type to a word. */
  protected override inside(node: SyntaxNode): Expr {
    return this.word(node);
  }

  protected variable({ start, end }: Place): NameExpr {
    const name = variableName(this.slice({ start, end }));
    if (name === "this") return { kind: "name", name, start, end };
    return { kind: "name", name: `$${INPUT_NAMES.has(name) ? "_" : name}`, start, end };
  }

  /** Lowers an unquoted path with variables, such as `$env:TEMP\a.exe`; returns null for any other word. */
  private path(place: Place): TextExpr | null {
    const { start, end } = place;
    const written = this.text.slice(start, end);
    if (!isPath(written)) return null;
    const parts: (Chars | Hole)[] = [];
    let at = start;
    for (const { 0: name, index } of written.matchAll(VARIABLES)) {
      const hole = { start: start + index, end: start + index + name.length };
      if (hole.start > at) parts.push({ kind: "chars", start: at, end: hole.start, text: null });
      parts.push({ kind: "hole", ...hole, value: this.variable(hole) });
      at = hole.end;
    }
    if (end > at) parts.push({ kind: "chars", start: at, end, text: null });
    return textWith({ start, end }, start, end, parts);
  }

  /** Returns the variable that contains the input of a pipe. */
  protected passed({ start }: Place): NameExpr {
    return { kind: "name", name: "$_", start, end: start };
  }

  /** Lowers the stages of a pipe, each of which is the input of the next one; returns null if there are none. */
  protected pipeline({ start, children }: SyntaxNode): Expr | null {
    const commands = children.filter(({ type }) => type === "command");
    const values = children.filter(({ type }) => type !== "command" && !VALUELESS.has(type));
    const file = this.fileOf(children);
    let input: Expr | null = null;
    if (values.length > 0) {
      const end = values.at(-1)?.end ?? start;
      const value = this.operation({ start, end }, values);
      input =
        file === null
          ? value
          : {
              kind: "command",
              start,
              end,
              called: false,
              head: value,
              args: [],
              input: null,
              file,
            };
    }
    for (const command of commands) input = this.command(command, input);
    return input;
  }

  private command({ start, end, children }: SyntaxNode, input: Expr | null): CommandExpr {
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
      input,
      file: this.fileOf(args),
    };
  }

  /** Returns the file to which the output is redirected; null if there is none. */
  private fileOf(nodes: readonly SyntaxNode[]): string | null {
    const files = nodes.map(({ start, end }) => outputFile(this.text.slice(start, end)));
    return files.find((file) => file !== undefined) ?? null;
  }

  private called(name: SyntaxNode): Expr {
    const [only] = name.children;
    if (name.type !== "command_name_expr" && name.type !== "path_command_name")
      return this.path(name) ?? this.word(name);
    if (only?.type === "command_name" || only?.type === "path_command_name")
      return this.called(only);
    const property = only?.type === "variable" ? this.calledProperty(only, name.end) : null;
    if (property !== null) return property;
    return only !== undefined && only.type !== "path_command_name_token"
      ? this.lower(only)
      : (this.path(name) ?? this.word(name));
  }

  /** Lowers the called property of a variable, `& $table.Run`, which the grammar parses as a path; returns null for any other path. */
  private calledProperty(variable: SyntaxNode, end: number): Expr | null {
    const after = this.text.slice(variable.end, end);
    if (!/^(?:\.[a-z_]\w{0,80}){1,8}$/i.test(after)) return null;
    let object = this.lower(variable);
    for (const { index, 0: name } of after.matchAll(/\w+/g)) {
      const start = variable.end + index;
      const at = { start, end: start + name.length };
      const property = nameValue({ text: name });
      object = {
        kind: "member",
        start: variable.start,
        end: at.end,
        object,
        property,
        at,
        bracketed: false,
      };
    }
    return object;
  }

  /** Lowers operands. In `iex $client.DownloadString('…')`, the grammar parses the arguments of the method as a separate operand. */
  private operands(nodes: readonly SyntaxNode[]): Argument[] {
    const operands: Expr[] = [];
    for (const node of nodes) {
      if (VALUELESS.has(node.type) || isRedirect(this.text.slice(node.start, node.end))) continue;
      const last = operands.at(-1);
      if (node.type !== "argument_list") operands.push(this.signed(node) ?? this.lower(node));
      else if (last?.kind === "member" && last.end === node.start)
        operands.splice(-1, 1, this.call({ start: last.start, end: node.end }, last, node));
      else operands.push(...this.arguments(node).map(({ value }) => value));
    }
    return this.listed(operands);
  }

  /** Returns operands as arguments. Operands that are separated by commas are one list, and `@table` is spread into its entries. */
  private listed(operands: readonly Expr[]): Argument[] {
    const args: Argument[] = [];
    let list: Argument[] = [];
    const finish = (): void => {
      const [first] = list;
      if (first === undefined) return;
      const start = first.value.start;
      const end = list.at(-1)?.value.end ?? start;
      args.push(
        list.length === 1
          ? first
          : { name: null, spread: false, value: { kind: "list", start, end, items: list } },
      );
      list = [];
    };
    operands.forEach((value, at) => {
      const before = operands[at - 1];
      const isNext = before !== undefined && this.text.slice(before.end, value.start).includes(",");
      if (!isNext) finish();
      const spread = value.kind === "name" && this.text[value.start] === "@";
      list.push({ name: null, spread, value });
    });
    finish();
    return args;
  }

  /** Returns a negative number as a word; null for any other operand. The tree contains only the number, but programs get `-3`. */
  private signed({ start, end }: SyntaxNode): TextExpr | null {
    return /^\s-\d[\d.]*$/.test(this.text.slice(start - 2, end))
      ? this.word({ start: start - 1, end })
      : null;
  }

  /** Lowers the arguments of a method. */
  private arguments(list: SyntaxNode): Argument[] {
    return list.children.map((child) => ({
      name: null,
      spread: false,
      value: this.operation(child, child.children),
    }));
  }

  /** Lowers operands with the operators between them, which are read from the text. */
  protected operation(place: Place, nodes: readonly SyntaxNode[]): Expr {
    const operands = nodes.filter(({ type }) => !VALUELESS.has(type));
    return operate(this.text, place, operands.map(this.lower));
  }

  /** Lowers `@( … )`, which is a list even if it contains one string or nothing. */
  private array(node: SyntaxNode): Expr {
    const { start, end } = node;
    if (node.children.length === 0) return { kind: "list", start, end, items: [] };
    const value = this.parenthesized(node);
    return value.kind === "text"
      ? { kind: "list", start, end, items: [{ name: null, spread: false, value }] }
      : { kind: "group", start, end, body: [{ kind: "output", value }] };
  }

  private group(node: SyntaxNode): Expr {
    const { start, end } = node;
    return {
      kind: "group",
      start,
      end,
      body: [{ kind: "output", value: this.parenthesized(node) }],
    };
  }

  /** Lowers the statements in parentheses to a value. */
  private parenthesized(node: SyntaxNode): Expr {
    return this.valueIn(
      node.children.flatMap((each) => (each.type === "statement_list" ? each.children : [each])),
      node,
    );
  }

  private type({ start, end }: SyntaxNode): Expr {
    return { kind: "module", start, end, path: nameValue({ text: this.text.slice(start, end) }) };
  }

  /** Lowers a conversion to another type, such as `[char[]]$x`. A number that is converted to `char` is the character. */
  private cast(node: SyntaxNode): Expr {
    const [type, ...rest] = node.children;
    if (type === undefined) return this.word(node);
    const value = this.operation({ start: type.end, end: node.end }, rest);
    const name = type.type === "type_literal" ? nameValue({ text: this.slice(type) }) : "";
    const { start, end } = node;
    if (name === "char" && value.kind === "constant" && value.number !== null)
      return textAt(node, letterAt(Number(value.number)));
    // the character of a computed number is unknown; a variable may contain a drive letter, which is kept
    const isComputed =
      name === "char" && value.kind !== "text" && (value.kind !== "name" || value.name === "$_");
    if (name === "char[]" || isComputed) {
      const argument = { name: null, spread: false, value };
      return callOf(node, { kind: "module", start: type.start, end: type.end, path: name }, [
        argument,
      ]);
    }
    return name === "string" || rest.length === 1
      ? value
      : { kind: "carry", start, end, operands: [value] };
  }

  private table({ start, end, children }: SyntaxNode): Expr {
    const entries = children
      .flatMap((each) => (each.type === "hash_entry" ? [each] : each.children))
      .map(({ children: [key, ...value], ...entry }): Entry => {
        const written = key === undefined ? "" : this.slice(key);
        const known = /^["']?([\w -]+)["']?$/.exec(written)?.[1]?.toLowerCase() ?? null;
        return {
          key: known,
          spread: false,
          value: this.valueIn(value, { ...entry, children: value }),
        };
      });
    return { kind: "record", start, end, entries };
  }

  private member(node: SyntaxNode): Expr {
    const [object, name, list] = node.children;
    if (object === undefined) return this.word(node);
    const { start, end } = node;
    if (name === undefined) return this.withOperands("carry", node, [object]);
    const property = nameValue({ text: memberName(this.text.slice(name.start, name.end)) });
    const at = { start: name.start, end: name.end };
    const member: MemberExpr = {
      kind: "member",
      start,
      end: list === undefined ? end : name.end,
      object: this.lower(object),
      property,
      at,
      bracketed: false,
      ...this.computedName(name),
    };
    return list === undefined ? member : this.call(node, member, list);
  }

  /** Returns the expression of a computed member name, if it is one: `$client.$m(…)`, `$client.($a + $b)(…)`, `$client."$a$b"(…)`. */
  private computedName(name: SyntaxNode): Pick<MemberExpr, "name"> {
    const { start, end } = name;
    if (this.text[start] === "$") return { name: this.variable({ start, end }) };
    const [inner] = name.children;
    return inner !== undefined && /^[("].*\$/s.test(this.text.slice(start, end))
      ? { name: this.lower(inner) }
      : {};
  }

  /** Returns a call. `$client.('Down' + 'loadString').Invoke($u)` and `$client.$m.Invoke($u)` call the method with the computed name. */
  private call(place: Place, member: MemberExpr, list: SyntaxNode): Expr {
    const { property, object } = member;
    const isComputed =
      property === "invoke" &&
      object.kind === "member" &&
      /["'($]/.test(this.text[object.at.start] ?? "");
    return callOf(place, isComputed ? object : member, this.arguments(list), {
      elided: isElided(this.text, list),
    });
  }

  private element(node: SyntaxNode): Expr {
    const [object, ...index] = node.children;
    if (object === undefined) return inert(node);
    const { start, end } = node;
    const at = this.operation({ start: index[0]?.start ?? end, end }, index);
    const from = this.lower(object);
    return elementOf(this.text, { start, end }, from, at);
  }

  protected word({ start, end: last }: Place): TextExpr {
    // the last letter of the word was replaced by a space that the grammar needs
    const end = this.readable[last] === " " && containsLetter(this.text[last]) ? last + 1 : last;
    const written = this.text.slice(start, end);
    const text = unticked(written);
    return textWith({ start, end }, start, end, [
      { kind: "chars", start, end, text: text === written ? null : text },
    ]);
  }

  private string({ start, end, type, children }: SyntaxNode): TextExpr {
    const here = type.includes("here");
    const from = here ? this.text.indexOf("\n", start) + 1 : start + 1;
    const to = here ? Math.max(from, this.text.lastIndexOf("\n", end - 1)) : end - 1;
    const quote = type.startsWith("expandable") ? '"' : "'";
    const parts: (Chars | Hole)[] = [];
    let at = from;
    for (const child of quote === '"' ? children : []) {
      if (child.type !== "variable" && child.type !== "sub_expression") continue;
      parts.push(...charactersOf(this.text, quote, at, child.start));
      parts.push({ kind: "hole", start: child.start, end: child.end, value: this.lower(child) });
      at = child.end;
    }
    parts.push(...charactersOf(this.text, quote, at, to));
    return textWith({ start, end }, from, to, parts);
  }
}
