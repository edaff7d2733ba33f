import type { Expr, ClassExpr, FunctionExpr, Parameter, Program, Stmt, Target } from "../ir.js";
import { caught } from "../caught-exception.js";
import { assigned, byType, inert } from "../lowering.js";
import { child, childrenOf, firstOf, part, type SyntaxNode } from "../read-syntax.js";
import { definedBy, mixedIn, readable, structFields } from "./ruby-calls.js";
import { RubyExpressions } from "./ruby-expressions.js";

/** Lowers programs in Ruby. The value of a method is that of its last statement. */
export class RubyReader extends RubyExpressions {
  protected readonly statements = byType<(node: SyntaxNode) => readonly Stmt[]>({
    "program body_statement block_body then else do begin_block ensure": (node) =>
      this.contained(node),
    "method singleton_method": (node) => this.definition(node),
    "class module": (node) => this.classOf(node),
    "if unless elsif": (node) => this.conditional(node),
    "if_modifier unless_modifier": (node) =>
      this.arms(child(node, "condition"), [this.list([part(node, "body")])], false),
    "while until while_modifier until_modifier": (node) => [
      this.looped(this.list(childrenOf(node, "condition")), this.list(childrenOf(node, "body"))),
    ],
    for: (node) => [
      this.each(this.target(part(node, "pattern")), part(node, "value").children[0], () =>
        this.list(childrenOf(node, "body")),
      ),
    ],
    case: (node) =>
      this.arms(
        child(node, "value"),
        node.children
          .filter(({ type }) => type === "when" || type === "else" || type === "in_clause")
          .map((each) =>
            each.type === "else" ? this.contained(each) : this.list(childrenOf(each, "body")),
          ),
        firstOf(node, "else") !== undefined,
      ),
    begin: (node) => [this.attempt(node)],
    rescue_modifier: (node) => this.list(childrenOf(node, "body")),
    return: (node) => [{ kind: "leave", how: "return", value: this.given(node) }],
    "break next": () => [{ kind: "leave", how: "loop", value: null }],
    "heredoc_body comment empty_statement uninterpreted": () => [],
  });

  override program(root: SyntaxNode): Program {
    const waiting = [root];
    const markers: SyntaxNode[] = [];
    const bodies: SyntaxNode[] = [];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node.type === "heredoc_beginning") markers.push(node);
      if (node.type === "heredoc_body") bodies.push(node);
      if (node.type === "class") this.classes.add(this.slice(part(node, "name")));
      if (/^(?:singleton_)?method$/.test(node.type))
        this.methods.add(this.slice(part(node, "name")));
      const made = definedBy(node, this.text);
      if (made !== null) this.methods.add(this.slice(made.name).slice(1));
      for (const name of readable(node, this.text)) this.attributes.add(this.slice(name).slice(1));
      this.structure(node);
      for (let at = node.children.length - 1; at >= 0; at--) {
        const each = node.children[at];
        if (each !== undefined) waiting.push(each);
      }
    }
    // the bodies follow in the order of their markers
    markers.forEach(({ start }, at) => {
      const body = bodies[at];
      if (body !== undefined) this.documents.set(start, body);
    });
    return super.program(root);
  }

  /** Records a class that has a reader method for each symbol: `Step = Struct.new(:name, :line)`. */
  private structure(node: SyntaxNode): void {
    const [name, value] = [child(node, "left"), child(node, "right")];
    if (node.type !== "assignment" || name?.type !== "constant" || value === undefined) return;
    const fields = structFields(value, this.text);
    if (fields.length > 0) this.classes.add(this.slice(name));
    for (const each of fields) this.attributes.add(each);
  }

  /** Lowers a statement. An expression is an output statement, since the value of a body is that of its last statement. */
  protected override statement(node: SyntaxNode): readonly Stmt[] {
    const made = definedBy(node, this.text);
    if (made !== null) {
      const value = this.lower(made.block);
      return [this.defined(node, this.slice(made.name).slice(1), made.name, value)];
    }
    return super
      .statement(node)
      .map((each) =>
        each.kind === "do" ? (raised(each.value) ?? { kind: "output", value: each.value }) : each,
      );
  }

  protected target(node: SyntaxNode): Target {
    const { start, end } = node;
    switch (node.type) {
      case "identifier": {
        // a block assigns to the variable of the method around it
        const target = { kind: "name", name: this.slice(node), start, end } as const;
        return this.isDeclared(target.name, this.methodDepth) ? target : this.declare(target, true);
      }
      case "constant":
      case "global_variable":
        return { kind: "name", name: this.slice(node), start, end };
      case "rest_assignment":
        return this.target(node.children[0] ?? part(node, ""));
      case "left_assignment_list":
      case "destructured_left_assignment":
        return { kind: "items", items: node.children.map((each) => this.target(each)) };
      case "call": {
        // `object.name = value`
        const [receiver, method] = [child(node, "receiver"), child(node, "method")];
        const made =
          receiver && method ? this.member(node, this.lower(receiver), method) : inert(node);
        return made.kind === "member" ? made : { kind: "items", items: [] };
      }
      default:
        return this.memberTarget(node);
    }
  }

  protected isDefinition({ type }: SyntaxNode): boolean {
    return type === "method" || type === "class" || type === "module";
  }

  /** Lowers a method, which sees the program's methods but no outer variables. */
  private functionOf(node: SyntaxNode): FunctionExpr {
    const body = child(node, "body");
    const made = this.func(node, this.slice(part(node, "name")), () => {
      const around = this.yields;
      const outer = this.methodDepth;
      const within = this.method;
      this.method = {
        name: this.slice(part(node, "name")),
        parameters: part(node, "parameters").children.filter(({ type }) => type === "identifier"),
      };
      this.yields = false;
      this.methodDepth = this.depth - 1;
      const parameters = this.parameters(child(node, "parameters"));
      const read = body === undefined ? [] : this.guarded(body);
      if (this.yields) parameters.push(this.unnamedBlock(node));
      this.yields = around;
      this.methodDepth = outer;
      this.method = within;
      return { parameters, body: read };
    });
    const own = new Set(made.locals);
    return { ...made, captures: [...this.methods].filter((name) => !own.has(name)) };
  }

  private unnamedBlock({ start, end }: SyntaxNode): Parameter {
    const target = this.declare({ kind: "name", name: "&", start, end });
    return { target, fallback: null, rest: false, block: true };
  }

  /** Lowers a body, which may have `rescue` and `ensure` clauses. */
  private guarded(body: SyntaxNode): Stmt[] {
    return firstOf(body, "rescue", "ensure") === undefined
      ? this.list([body])
      : [this.attempt(body)];
  }

  private definition(node: SyntaxNode): Stmt[] {
    const name = part(node, "name");
    return [this.defined(node, this.slice(name), name, this.functionOf(node))];
  }

  private classOf(node: SyntaxNode): Stmt[] {
    const name = part(node, "name");
    const around = this.className;
    this.className = node.type === "class" ? this.slice(name) : null;
    const bases = firstOf(node, "superclass")?.children ?? [];
    const value = this.classBody(node, bases, child(node, "body")?.children ?? []);
    this.className = around;
    const target: Target = {
      kind: "name",
      name: this.slice(name),
      start: name.start,
      end: name.end,
    };
    return [assigned(node, target, value)];
  }

  protected structureOf(node: SyntaxNode, fields: readonly string[]): ClassExpr {
    const block = child(node, "block");
    const body = block === undefined ? undefined : child(block, "body");
    return { ...this.classBody(node, [], body?.children ?? []), locals: fields };
  }

  private classBody(
    node: SyntaxNode,
    bases: readonly SyntaxNode[],
    body: readonly SyntaxNode[],
  ): ClassExpr {
    const isMethod = ({ type }: SyntaxNode): boolean =>
      type === "method" || type === "singleton_method";
    const methods = body.filter(isMethod);
    const members = new Set(methods.map((each) => this.slice(part(each, "name"))));
    const mixed = body.flatMap((each) => mixedIn(each, this.text));
    return this.classWith(node, [...bases, ...mixed], members, () => ({
      methods: methods.map((each) => ({
        name: this.slice(part(each, "name")),
        value: this.functionOf(each),
      })),
      body: this.list(body.filter((each) => !isMethod(each))),
    }));
  }

  private conditional(node: SyntaxNode): Stmt[] {
    const other = child(node, "alternative");
    const arms = [this.list(childrenOf(node, "consequence"))];
    if (other !== undefined) arms.push(this.list([other]));
    return this.arms(child(node, "condition"), arms, other !== undefined);
  }

  private attempt(node: SyntaxNode): Stmt {
    const isPart = ({ type }: SyntaxNode): boolean => /^(?:rescue|ensure|else)$/.test(type);
    return {
      kind: "try",
      body: this.list(node.children.filter((each) => !isPart(each))),
      handlers: node.children
        .filter(({ type }) => type === "rescue")
        .map((each) => [
          ...childrenOf(each, "variable").flatMap(({ children: [name] }) =>
            name === undefined ? [] : [caught(name, this.target(name))],
          ),
          ...this.list(childrenOf(each, "body")),
        ]),
      otherwise: this.list(firstOf(node, "else")?.children ?? []),
      last: this.list(firstOf(node, "ensure")?.children ?? []),
    };
  }
}

/** Returns the jump that `raise Failure, message` or `raise message` makes; null for any other expression. */
function raised(expr: Expr): Stmt | null {
  const isRaise =
    expr.kind === "call" && expr.callee.kind === "name" && expr.callee.name === "raise";
  return isRaise ? { kind: "leave", how: "throw", value: expr.args.at(-1)?.value ?? null } : null;
}
