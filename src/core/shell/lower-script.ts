import { child as fieldOf, childrenOf, firstOf, type SyntaxNode } from "../parse/syntax-node.js";
import type { Captured } from "../query/captured-roles.js";
import { roleOf, type Role, type Roles } from "../query/role.js";
import { SourceBuilder, type Source } from "../source.js";
import { addRedirect, attach, isRedirect, lowerCommand } from "./lower-command.js";
import { lowerWord, lowerWords, type WordContext } from "./lower-word.js";
import type { Pipeline, Redirect, Script, Sequence, Statement, Word } from "./script.js";

/** The input of lowering in addition to the tree. */
export interface LowerContext {
  readonly source: Source;
  /** The roles that patterns give the nodes of the tree. */
  readonly captured: Captured;
  /** Reads another source as a script: the decoded text of nested backticks. */
  readonly read: (source: Source) => Script;
  /** Records that a range of the source was not evaluated completely. */
  readonly limit: WordContext["limit"];
}

/** The capture of the pattern for each type of node through which bytes flow. */
const SHAPES: Readonly<Record<string, string>> = {
  pipeline: "flow.pipe",
  command_substitution: "flow.substitution",
  process_substitution: "flow.process",
  herestring_redirect: "flow.here-string",
  file_redirect: "flow.here-string",
  heredoc_redirect: "flow.here-document",
  simple_expansion: "flow.variable",
  expansion: "flow.variable",
};

const SHAPE_CAPTURES: ReadonlySet<string> = new Set(Object.values(SHAPES));

/** The prefix of the function name by which a repair represents a co-process. */
const COPROCESS_PREFIX = "coproc:";

const MAX_DEPTH = 150;
const noScript: Script = { statements: [] };

/** Lowers the grammar's tree of a shell text to statements. */
export function lowerScript(root: SyntaxNode, context: LowerContext): Script {
  return new Lowering(context).script(root);
}

class Lowering implements WordContext {
  readonly source: Source;
  private depth = 0;

  constructor(private readonly context: LowerContext) {
    this.source = context.source;
  }

  shape(node: SyntaxNode): Role | null {
    const capture = SHAPES[node.type];
    return capture === undefined ? null : roleOf(this.context.captured.at(node), capture);
  }

  /** Returns the roles of a node without its shape: `$GET` may be both a command's name and an expansion. */
  roles(node: Pick<SyntaxNode, "start" | "end">): Roles {
    return this.context.captured.at(node).filter(({ capture }) => !SHAPE_CAPTURES.has(capture));
  }

  limit(...[limit, message, start, end]: Parameters<WordContext["limit"]>): void {
    this.context.limit(limit, message, start, end);
  }

  script(node: SyntaxNode): Script {
    return { statements: this.statements(node.children) };
  }

  /** Reads the script between backticks, without the backslashes that escape `` ` ``, `\` or `$` there. */
  backticks(node: Parameters<WordContext["backticks"]>[0]): Script {
    const text = this.source.text;
    if (node.children !== null && !text.slice(node.start, node.end).includes("\\"))
      return { statements: this.statements(node.children) };
    const out = new SourceBuilder(this.source);
    let at = node.start + 1;
    for (
      let next = text.indexOf("\\", at);
      next !== -1 && next + 1 < node.end - 1;
      next = text.indexOf("\\", next + 2)
    ) {
      const escaped = text[next + 1] ?? "";
      if (!"`\\$".includes(escaped)) continue;
      out.copy(at, next).replace(escaped, next, next + 2);
      at = next + 2;
    }
    return this.context.read(out.copy(at, node.end - 1).build());
  }

  private statements(nodes: readonly SyntaxNode[]): Statement[] {
    if (this.depth >= MAX_DEPTH) {
      const first = nodes[0];
      const end = nodes[nodes.length - 1]?.end ?? first?.end ?? 0;
      if (first) this.limit("depth", "commands are nested too deeply", first.start, end);
      return [];
    }
    this.depth++;
    const statements: Statement[] = [];
    let end = 0;
    for (const node of nodes) {
      const last = statements[statements.length - 1];
      if (node.type === "&" && last !== undefined)
        statements[statements.length - 1] = inBackground(last);
      if (!node.named) continue;
      const open = last === undefined ? null : this.openWord(node, end);
      if (last !== undefined && open !== null)
        statements[statements.length - 1] = attach(last, [], [open]);
      else statements.push(...this.statement(node));
      end = node.end;
    }
    this.depth--;
    return statements;
  }

  private statement(node: SyntaxNode): Statement[] {
    switch (node.type) {
      case "pipeline":
        return [lifted(this.pipeline(node))];
      case "list":
        return [this.list(node)];
      case "redirected_statement":
        return [this.redirected(node.children)];
      case "subshell":
      case "compound_statement":
      case "do_group":
        return [
          {
            kind: "group",
            body: this.script(node),
            subshell: node.type === "subshell",
            redirects: [],
          },
        ];
      case "if_statement":
        return [this.conditional(node)];
      case "while_statement":
      case "for_statement":
      case "c_style_for_statement":
        return [this.loop(node)];
      case "case_statement":
        return [this.choice(node)];
      case "function_definition":
        return this.functionOf(node);
      case "command":
      case "declaration_command":
      case "unset_command":
      case "test_command":
      case "variable_assignment":
      case "variable_assignments":
        return [lowerCommand(this, node)];
      case "file_redirect": // alone in a substitution: `$(< FILE)`
      case "herestring_redirect":
        return [this.redirected([node])];
      default:
        // ERROR, negated_command and other nodes that contain statements
        return this.statements(node.children);
    }
  }

  /**
   * Returns the word that an opening single quote without a closing one begins, which the grammar does not add to the command on the
   * same line; null for any other node.
   */
  private openWord(node: SyntaxNode, before: number): Word | null {
    const { text } = this.source;
    const start = node.start;
    const end = start + text.slice(start, node.end).trimEnd().length;
    if (node.type !== "ERROR" || text[start] !== "'" || text.slice(before, start).includes("\n"))
      return null;
    return {
      source: this.source,
      start,
      end,
      parts: [{ kind: "text", quoting: "single", start: start + 1, end }],
    };
  }

  /** Returns nodes as one statement: a group if there are several. */
  private one(nodes: readonly SyntaxNode[]): Statement {
    const statements = this.statements(nodes);
    const [only] = statements;
    if (only !== undefined && statements.length === 1) return only;
    return { kind: "group", body: { statements }, subshell: false, redirects: [] };
  }

  private pipeline(node: SyntaxNode): Pipeline {
    const stages = node.children.filter((child) => child.named).map((child) => this.one([child]));
    return { kind: "pipeline", stages, shape: this.shape(node) };
  }

  /** Reads a list without recursion, because lists nest to the left, one level for each operator. */
  private list(node: SyntaxNode): Sequence {
    const parts: { node: SyntaxNode; operator: "&&" | "||" | null }[] = [];
    let left: SyntaxNode | undefined = node;
    while (left?.type === "list") {
      const operator = firstOf(left, "&&") === undefined ? "||" : "&&";
      const [first, ...others]: SyntaxNode[] = left.children.filter((child) => child.named);
      for (const child of others.reverse()) parts.push({ node: child, operator });
      left = first;
    }
    if (left !== undefined) parts.push({ node: left, operator: null });
    return {
      kind: "sequence",
      items: parts
        .reverse()
        .map((part) => ({ statement: this.one([part.node]), operator: part.operator })),
    };
  }

  private redirected(nodes: readonly SyntaxNode[]): Statement {
    const redirectNodes = nodes.filter(isRedirect);
    const bodies = nodes.filter((child) => child.named && !isRedirect(child));
    let statement: Statement =
      bodies.length > 0
        ? this.one(bodies)
        : { kind: "command", assignments: [], words: [], redirects: [] };
    const here = redirectNodes.find((child) => child.type === "heredoc_redirect");
    const redirects: Redirect[] = [];
    const extra: Word[] = [];
    for (const redirect of redirectNodes) addRedirect(this, redirect, redirects, extra);
    statement = attach(statement, redirects, extra);
    return here === undefined ? statement : this.afterHereDocument(here, statement);
  }

  /** Reads what follows `<<EOF` on its line: more pipe stages, or a list. */
  private afterHereDocument(here: SyntaxNode, statement: Statement): Statement {
    const pipe = firstOf(here, "pipeline");
    const right = fieldOf(here, "right");
    let result = statement;
    if (pipe) {
      const rest = this.pipeline(pipe);
      result = lifted({ kind: "pipeline", stages: [statement, ...rest.stages], shape: rest.shape });
    }
    if (right) {
      // the operator of the list that continues after `<<EOF`
      const operator = fieldOf(here, "operator")?.type === "||" ? "||" : "&&";
      result = {
        kind: "sequence",
        items: [
          { statement: result, operator: null },
          { statement: this.one([right]), operator },
        ],
      };
    }
    return result;
  }

  private conditional(node: SyntaxNode): Statement {
    const branches = [this.branch(node)];
    let otherwise: Script | null = null;
    for (const child of node.children) {
      if (child.type === "elif_clause") branches.push(this.branch(child));
      if (child.type === "else_clause") otherwise = this.script(child);
    }
    return { kind: "if", branches, otherwise, redirects: [] };
  }

  /** Returns the statements before and after `then`. */
  private branch(node: SyntaxNode): { condition: Script; body: Script } {
    const then = node.children.findIndex((child) => child.type === "then");
    const isStatement = (child: SyntaxNode): boolean =>
      child.type !== "elif_clause" && child.type !== "else_clause";
    return {
      condition: { statements: this.statements(node.children.slice(0, then).filter(isStatement)) },
      body: { statements: this.statements(node.children.slice(then + 1).filter(isStatement)) },
    };
  }

  private loop(node: SyntaxNode): Statement {
    const body = fieldOf(node, "body");
    const inner = body ? this.script(body) : noScript;
    if (node.type === "for_statement") {
      const name = fieldOf(node, "variable");
      const variable = name === undefined ? null : this.source.text.slice(name.start, name.end);
      const listed = childrenOf(node, "value");
      const isOpen =
        listed.length === 0 &&
        name !== undefined &&
        /^\s*(?:;|do\b)/.test(this.source.text.slice(name.end, name.end + 40));
      const values = isOpen ? null : listed.flatMap((value) => lowerWords(this, value));
      return { kind: "loop", variable, values, condition: noScript, body: inner, redirects: [] };
    }
    const before = node.children.filter((child) => child !== body);
    const condition =
      node.type === "while_statement"
        ? { statements: this.statements(before) }
        : { statements: before.flatMap((child) => this.substituted(child)) };
    return { kind: "loop", variable: null, values: [], condition, body: inner, redirects: [] };
  }

  /** Returns a statement that runs the substitutions in arithmetic: `for ((i = 0; i < $(COMMAND); i++))`; empty if there are none. */
  private substituted(node: SyntaxNode): Statement[] {
    const word = node.named ? lowerWord(this, node) : null;
    if (word === null || !word.parts.some(({ kind }) => kind === "substitution")) return [];
    return [{ kind: "case", subject: [word], arms: [], exhaustive: false, redirects: [] }];
  }

  private choice(node: SyntaxNode): Statement {
    const subject = fieldOf(node, "value");
    const items = node.children.filter((child) => child.type === "case_item");
    const arms = items.map((item) => ({
      statements: this.statements(item.children.filter((child) => child.field !== "value")),
    }));
    const exhaustive = items.some((item) =>
      childrenOf(item, "value").some(
        ({ start, end }) => this.source.text.slice(start, end) === "*",
      ),
    );
    return {
      kind: "case",
      arms,
      exhaustive,
      subject: subject ? [lowerWord(this, subject)] : [],
      redirects: [],
    };
  }

  private functionOf(node: SyntaxNode): Statement[] {
    const name = fieldOf(node, "name");
    const body = fieldOf(node, "body");
    if (name === undefined || body === undefined) return [];
    const redirects: Redirect[] = [];
    for (const redirect of childrenOf(node, "redirect")) addRedirect(this, redirect, redirects, []);
    const named = this.source.text.slice(name.start, name.end);
    const definition = { body: this.one([body]), redirects };
    return [
      named.startsWith(COPROCESS_PREFIX)
        ? { kind: "coprocess", name: named.slice(COPROCESS_PREFIX.length), ...definition }
        : { kind: "function", name: named, ...definition },
    ];
  }
}

/** Returns a statement that `&` runs in the background: it is a subshell, so its assignments are lost. */
function inBackground(statement: Statement): Statement {
  return { kind: "group", body: { statements: [statement] }, subshell: true, redirects: [] };
}

/**
 * Corrects `a | b | c && d`, which the grammar reads as a pipeline whose last stage is the list `c && d`. Returns a list whose first
 * item is the whole pipeline.
 */
function lifted(pipeline: Pipeline): Statement {
  const before = pipeline.stages.slice(0, -1);
  const last = pipeline.stages[before.length];
  if (last?.kind !== "sequence") return pipeline;
  const items = last.items.map((item, index) => {
    if (index > 0) return item;
    const rest = item.statement.kind === "pipeline" ? item.statement.stages : [item.statement];
    return { ...item, statement: { ...pipeline, stages: [...before, ...rest] } };
  });
  return { ...last, items };
}
