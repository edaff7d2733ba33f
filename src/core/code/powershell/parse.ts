import { Lexer, PLACEHOLDER } from "./lexer.js";
import type { Block, Command, Group, Node, Statement, Text } from "./syntax.js";
import { variableName } from "./words.js";

/** Brackets within brackets beyond so many are passed over. */
const DEEPEST = 60;

const VARIABLE = /[$@](?:\w+:)?(?:\w+|\{[^{}\n]{1,80}\}|[?^$])/y;
const TYPE = /\[([A-Za-z_][\w.+`,\s[\]]{0,120}?)\](?!\w)/y;
const OPERATOR = /-(?:f|join|[ic]?split|[ic]?replace|[ic]?(?:eq|ne|gt|ge|lt|le|like|notlike|match|notmatch|contains|notcontains|in|notin)|as|is|isnot|and|or|xor|band|bor|bxor|shl|shr)\b|\.\.|[+*/%,-](?![=>])|\?\?/iy;
const KEY = /["']?[\w.-]+["']?\s*=(?!=)/y;
const ASSIGNS = /(?:[+*/%-]|\?\?)?=(?!=)/y;
const PREFIX = /(?:[A-Za-z]:\\[^>\n]{0,120}|PS[ \t]?[^>\n]{0,120})>(?:>)?[ \t]*/y;
/** A line with a prompt: what stands in front of a command is no part of the language. */
export const PROMPT = new RegExp(`^[ \\t]*${PREFIX.source}`, "m");
/** Words before a condition, a block or a name, that are no command. */
const KEYWORDS = new Set(["if", "elseif", "else", "while", "for", "foreach", "switch", "do", "until", "try", "catch", "finally", "trap", "begin", "process", "end", "function", "filter", "workflow", "class", "param", "return", "throw", "exit", "data", "dynamicparam", "in"]);
const VALUED = new Set(["return", "throw", "exit"]);
const NAMED = new Set(["function", "filter", "workflow", "class"]);

/** Reads PowerShell. Nothing is refused: what fits no rule is passed over, and what stands behind it is read. Time is linear. */
export function parsePowershell(text: string, start = 0, end = text.length): readonly Statement[] {
  return new Parser(text.slice(0, end), start).statements("");
}

class Parser extends Lexer {
  private depth = 0;

  /** Statements up to a closing bracket, which is passed, or the end. */
  statements(close: string): Statement[] {
    const found: Statement[] = [];
    while (this.at < this.text.length) {
      this.blanks(true);
      const char = this.text[this.at] ?? "";
      if (char === close && close !== "") {
        this.at++;
        return found;
      }
      const before = this.at;
      if (this.lineStart()) this.at += this.length(PREFIX);
      if (char === ";" || char === ")" || char === "}") this.at++;
      else this.statement(found);
      if (this.at === before) this.at++;
    }
    return found;
  }

  private lineStart(): boolean {
    return this.at === 0 || /\n[ \t]*$/.test(this.text.slice(Math.max(0, this.at - 20), this.at));
  }

  private statement(found: Statement[]): void {
    const start = this.at;
    const word = /[A-Za-z]+/y;
    word.lastIndex = start;
    const keyword = word.exec(this.text)?.[0].toLowerCase() ?? "";
    if (KEYWORDS.has(keyword) && !/[\w.:\\/-]/.test(this.text[start + keyword.length] ?? "")) {
      this.at += keyword.length;
      if (NAMED.has(keyword)) return this.definition(found, start);
      if (!VALUED.has(keyword)) return this.control(found);
      this.blanks(false);
    }
    const target = this.target();
    if (target !== null) {
      const value: Statement[] = [];
      this.blanks(true);
      this.statement(value);
      found.push({ kind: "assignment", start, end: this.at, target: target.name, grows: target.grows, value });
      return;
    }
    this.at = Math.max(this.at, start);
    this.pipeline(found);
  }

  private definition(found: Statement[], start: number): void {
    this.blanks(false);
    const length = this.length(/[\w:-]+/y);
    const name = this.text.slice(this.at, this.at + length).toLowerCase();
    this.at += length;
    const inside = this.at;
    const body: Statement[] = [];
    this.control(body);
    const head = /^\s*(?:\{\s*(?:\[[^\]]*\]\s*)?param\s*)?\(([^()]*)\)/i.exec(this.text.slice(inside, Math.min(this.at, inside + 1000)));
    const parameters = Array.from((head?.[1] ?? "").matchAll(/\$\w+/g), ([each]) => variableName(each));
    found.push({ kind: "function", start, end: this.at, name, parameters, body });
  }

  /** Conditions and blocks behind a keyword: what stands in them runs. */
  private control(found: Statement[]): void {
    for (;;) {
      this.blanks(true);
      const char = this.text[this.at];
      if (char === "(") {
        const start = this.at++;
        const each = /\s*\$(\w+)\s+in\s/iy;
        each.lastIndex = this.at;
        const name = each.exec(this.text)?.[1];
        if (name !== undefined) this.at = each.lastIndex;
        const body = this.nested(")");
        if (name === undefined) found.push(...body);
        else found.push({ kind: "assignment", start, end: this.at, target: name.toLowerCase(), grows: false, value: body });
      } else if (char === "{") {
        this.at++;
        found.push(...this.nested("}"));
        return;
      } else if (char === "[") {
        if (this.length(TYPE) === 0) return;
        this.at += this.length(TYPE);
      } else return;
    }
  }

  private nested(close: string): Statement[] {
    if (this.depth >= DEEPEST) return [];
    this.depth++;
    const body = this.statements(close);
    this.depth--;
    return body;
  }

  /** `[type]$name =`: the name that is assigned to; null where none is. */
  private target(): { readonly name: string | null; readonly grows: boolean } | null {
    const start = this.at;
    this.at += this.length(TYPE);
    this.blanks(false);
    const written = this.length(VARIABLE);
    if (written > 0 && this.text[this.at] === "$") {
      const name = variableName(this.text.slice(this.at, this.at + written));
      this.at += written;
      // `$x.Name = …`, `$x[0] = …`
      const member = this.length(/(?:\.\w+|\[[^\]\n]{0,40}\])+/y);
      this.at += member;
      this.blanks(false);
      const sign = this.length(ASSIGNS);
      if (sign > 0) {
        this.at += sign;
        return { name: member > 0 ? null : name, grows: sign > 1 };
      }
    }
    this.at = start;
    return null;
  }

  private pipeline(found: Statement[]): void {
    const start = this.at;
    const stages: Command[] = [];
    for (;;) {
      this.blanks(stages.length > 0);
      const stage = this.stage();
      if (stage === null) break;
      stages.push(stage);
      const end = this.at;
      this.blanks(false);
      // a bar may stand at the start of the next line
      if (this.text[this.at] === "\n" || this.text[this.at] === "#") {
        this.blanks(true);
        if (this.text[this.at] !== "|") this.at = end;
      }
      if (this.text[this.at] !== "|" || this.text[this.at + 1] === "|") break;
      this.at++;
    }
    if (stages.length > 0) found.push({ kind: "pipeline", start, end: stages.at(-1)?.end ?? start, stages });
    this.blanks(false);
    this.at += this.length(/&&|\|\||&(?=\s|$)/y);
  }

  private stage(): Command | null {
    const start = this.at;
    const sign = this.text[start];
    const call = sign === "&" || (sign === "." && /[\s($"'{]/.test(this.text[start + 1] ?? "")) ? sign : null;
    if (call !== null) {
      this.at++;
      this.blanks(false);
    }
    const isValue = call === null && /[$(@["'{\d]|-(?=[\s(\d$])|\+|!/.test(sign ?? "") ;
    const head = isValue ? this.sum() : (this.primary() ?? null);
    if (head === null) return null;
    const args = isValue ? [] : this.args();
    return { kind: "command", start, end: Math.max(head.end, args.at(-1)?.end ?? 0), call, head, args };
  }

  private args(): Node[] {
    const args: Node[] = [];
    while (this.at < this.text.length) {
      this.blanks(false);
      const char = this.text[this.at] ?? "";
      if (/[\n|;)}]/.test(char) || (char === "&" && /[\s&]|$/.test(this.text[this.at + 1] ?? "")) || char === "") break;
      if (char === ",") {
        this.at++;
        this.blanks(true);
        continue;
      }
      if ((char === "<" && this.length(PLACEHOLDER) === 0) || char === ">") {
        this.at += this.length(/[<>&\d]+[ \t]*/y);
        this.primary();
        continue;
      }
      const before = this.at;
      const argument = this.primary();
      if (argument !== null) args.push(argument);
      if (this.at === before) this.at++;
    }
    return args;
  }

  /** Values joined by operators. */
  private sum(): Node | null {
    const start = this.at;
    this.at += this.length(/(?:!|-(?:not|bnot|join|split)\b|\+|-(?=[\s($\d]))\s*/iy);
    const first = this.primary();
    if (first === null) return null;
    const operands = [first];
    let joins = true;
    for (;;) {
      const end = this.at;
      this.blanks(false);
      const operator = this.length(OPERATOR);
      if (operator === 0) {
        this.at = end;
        break;
      }
      joins &&= this.text[this.at] === "+";
      this.at += operator;
      this.blanks(true);
      const next = this.primary();
      if (next === null) break;
      operands.push(next);
    }
    return operands.length === 1 ? first : { kind: "sum", start, end: operands.at(-1)?.end ?? start, operands, joins };
  }

  /** A value or a word, with the members behind it. */
  private primary(): Node | null {
    let node = this.simple();
    while (node !== null && this.at < this.text.length) {
      const char = this.text[this.at];
      const isText = node.kind === "text" && !node.quoted;
      const name = isText ? 0 : this.length(/\??(?:\.|::)(?:\s*\r?\n\s*)?["']?[\w`]+["']?/y);
      if (name > 0) {
        const written = this.text.slice(this.at, this.at + name).replace(/[`"'\s?]/g, "");
        this.at += name;
        const nameEnd = this.at;
        const nameStart = nameEnd - (/[\w`"']+$/.exec(this.text.slice(nameEnd - name, nameEnd))?.[0].length ?? 0);
        const args = this.text[this.at] === "(" ? this.list() : null;
        node = { kind: "member", start: node.start, end: this.at, object: node, name: written.replace(/^[.:]+/, "").toLowerCase(), nameStart, nameEnd, args };
      } else if (char === "[" && !isText) {
        const end = this.text.indexOf("]", this.at);
        if (end < 0 || end - this.at > 200) break;
        this.at = end + 1;
        node = { kind: "member", start: node.start, end: this.at, object: node, name: "", nameStart: this.at, nameEnd: this.at, args: null };
      } else break;
    }
    return node;
  }

  private list(): Node[] {
    const open = this.at++;
    const body = this.nested(")");
    return body.length === 0 ? [] : [{ kind: "group", start: open, end: this.at, body } satisfies Group];
  }

  protected simple(): Node | null {
    const start = this.at;
    const char = this.text[start] ?? "";
    if (char === "(" || ((char === "$" || char === "@") && this.text[start + 1] === "(")) {
      this.at += char === "(" ? 1 : 2;
      const body = this.nested(")");
      return { kind: "group", start, end: this.at, body };
    }
    if (char === "{") {
      this.at++;
      const body = this.nested("}");
      return { kind: "block", start, end: this.at, body } satisfies Block;
    }
    if (char === "@" && this.text[start + 1] === "{") return this.table(start);
    const quoted = this.quoted(start);
    if (quoted !== null) return quoted;
    if (/["'\u2018-\u201e]/.test(char)) return this.passed(start);
    const variable = this.length(VARIABLE);
    if (variable > 0) {
      this.at += variable;
      return { kind: "variable", start, end: this.at, name: variableName(this.text.slice(start, this.at)), splat: char === "@" };
    }
    const type = this.length(TYPE);
    if (type > 0) {
      this.at += type;
      const name = this.text.slice(start + 1, this.at - 1).toLowerCase().replace(/^system\./, "");
      // `[type]$x`, `[type](…)`: a cast is what it is of
      const cast = /[$(@"'[]/.test(this.text[this.at] ?? "") ? this.simple() : null;
      return cast ?? { kind: "type", start, end: this.at, name };
    }
    return this.word(start);
  }

  private passed(start: number): Text {
    this.at = start + 1;
    return { kind: "text", start, end: this.at, quoted: false, text: "", inner: { start, end: start }, exact: true, parts: [] };
  }

  private table(start: number): Node {
    this.at += 2;
    const entries: { key: string; value: Node }[] = [];
    this.blanks(true);
    for (let key = this.length(KEY); key > 0 && this.depth < DEEPEST; key = this.length(KEY)) {
      const from = this.at;
      this.at += key;
      this.blanks(false);
      const body: Statement[] = [];
      this.depth++;
      this.statement(body);
      this.depth--;
      entries.push({ key: this.text.slice(from, from + key).replace(/["'=\s]/g, "").toLowerCase(), value: { kind: "group", start: from + key, end: this.at, body } });
      this.at += this.length(/[\s;]+/y);
      this.blanks(true);
    }
    this.nested("}");
    return { kind: "table", start, end: this.at, entries };
  }
}
