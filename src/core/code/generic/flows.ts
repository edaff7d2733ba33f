import type { Encoded, Match, TraceStep } from "../../model.js";
import { openExpression } from "../../payload/open.js";
import { patternsOf, type Role, roleOf } from "../../query/role.js";
import type { NameTable } from "../../query/words.js";
import type { Source } from "../../source.js";
import type { Place } from "../ir.js";
import { ArgumentReader } from "./arguments.js";
import type { Dialect } from "./dialect.js";
import { tokenize, type Token } from "./tokens.js";

/** What a name or a call holds: a text that was fetched or decoded. */
interface Held extends Place {
  readonly role: Role;
  readonly steps: readonly TraceStep[];
}

/** A name with what qualifies it: `Net::HTTP.get` as `Net.HTTP.get`, with the tokens it is made of. */
interface Path {
  readonly parts: readonly string[];
  /** Index of the first and of the last token. */
  readonly first: number;
  readonly last: number;
}

const JOINTS: ReadonlySet<string> = new Set([".", "::", "->", ":"]);
const ASSIGNING: ReadonlySet<string> = new Set(["=", ":=", "<-"]);
const ADDRESS = /^(?:(?:https?|ftp):\/\/.|php:\/\/input$)/i;
const SHELLS = /^(?:\S*\/)?(?:ba|da|k|z)?sh(?:\.exe)?$|^(?:cmd|powershell|pwsh)(?:\.exe)?$/i;
/** Calls whose text a shell executes. */
const SHELL_CALLS = /^@?(?:system|exec|spawn|shell_exec|passthru|popen|proc_open)$/;
/** Parts of a name at most. */
const LONGEST_PATH = 8;
/** Tokens of one call that are looked at. */
const LONGEST_CALL = 2000;
/** Looks at tokens in all, for each token there is. */
const WORK = 20;

/** Follows what calls fetch and decode to calls that execute it, in a language without a grammar: from name to name, in the order of the text. */
export class FlowReader {
  readonly matches: Match[] = [];
  private readonly held = new Map<string, Held>();
  private readonly texts = new Map<string, string>();
  private work: number;

  constructor(
    private readonly source: Source,
    private readonly tokens: readonly Token[],
    private readonly args: ArgumentReader,
    private readonly dialect: Dialect,
    private readonly table: NameTable,
  ) {
    this.work = WORK * tokens.length + LONGEST_CALL;
  }

  read(): readonly Match[] {
    for (const [at, token] of this.tokens.entries()) {
      if (this.work < 0) break;
      if (token.kind === "sign" && ASSIGNING.has(token.text)) this.assign(at);
      else if (token.executes) this.execute(token, at, at + 1, null);
      else if (token.kind === "word" && !this.isMemberOf(at + 1)) this.call(at);
    }
    return this.matches;
  }

  /** Whether a longer name goes on at a joint. */
  private isMemberOf(joint: number): boolean {
    return this.isJoint(joint) && this.tokens[joint + 1]?.kind === "word";
  }

  private isJoint(at: number): boolean {
    const [before, joint, next] = [this.tokens[at - 1], this.tokens[at], this.tokens[at + 1]];
    return joint !== undefined && JOINTS.has(joint.text) && joint.start === before?.end && joint.end === next?.start;
  }

  /** `name = value`, `first, second := value`: what the value holds, the names hold. */
  private assign(sign: number): void {
    const next = this.tokens[sign + 1];
    if (next === undefined || next.text === "=" || next.text === "~" || ["=", "!", "<", ">"].includes(this.tokens[sign - 1]?.text ?? "")) return;
    const grows = [".", "+", "|", "?"].includes(this.tokens[sign - 1]?.text ?? "");
    const end = this.args.commandEnd(sign + 1);
    const value = this.valueOf(sign + 1, Math.min(end, sign + LONGEST_CALL));
    for (let at = grows ? sign - 2 : sign - 1; this.tokens[at]?.kind === "word"; at -= 2) {
      const name = nameOf(this.tokens[at]?.text ?? "");
      if (value !== null) this.held.set(name, value);
      else if (!grows) this.held.delete(name);
      if (next.kind === "string" && next.value !== null) this.texts.set(name, next.value.source.text);
      else this.texts.delete(name);
      if (this.tokens[at - 1]?.text !== ",") break;
    }
  }

  /** The name that ends at a token. */
  private pathAt(last: number): Path {
    let first = last;
    const parts = [nameOf(this.tokens[last]?.text ?? "")];
    while (parts.length < LONGEST_PATH && this.isJoint(first - 1)) {
      let owner = first - 2;
      // `HTTP::Tiny->new()->get(…)`
      if (this.tokens[owner]?.text === ")" && this.tokens[owner - 1]?.text === "(") owner -= 2;
      if (this.tokens[owner]?.kind !== "word") break;
      parts.unshift(nameOf(this.tokens[owner]?.text ?? ""));
      first = owner;
    }
    return { parts, first, last };
  }

  /** The role of a name by its last parts, by its first ones, or by its method alone. */
  private roleOf({ parts, first }: Path, capture: string): Role | null {
    const isMethod = parts.length > 1 || this.isJoint(first - 1);
    for (let from = 0; from < parts.length; from++) {
      if (from === parts.length - 1 && isMethod) break;
      const role = this.named(capture, parts.slice(from).join("."));
      if (role !== null) return role;
    }
    for (let to = parts.length - 1; to > 0 && capture.startsWith("source."); to--) {
      const role = to === 1 && /^[a-z]/.test(parts[0] ?? "") ? null : this.named(capture, parts.slice(0, to).join("."));
      if (role !== null) return role;
    }
    return isMethod ? this.named(`${capture}.method`, parts.at(-1) ?? "") : null;
  }

  private named(capture: string, name: string): Role | null {
    return roleOf(this.table.get(name) ?? [], capture);
  }

  /** Where the arguments of a call stand whose name ends at a token: in parentheses, or up to the end of the statement. */
  private range(last: number): readonly [from: number, to: number] | null {
    const next = this.tokens[last + 1];
    if (next === undefined) return null;
    if (next.text === "(") {
      const close = this.args.closing(last + 1);
      return close < 0 ? null : [last + 2, close];
    }
    const token = this.tokens[last];
    const adjacent = next.kind === "string" || next.kind === "word";
    if (!adjacent || next.start === token?.end) return null;
    return [last + 1, Math.min(this.args.commandEnd(last + 1), last + LONGEST_CALL)];
  }

  private call(last: number): void {
    const path = this.pathAt(last);
    if (DEFINING.has(this.tokens[path.first - 1]?.text ?? "")) return;
    const role = this.roleOf(path, "sink.execute");
    const address = this.roleOf(path, "source.address");
    if (role === null && address === null) return;
    const range = this.range(last);
    if (range === null) return;
    const [from, to] = range;
    if (address !== null) this.runAddress(last, from, to, address);
    const shellOnly = role?.settings["of"] === "shell";
    if (role !== null && (!shellOnly || this.tokens.slice(from, to).some(({ value }) => value !== null && SHELLS.test(value.source.text)))) this.execute(this.tokens[last], from, to, role);
  }

  /** `include 'https://…'`: from the word to the end of the address. */
  private runAddress(last: number, from: number, to: number, role: Role): void {
    const word = this.tokens[last];
    const first = this.tokens.slice(from, to).find(({ kind }) => kind === "string");
    if (word === undefined || first?.value === undefined || first.value === null || !ADDRESS.test(first.value.source.text)) return;
    const span = this.source.origin(word.start, first.end);
    this.matches.push({ rule: role.rule ?? "", span, trace: [{ step: "execute", span: this.source.origin(word.start, word.end), message: `"${word.text}" fetches the program at this address and runs it`, ...patternsOf(role) }] });
  }

  private execute(sink: Token | undefined, from: number, to: number, role: Role | null): void {
    const value = this.valueOf(from, to);
    if (sink === undefined || value === null) return;
    // PHP's `@` only hides errors
    const span = this.source.origin(sink.start + (sink.text.startsWith("@") ? 1 : 0), value.end);
    const step: TraceStep = { step: "execute", span: this.source.origin(sink.start, sink.end), message: `"${sink.executes ? "`…`" : sink.text}" executes it`, ...patternsOf(role) };
    const decoded = value.role.capture === "source.decoder" || value.role.capture === "source.decoder.method";
    this.matches.push({ rule: role?.rule ?? value.role.rule ?? "", span, trace: [...value.steps, step], ...(decoded && { encoded: this.encoded(value.start, sink) }) });
  }

  private encoded(from: number, { start, text: name, executes }: Token): Encoded {
    const { text } = this.source;
    return { tag: executes || SHELL_CALLS.test(name) ? "bash" : this.dialect.calls, open: () => openExpression(text, { from, sink: start, tag: this.dialect.calls }) };
  }

  /** What a run of tokens holds: the innermost call of a source, else a name that holds something. */
  private valueOf(from: number, to: number): Held | null {
    let found: { readonly held: Held; readonly depth: number } | null = null;
    let depth = 0;
    this.work -= to - from;
    for (let at = from; at < to; at++) {
      const token = this.tokens[at];
      if (token === undefined) break;
      if (token.text === "(" || token.text === "[") depth++;
      else if (token.text === ")" || token.text === "]") depth--;
      else if (token.kind === "string") {
        const inside = this.inHoles(token);
        if (inside !== null && (found === null || found.depth < depth)) found = { held: inside, depth };
      } else if (token.kind === "word" && !this.isMemberOf(at + 1)) {
        const path = this.pathAt(at);
        if (this.roleOf(path, "flow.barrier") !== null || this.roleOf(path, "flow.quote") !== null) {
          const open = this.tokens[at + 1]?.text === "(" ? this.args.closing(at + 1) : -1;
          if (open > 0) at = open;
          continue;
        }
        const held: Held | null = this.sourceAt(path) ?? (depth > 0 && found !== null ? null : this.nameAt(path));
        if (held !== null && (found === null || (held.role !== found.held.role && depth > found.depth) || found.depth < depth)) found = { held, depth };
      }
    }
    return found?.held ?? null;
  }

  /** A call that fetches or decodes. */
  private sourceAt(path: Path): Held | null {
    const decoder = this.roleOf(path, "source.decoder");
    const role = decoder ?? this.roleOf(path, "source.fetch");
    const [first, last] = [this.tokens[path.first], this.tokens[path.last]];
    if (role === null || first === undefined || last === undefined) return null;
    if (role.settings["of"] === "address" && !this.namesAddress(path.last)) return null;
    if (decoder !== null && this.range(path.last) === null) return null;
    const module = decoder !== null && this.named("source.module", path.parts[0] ?? "") !== null;
    const place = { start: first.start, end: module ? first.end : last.end };
    const span = this.source.origin(place.start, place.end);
    const step: TraceStep = decoder === null ? { step: "fetch", span, message: `"${path.parts.join(".")}" fetches remote content`, ...patternsOf(role) } : { step: "decode", span, message: `"${path.parts.join(".")}" decodes a payload`, ...patternsOf(role) };
    return { ...place, role, steps: [step] };
  }

  /** Whether the first argument of a call is an address: written there, or held by a name. */
  private namesAddress(last: number): boolean {
    const first = this.range(last)?.[0];
    const token = first === undefined ? undefined : this.tokens[first];
    const text = token?.kind === "string" ? token.value?.source.text : this.texts.get(nameOf(token?.text ?? ""));
    return text !== undefined && ADDRESS.test(text);
  }

  private nameAt({ parts, first, last }: Path): Held | null {
    const held = this.held.get(parts[0] ?? "");
    const token = this.tokens[first];
    if (held === undefined || token === undefined || (this.tokens[last + 1]?.text === "(" && parts.length === 1)) return null;
    const step: TraceStep = { step: "carry", span: this.source.origin(token.start, token.end), message: `"${token.text}" holds it` };
    return { ...held, start: token.start, end: token.end, steps: [...held.steps.slice(0, 8), step] };
  }

  /** `"#{Base64.decode64(x)}"`: what the expressions in a string hold. */
  private inHoles(token: Token): Held | null {
    for (const part of token.parts ?? []) {
      if (part.kind !== "hole") continue;
      const marks = /^[#$]\{/.test(this.source.text.slice(part.start, part.start + 2)) ? 2 : 0;
      const start = part.start + marks;
      const tokens = tokenize(this.source.slice(start, part.end - (marks > 0 ? 1 : 0)), this.dialect).map((each) => ({ ...each, start: each.start + start, end: each.end + start }));
      const reader = new FlowReader(this.source, tokens, new ArgumentReader(this.source, tokens, this.dialect, this.args.words), this.dialect, this.table);
      for (const [name, value] of this.held) reader.held.set(name, value);
      const held = reader.valueOf(0, tokens.length);
      if (held !== null) return held;
    }
    return null;
  }
}

/** Words before a name that is defined there. */
const DEFINING: ReadonlySet<string> = new Set(["def", "function", "func", "sub", "use", "import"]);

/** A name without its sigils. */
function nameOf(word: string): string {
  return word.replace(/^[$@&]+/, "");
}
