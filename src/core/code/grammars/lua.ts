import { escapeStyles } from "../../languages/string-syntax.js";
import type {
  Argument,
  Entry,
  Expr,
  FunctionExpr,
  Parameter,
  Place,
  Program,
  Stmt,
  Target,
} from "../ir.js";
import { assigned, assignment, byType, callOf, yielded } from "../lowering.js";
import { child, childrenOf, firstOf, part, type SyntaxNode } from "../read-syntax.js";
import { NamedReader } from "./named-reader.js";

/** Matches calls of functions that catch errors, and return a status before the results of the called function. */
const PROTECTED = /^(?:x?pcall|coroutine\.resume)\b/;

/** The types of nodes that define functions. */
const FUNCTIONS: ReadonlySet<string> = new Set(["function_declaration", "function_definition"]);

/** Lowers programs in Lua. */
export class LuaReader extends NamedReader {
  protected readonly joining = new Set([".."]);
  /** The names of the functions that may return several values. */
  private readonly several = new Set<string>();
  /** Whether the enclosing function is one of them. */
  private returnsSeveral = false;
  /** Whether `...` are the arguments of the enclosing function; elsewhere it only stands for arguments. */
  private isVariadic = false;

  protected readonly expressions = byType<(node: SyntaxNode) => Expr>({
    identifier: (node) => this.name(node),
    // `...` is a list, of which an expression has only the first item
    vararg_expression: (node) => itemAt(node, this.name(node), 0),
    number: (node) => this.constant(node, true),
    "true false nil": (node) => this.constant(node, false),
    string: (node) => this.string(node),
    function_call: (node) => this.invocation(node),
    dot_index_expression: (node) =>
      this.member(node, this.lower(part(node, "table")), part(node, "field")),
    method_index_expression: (node) =>
      this.member(node, this.lower(part(node, "table")), part(node, "method")),
    bracket_index_expression: (node) =>
      this.indexed(node, this.lower(part(node, "table")), this.position(part(node, "field"))),
    table_constructor: (node) => this.table(node),
    binary_expression: (node) => this.binary(node),
    "parenthesized_expression expression_list": (node) => this.passing(node),
    function_definition: (node) => this.functionOf(node),
    unary_expression: (node) => this.inside(node),
  });

  protected readonly statements = byType<(node: SyntaxNode) => readonly Stmt[]>({
    "chunk block do_statement ERROR": (node) => this.contained(node),
    variable_declaration: (node) =>
      node.children.flatMap((each) =>
        each.type === "assignment_statement" ? this.assignments(each, true) : [],
      ),
    assignment_statement: (node) => this.assignments(node, false),
    function_declaration: (node) => this.definition(node),
    if_statement: (node) => this.conditional(node),
    for_statement: (node) => this.loop(node),
    "while_statement repeat_statement": (node) => [
      this.looped(this.list(childrenOf(node, "condition")), this.list(childrenOf(node, "body"))),
    ],
    return_statement: (node) => [
      {
        kind: "leave",
        how: "return",
        value: this.returnedBy(node),
      },
    ],
    "comment label_statement goto_statement": () => [],
  });

  /** Whether a node defines a plain function. A function of a table is not hoisted, because the table is created before it. */
  protected isDefinition(node: SyntaxNode): boolean {
    return (
      node.type === "function_declaration" &&
      node.field === null &&
      part(node, "name").type === "identifier"
    );
  }

  override program(root: SyntaxNode): Program {
    const waiting: (readonly [node: SyntaxNode, functionName: string])[] = [[root, ""]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [node, around] = next;
      const name = FUNCTIONS.has(node.type) ? this.nameOf(child(node, "name")) : around;
      if (name !== "" && node.type === "return_statement" && returnsList(node))
        this.several.add(name);
      for (const each of node.children) waiting.push([each, name]);
    }
    return super.program(root);
  }

  /** Returns the last part of a function's name, or of the path by which it is called. */
  private nameOf(node: SyntaxNode | undefined): string {
    return node === undefined ? "" : (/\w+$/.exec(this.slice(node))?.[0] ?? "");
  }

  /** Lowers the value that a statement returns: a list if the function may return several values. */
  private returnedBy({ start, end, children: [list] }: SyntaxNode): Expr | null {
    if (list === undefined) return null;
    if (!this.returnsSeveral) return this.lower(list);
    return { kind: "list", start, end, items: this.args(list.children) };
  }

  protected override argument(node: SyntaxNode): Argument {
    return node.type === "vararg_expression"
      ? { name: null, spread: true, value: this.name(node), at: node }
      : super.argument(node);
  }

  private name(node: SyntaxNode): Expr {
    return { kind: "name", name: this.slice(node), start: node.start, end: node.end };
  }

  private string(node: SyntaxNode): Expr {
    const [open, close] = [part(node, "start"), part(node, "end")];
    const style = this.text[node.start] === "[" ? escapeStyles.raw : escapeStyles.c;
    const marks = [open.end - open.start, close.end - close.start] as const;
    return this.quoted(node, style, () => undefined, marks);
  }

  /** Lowers a call. `pcall(f, x)` is a call of its argument, `require "x"` is a module, and `coroutine.yield(x)` yields. */
  private invocation(node: SyntaxNode): Expr {
    const call = this.called(node);
    return this.returnsList(node) ? itemAt(node, call, 0) : call;
  }

  /** Whether a call of a function, also through `pcall`, has several values. */
  private returnsList(node: SyntaxNode): boolean {
    const name = part(node, "name");
    const [first] = part(node, "arguments").children;
    return this.several.has(this.nameOf(PROTECTED.test(this.slice(name)) ? first : name));
  }

  private called(node: SyntaxNode): Expr {
    const callee = this.lower(part(node, "name"));
    const list = part(node, "arguments");
    const [first] = list.children;
    const name = callee.kind === "name" ? callee.name : "";
    if (name === "require" && first?.type === "string") {
      const path = this.slice(first).replace(/^["'[]+|["'\]]+$/g, "");
      const last = path.slice(path.lastIndexOf(".") + 1);
      return { kind: "module", start: node.start, end: node.end, path: last };
    }
    if ((name === "pcall" || name === "xpcall") && first !== undefined)
      return callOf(
        node,
        this.lower(first),
        this.args(list.children.slice(name === "pcall" ? 1 : 2)),
      );
    const at = name === "select" ? Number(first === undefined ? NaN : this.slice(first)) : NaN;
    // the first of the values that `select(2, …)` returns
    if (at >= 1)
      return itemAt(
        node,
        {
          kind: "list",
          start: node.start,
          end: node.end,
          items: this.args(list.children.slice(1)),
        },
        at - 1,
      );
    if (this.slice(part(node, "name")) === "coroutine.yield")
      return yielded(node, this.all(list.children), false);
    const read = this.call(node, callee, list);
    const call = this.isVariadic && read.kind === "call" ? { ...read, elided: false } : read;
    return part(node, "name").type === "method_index_expression" && call.kind === "call"
      ? { ...call, passesObject: true }
      : call;
  }

  /** Lowers an index of a table. Lua counts from 1. */
  private position(node: SyntaxNode): Expr {
    const index = this.lower(node);
    return index.kind === "constant" && Number(index.number) >= 1
      ? { ...index, number: `${Number(index.number) - 1}` }
      : index;
  }

  /** Returns the key of a field: a name, a string, or a number, which counts from 1. */
  private keyOf(name: SyntaxNode): string {
    const written = this.slice(name);
    return name.type === "number" && Number(written) >= 1
      ? `${Number(written) - 1}`
      : written.replace(/^["']|["']$/g, "");
  }

  private table({ start, end, children }: SyntaxNode): Expr {
    const fields = children.filter(({ type }) => type === "field");
    if (fields.every((each) => child(each, "name") === undefined))
      return {
        kind: "list",
        start,
        end,
        items: fields.map((each) => this.argument(part(each, "value"))),
      };
    const entries = fields.map((each): Entry => {
      const name = child(each, "name");
      const key = name === undefined ? null : this.keyOf(name);
      return { key, spread: false, value: this.lower(part(each, "value")) };
    });
    return { kind: "record", start, end, entries };
  }

  private assignments(node: SyntaxNode, isLocal: boolean): Stmt[] {
    const names = firstOf(node, "variable_list")?.children ?? [];
    const values = firstOf(node, "expression_list")?.children ?? [];
    const [only] = values.length === 1 ? values : [];
    // in `local ok, value = pcall(f)` the result of the function is the second value
    const isCall = only?.type === "function_call";
    const isProtected = isCall && PROTECTED.test(this.slice(only));
    const list = only === undefined || names.length === 1 ? null : this.listOf(only);
    if (list !== null) {
      const read = names.map((each) => this.target(each));
      const items = isLocal ? read.map((each) => this.declare(each)) : read;
      return [assigned(node, { kind: "items", items: isProtected ? items.slice(1) : items }, list)];
    }
    return names.flatMap((each, at) => {
      const value =
        isProtected && names.length > 1
          ? at === 1
            ? only
            : undefined
          : (values[at] ?? (values.length === 1 && at > 0 ? undefined : values.at(-1)));
      if (value === undefined) return [];
      const read = this.lower(value);
      const target = isLocal ? this.declare(this.target(each)) : this.target(each);
      return [assigned(node, target, read)];
    });
  }

  /** Returns the values of a call or of `...` as a list; null for an expression with one value. */
  private listOf(node: SyntaxNode): Expr | null {
    if (node.type === "vararg_expression") return this.name(node);
    return node.type === "function_call" && this.returnsList(node) ? this.called(node) : null;
  }

  protected target(node: SyntaxNode): Target {
    const { start, end } = node;
    return node.type === "identifier" || node.type === "vararg_expression"
      ? { kind: "name", name: this.slice(node), start, end }
      : this.memberTarget(node);
  }

  private definition(node: SyntaxNode): Stmt[] {
    const name = part(node, "name");
    const value = this.functionOf(node, name.type === "method_index_expression" ? "self" : null);
    const isLocal = node.field === "local_declaration";
    const target = isLocal ? this.declare(this.target(name)) : this.target(name);
    return [{ kind: "do", value: assignment(node, target, value) }];
  }

  /** @param unwritten the name of the implicit first parameter; null if there is none */
  private functionOf(node: SyntaxNode, unwritten: string | null = null): FunctionExpr {
    const { start } = node;
    const [first] = part(node, "parameters").children;
    const isSelf = first !== undefined && this.slice(first) === "self";
    const receiver = unwritten ?? (isSelf ? "self" : null);
    const around = [this.returnsSeveral, this.isVariadic] as const;
    this.isVariadic = firstOf(part(node, "parameters"), "vararg_expression") !== undefined;
    this.returnsSeveral = this.several.has(this.nameOf(child(node, "name")));
    const made = this.func(node, null, () => ({
      parameters: [
        ...(unwritten === null ? [] : [this.receiver({ start, end: start }, unwritten)]),
        ...part(node, "parameters").children.map(
          (each): Parameter => this.parameter(each, undefined, each.type === "vararg_expression"),
        ),
      ],
      body: this.list(childrenOf(node, "body")),
    }));
    [this.returnsSeveral, this.isVariadic] = around;
    return { ...made, receiver };
  }

  private receiver({ start, end }: Place, name: string): Parameter {
    return {
      target: this.declare({ kind: "name", name, start, end }),
      fallback: null,
      rest: false,
    };
  }

  private conditional(node: SyntaxNode): Stmt[] {
    const others = childrenOf(node, "alternative");
    const arms = [
      this.list(childrenOf(node, "consequence")),
      ...others.map((each) =>
        this.list([
          ...childrenOf(each, "condition"),
          ...childrenOf(each, "consequence"),
          ...childrenOf(each, "body"),
        ]),
      ),
    ];
    return this.arms(
      child(node, "condition"),
      arms,
      others.some(({ type }) => type === "else_statement"),
    );
  }

  private loop(node: SyntaxNode): Stmt[] {
    const clause = part(node, "clause");
    const names = firstOf(clause, "variable_list")?.children ?? [];
    const [over] = firstOf(clause, "expression_list")?.children ?? [];
    const item = names.at(-1);
    const body = (): Stmt[] => this.list(childrenOf(node, "body"));
    if (item === undefined || over === undefined) return [this.looped([], body())];
    // `ipairs(list)` iterates over its argument; a string literal is not a list (`text:gmatch("%S+")`)
    const [list] = over.type === "function_call" ? part(over, "arguments").children : [];
    const inner = list === undefined || list.type === "string" ? over : list;
    return [this.each(this.declare(this.target(item)), inner, body, names.length === 1)];
  }
}

/** Returns an item of a list, of which an expression with several values has only the first one. */
function itemAt({ start, end }: Place, object: Expr, at: number): Expr {
  const index = { kind: "constant", truth: at > 0, number: String(at), start, end } as const;
  return { kind: "index", object, index, start, end };
}

/** Whether a `return` has several values. */
function returnsList({ children: [list] }: SyntaxNode): boolean {
  const [first, ...more] = list?.children ?? [];
  return more.length > 0 || first?.type === "vararg_expression";
}
