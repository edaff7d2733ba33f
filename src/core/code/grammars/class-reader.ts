import type { Expr, FunctionExpr, NameExpr, Parameter, Stmt, Target } from "../ir.js";
import { callOf } from "../lowering.js";
import { child, childrenOf, firstOf, part, type SyntaxNode } from "../read-syntax.js";
import { NamedReader } from "./named-reader.js";

/** The common part of the readers of Java and C#, in which the members of the enclosing class can be used without an object. */
export abstract class ClassReader extends NamedReader {
  protected readonly joining = new Set(["+"]);

  protected abstract functionOf(node: SyntaxNode): FunctionExpr;

  protected abstract parameters(node: SyntaxNode): Parameter[];

  /** Returns a variable, or a member of the enclosing class. */
  protected abstract variable(node: SyntaxNode): Expr;

  /** Lowers the name of a method that is called without an object. It may be a method of the enclosing class or of its base class. */
  protected ownMethod(node: SyntaxNode): Expr {
    const own = this.variable(node);
    return own.kind === "name" && this.mayInherit
      ? { ...this.member(node, this.self(node), node), isMethod: true }
      : own;
  }

  /** Lowers a call of another constructor at the start of a constructor: `super(x)`, `this(x)`, `: base(x)`. */
  protected constructorCall(node: SyntaxNode, isInherited: boolean): Expr {
    const { start } = node;
    const at = { start, end: start };
    const object = isInherited ? this.inherited({ ...node, ...at }) : this.self({ ...node, ...at });
    const callee = {
      kind: "member",
      ...at,
      object,
      at,
      property: "constructor",
      bracketed: false,
    } as const;
    const list = child(node, "arguments") ?? firstOf(node, "argument_list");
    return callOf(node, callee, this.args(list?.children ?? []));
  }

  /** Declares a local variable, which hides a member of the class with the same name. */
  protected declared(node: SyntaxNode): NameExpr {
    const { start, end } = node;
    return this.declare({ kind: "name", name: this.slice(node), start, end });
  }

  protected methodDefinition(node: SyntaxNode): Stmt[] {
    const name = part(node, "name");
    return [this.defined(node, this.slice(name), name, this.functionOf(node))];
  }

  protected ifStatement(node: SyntaxNode): Stmt[] {
    const other = child(node, "alternative");
    const arms = [this.list([part(node, "consequence")])];
    if (other !== undefined) arms.push(this.list([other]));
    return this.arms(child(node, "condition"), arms, other !== undefined);
  }

  protected whileStatement(node: SyntaxNode): Stmt[] {
    return [this.looped(this.list(childrenOf(node, "condition")), this.list([part(node, "body")]))];
  }

  /** @param initial the name of the node's field for the declaration before the loop */
  protected forStatement(node: SyntaxNode, initial: string): Stmt[] {
    return [
      ...this.list(childrenOf(node, initial)),
      this.looped(
        this.list(childrenOf(node, "condition")),
        this.list([part(node, "body"), ...childrenOf(node, "update")]),
      ),
    ];
  }

  /**
   * @param name the name of the node's field for the variable
   * @param over the name of the node's field for the iterated value
   */
  protected forEachStatement(node: SyntaxNode, name: string, over: string): Stmt[] {
    const target = this.loopTarget(part(node, name));
    return [this.each(target, child(node, over), () => this.list([part(node, "body")]))];
  }

  /** Declares the variables of a loop: a name, or several that divide an item. */
  protected loopTarget(node: SyntaxNode): Target {
    return this.declared(node);
  }

  protected conditional(node: SyntaxNode): Expr {
    return this.choice(
      node,
      [part(node, "condition")],
      [part(node, "consequence"), part(node, "alternative")],
    );
  }

  protected lambda(node: SyntaxNode): Expr {
    const body = child(node, "body") ?? firstOf(node, "block") ?? { ...node, children: [] };
    return this.func(node, null, () => ({
      parameters: this.parameters(node),
      body: body.type === "block" ? this.list(body.children) : this.returned(body),
    }));
  }
}
