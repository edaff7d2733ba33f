import type { Node } from "web-tree-sitter";
import { SourceBuilder } from "../source.js";
import type { Source } from "../source.js";
import { addRedirect, attach, isRedirect, lowerCommand } from "./lower-command.js";
import { lowerWord, lowerWords, type WordContext } from "./lower-word.js";
import type { Pipeline, Redirect, Script, Sequence, Statement, Word } from "./syntax.js";

/** What the reading of a tree needs beside the tree. */
export interface LowerContext {
  readonly source: Source;
  /** Rules by node id, from the queries' captures. */
  readonly rules: ReadonlyMap<number, string>;
  /** Reads another source as a script: the decoded text of nested backticks. */
  readonly read: (source: Source) => Script;
  /** Called where nesting goes deeper than the reading follows. */
  readonly tooDeep: (start: number, end: number) => void;
}

const maximumDepth = 150;
const noScript: Script = { statements: [] };

/** Turns the grammar's tree of a shell text into statements. */
export function lowerScript(root: Node, context: LowerContext): Script {
  return new Lowering(context).script(root);
}

class Lowering implements WordContext {
  readonly source: Source;
  private depth = 0;

  constructor(private readonly context: LowerContext) {
    this.source = context.source;
  }

  rule(node: Node): string | null {
    return this.context.rules.get(node.id) ?? null;
  }

  script(node: Node): Script {
    return { statements: this.statements(node.namedChildren) };
  }

  /** Inside backticks a backslash before `` ` ``, `\` or `$` belongs to the outer reading. */
  backticks(node: Node): Script {
    const text = this.source.text;
    if (!text.slice(node.startIndex, node.endIndex).includes("\\")) return this.script(node);
    const out = new SourceBuilder(this.source);
    let at = node.startIndex + 1;
    for (let next = text.indexOf("\\", at); next !== -1 && next + 1 < node.endIndex - 1; next = text.indexOf("\\", next + 2)) {
      const escaped = text[next + 1] ?? "";
      if (!"`\\$".includes(escaped)) continue;
      out.copy(at, next).put(escaped, next, next + 2);
      at = next + 2;
    }
    return this.context.read(out.copy(at, node.endIndex - 1).build());
  }

  private statements(nodes: readonly (Node | null)[]): Statement[] {
    if (this.depth >= maximumDepth) {
      const first = nodes[0];
      if (first) this.context.tooDeep(first.startIndex, nodes[nodes.length - 1]?.endIndex ?? first.endIndex);
      return [];
    }
    this.depth++;
    const statements: Statement[] = [];
    let end = 0;
    for (const node of nodes) {
      if (node === null) continue;
      const last = statements[statements.length - 1];
      const open = last === undefined ? null : this.openWord(node, end);
      if (last !== undefined && open !== null) statements[statements.length - 1] = attach(last, [], [open]);
      else this.add(node, statements);
      end = node.endIndex;
    }
    this.depth--;
    return statements;
  }

  private add(node: Node, into: Statement[]): void {
    switch (node.type) {
      case "comment":
        return;
      case "pipeline":
        into.push(this.pipeline(node));
        return;
      case "list":
        into.push(this.list(node));
        return;
      case "redirected_statement":
        into.push(this.redirected(node.namedChildren));
        return;
      case "subshell":
      case "compound_statement":
      case "do_group":
        into.push({ kind: "group", body: this.script(node), subshell: node.type === "subshell", redirects: [] });
        return;
      case "if_statement":
        into.push(this.conditional(node));
        return;
      case "while_statement":
      case "for_statement":
      case "c_style_for_statement":
        into.push(this.loop(node));
        return;
      case "case_statement":
        into.push(this.choice(node));
        return;
      case "function_definition":
        this.addFunction(node, into);
        return;
      case "command":
      case "declaration_command":
      case "unset_command":
      case "test_command":
      case "variable_assignment":
      case "variable_assignments":
        into.push(lowerCommand(this, node));
        return;
      case "file_redirect": // alone in a substitution: `$(< FILE)`
      case "herestring_redirect":
        into.push(this.redirected([node]));
        return;
      default:
        // ERROR, negated_command and whatever else holds statements: what parsed inside still counts
        into.push(...this.statements(node.namedChildren));
    }
  }

  /** A quoted word that the text ends in, which the grammar leaves over: still an operand of the command on its line. */
  private openWord(node: Node, before: number): Word | null {
    const { text } = this.source;
    const start = node.startIndex;
    const end = start + text.slice(start, node.endIndex).trimEnd().length;
    if (node.type !== "ERROR" || text[start] !== "'" || !/^[ \t]*$/.test(text.slice(before, start))) return null;
    return { source: this.source, start, end, parts: [{ kind: "text", quoting: "single", start: start + 1, end }] };
  }

  private one(nodes: readonly (Node | null)[]): Statement {
    const statements = this.statements(nodes);
    const [only] = statements;
    if (only !== undefined && statements.length === 1) return only;
    return { kind: "group", body: { statements }, subshell: false, redirects: [] };
  }

  private pipeline(node: Node): Pipeline {
    const stages = node.namedChildren.filter((child) => child !== null && child.type !== "comment").map((child) => this.one([child]));
    return { kind: "pipeline", stages, rule: this.rule(node) };
  }

  /** Lists nest to the left, one level for each operator: read them without recursion. */
  private list(node: Node): Sequence {
    const parts: { node: Node; operator: "&&" | "||" | null }[] = [];
    let left: Node | null = node;
    while (left !== null && left.type === "list") {
      const children: (Node | null)[] = left.children;
      const operator = children.some((child) => child?.type === "&&") ? "&&" : "||";
      const named: Node[] = children.filter((child): child is Node => child !== null && child.isNamed && child.type !== "comment");
      for (const child of named.slice(1).reverse()) parts.push({ node: child, operator });
      left = named[0] ?? null;
    }
    if (left !== null) parts.push({ node: left, operator: null });
    return { kind: "sequence", items: parts.reverse().map((part) => ({ statement: this.one([part.node]), operator: part.operator })) };
  }

  private redirected(nodes: readonly (Node | null)[]): Statement {
    const children = nodes.filter((child): child is Node => child !== null && child.type !== "comment");
    const redirectNodes = children.filter((child) => isRedirect(child));
    const bodies = children.filter((child) => !isRedirect(child));
    let statement: Statement = bodies.length > 0 ? this.one(bodies) : { kind: "command", assignments: [], words: [], redirects: [] };
    const here = redirectNodes.find((child) => child.type === "heredoc_redirect");
    const redirects: Redirect[] = [];
    const extra: Word[] = [];
    for (const redirect of redirectNodes) addRedirect(this, redirect, redirects, extra);
    statement = attach(statement, redirects, extra);
    return here === undefined ? statement : this.afterHereDocument(here, statement);
  }

  /** What follows `<<EOF` on its line: more pipe stages, or a list. */
  private afterHereDocument(here: Node, statement: Statement): Statement {
    const pipe = here.namedChildren.find((child) => child?.type === "pipeline");
    const right = here.childForFieldName("right");
    let result = statement;
    if (pipe) {
      const rest = this.pipeline(pipe);
      result = { kind: "pipeline", stages: [statement, ...rest.stages], rule: rest.rule };
    }
    if (right) {
      result = { kind: "sequence", items: [{ statement: result, operator: null }, { statement: this.one([right]), operator: operatorOf(here) }] };
    }
    return result;
  }

  private conditional(node: Node): Statement {
    const branches = [this.branch(node)];
    let otherwise: Script | null = null;
    for (const child of node.namedChildren) {
      if (child?.type === "elif_clause") branches.push(this.branch(child));
      if (child?.type === "else_clause") otherwise = this.script(child);
    }
    return { kind: "if", branches, otherwise, redirects: [] };
  }

  /** The statements before and after `then`. */
  private branch(node: Node): { condition: Script; body: Script } {
    const children = node.children;
    const then = children.findIndex((child) => child?.type === "then");
    const isStatement = (child: Node | null): boolean => child !== null && child.isNamed && child.type !== "elif_clause" && child.type !== "else_clause";
    return {
      condition: { statements: this.statements(children.slice(0, then).filter(isStatement)) },
      body: { statements: this.statements(children.slice(then + 1).filter(isStatement)) },
    };
  }

  private loop(node: Node): Statement {
    const body = node.childForFieldName("body");
    const inner = body ? this.script(body) : noScript;
    if (node.type === "for_statement") {
      const values = node.childrenForFieldName("value").flatMap((value) => (value ? lowerWords(this, value) : []));
      const variable = node.childForFieldName("variable")?.text ?? null;
      return { kind: "loop", variable, values, condition: noScript, body: inner, redirects: [] };
    }
    const isCondition = (child: Node | null): boolean => child !== null && child.isNamed && child.id !== body?.id;
    const condition = node.type === "while_statement" ? { statements: this.statements(node.children.filter(isCondition)) } : noScript;
    return { kind: "loop", variable: null, values: [], condition, body: inner, redirects: [] };
  }

  private choice(node: Node): Statement {
    const subject = node.childForFieldName("value");
    const arms = node.namedChildren
      .filter((child): child is Node => child?.type === "case_item")
      .map((item) => {
        const patterns = new Set(item.childrenForFieldName("value").map((value) => value?.id));
        return { statements: this.statements(item.namedChildren.filter((child) => child !== null && !patterns.has(child.id))) };
      });
    return { kind: "case", arms, subject: subject ? [lowerWord(this, subject)] : [], redirects: [] };
  }

  private addFunction(node: Node, into: Statement[]): void {
    const name = node.childForFieldName("name")?.text;
    const body = node.childForFieldName("body");
    if (name === undefined || !body) return;
    into.push({ kind: "function", name, body: this.one([body]), redirects: [] });
  }

}

/** The operator of the list that goes on behind `<<EOF`. */
function operatorOf(here: Node): "&&" | "||" {
  return here.childForFieldName("operator")?.type === "||" ? "||" : "&&";
}
