import type { Encoded, Match, TraceStep } from "../../model.js";
import { openEncodedCommand } from "../../payload/encoded-command.js";
import { openExpression } from "../../payload/open.js";
import { patternsOf, type Role, roleOf, type Roles } from "../../query/role.js";
import { SourceBuilder, type Source } from "../../source.js";
import type { Injection } from "../analysis.js";
import type { Place } from "../ir.js";
import type { CodeTools } from "../tools.js";
import type { Captured } from "../../query/captured.js";
import { isFetched, writtenFile } from "./fetching.js";
import type { Command, Definition, Member, Node, Pipeline, Statement } from "./syntax.js";
import { endOf, filled, isOption, known, words } from "./texts.js";
import { carried, NOTHING_KNOWN, type Held, type Value } from "./values.js";

/** Blocks in blocks, and code in strings, are followed so deep. */
const DEEPEST = 40;
/** Steps, so many and so many for each character. */
const BUDGET = { least: 20_000, perCharacter: 20 };
const PASSED_ON: ReadonlySet<string> = new Set(["_", "input", "psitem"]);
/** What a pipe brings to a command, and where the span of a match would begin. */
interface Input {
  readonly value: Value;
  readonly start: number;
}

/** The arguments of a method, which stand as one list in its parentheses. */
function listed(args: readonly Node[]): readonly Node[] {
  return args.flatMap((arg) => (arg.kind === "group" ? arg.body.flatMap((each) => (each.kind === "pipeline" ? each.stages.map(({ head }) => head) : [])) : [arg])).flatMap((arg) => (arg.kind === "sum" ? arg.operands : [arg]));
}

/** An operand by its number, where it is a word. */
function plainOperand(args: readonly Node[], at: number): string | null {
  const operand = args.filter((arg) => !isOption(arg))[at];
  return operand?.kind === "text" ? operand.text : null;
}

/** `[a.b]::c.d` of a call: null for one that begins with anything but a type. */
function staticPath({ object, name }: Member): string | null {
  if (object.kind === "type") return `[${object.name}]::${name}`;
  const path = object.kind === "member" && object.args === null ? staticPath(object) : null;
  return path === null ? null : `${path}.${name}`;
}

/** Follows the values of a script, statement by statement. */
export class Flow {
  readonly matches: Match[] = [];
  readonly injections: Injection[] = [];
  private readonly variables = new Map<string, Value>();
  private readonly aliases = new Map<string, string>();
  private readonly functions = new Map<string, Definition>();
  /** What patterns say of static calls that stand in no tree, by the call. */
  private readonly written = new Map<string, Roles>();
  private depth = 0;
  private left: number;

  constructor(
    private readonly source: Source,
    private readonly tools: CodeTools,
    private readonly captured: Captured,
  ) {
    this.left = BUDGET.least + BUDGET.perCharacter * source.text.length;
  }

  /** Runs statements; what they put out. */
  run(statements: readonly Statement[]): Value {
    let output = NOTHING_KNOWN;
    for (const statement of statements) {
      if (this.left-- < 0 || this.depth > DEEPEST) break;
      this.depth++;
      const value = this.statement(statement);
      this.depth--;
      output = output.held === null ? value : output;
    }
    return output;
  }

  private statement(statement: Statement): Value {
    if (statement.kind === "pipeline") return this.pipeline(statement);
    if (statement.kind === "assignment") return this.assign(statement);
    this.functions.set(statement.name, statement);
    this.run(statement.body);
    return NOTHING_KNOWN;
  }

  private assign({ target, grows, value: statements }: Extract<Statement, { kind: "assignment" }>): Value {
    const value = this.run(statements);
    if (target !== null) this.variables.set(target, grows && value.held === null ? (this.variables.get(target) ?? value) : value);
    return NOTHING_KNOWN;
  }

  private pipeline({ stages }: Pipeline): Value {
    let input: Input | null = null;
    for (const stage of stages) {
      const value: Value = this.stage(stage, input);
      const start: number = input !== null && input.value.held !== null ? input.start : stage.start;
      input = { value, start };
    }
    return input?.value ?? NOTHING_KNOWN;
  }

  private stage(stage: Command, input: Input | null): Value {
    const { call, head, args } = stage;
    if (head.kind === "text" && (call !== null || !head.quoted)) return this.command(stage, head.text, input);
    const value = this.evaluate(head);
    if (call === null) return value;
    if (value.created !== null && value.held !== null) this.report(stage.start, endOf(head, value), value.held, stage, value.created);
    else if (value.created !== null && value.text !== null) this.code(value.text, stage);
    else if (value.block !== null) return this.given(input, () => this.run(value.block?.body ?? []));
    else if (value.text !== null) return this.command(stage, value.text.text, input);
    return carried(args.map((arg) => this.evaluate(arg)));
  }

  /** Runs with the pipe's input under the names by which a block takes it. */
  private given(input: Input | null, run: () => Value): Value {
    const before = this.variables.get("_");
    this.variables.set("_", input?.value ?? NOTHING_KNOWN);
    const value = run();
    if (before === undefined) this.variables.delete("_");
    else this.variables.set("_", before);
    return value;
  }

  /** The role that a name has wherever it stands, or in this place. */
  private named(capture: string, name: string, place?: Place): Role | null {
    const here = place === undefined ? [] : this.captured.at(place);
    return roleOf(here, capture) ?? roleOf(this.tools.named("powershell", name), capture);
  }

  private command(stage: Command, written: string, input: Input | null): Value {
    const bare = written.slice(Math.max(written.lastIndexOf("\\"), written.lastIndexOf("/")) + 1).toLowerCase();
    const name = this.aliases.get(bare) ?? bare;
    this.runFile(stage, stage.head, written);
    const execute = this.named("sink.execute", name);
    if (execute !== null) return this.execute(stage, execute, input);
    const fetch = this.named("source.fetch", name);
    if (fetch !== null) {
      const values = stage.args.map((arg) => this.evaluate(arg));
      this.download(writtenFile(stage.args, "outfile"), stage.head, fetch);
      return isFetched(stage.args) ? this.fetched(stage.head, fetch) : carried(values.filter(({ held }) => held?.kind === "decoded").slice(0, 0));
    }
    const kind = this.named("sink.shell", name) ?? this.named("flow.define", name) ?? this.named("sink.starter", name);
    if (kind?.capture === "sink.shell") return this.ownShell(stage, stage.args, kind, input);
    if (kind?.capture === "sink.starter") return this.start(stage);
    if (kind?.capture === "flow.define") this.define(stage.args);
    const transfer = this.named("source.download", name);
    if (transfer !== null) this.download(writtenFile(stage.args, "destination") ?? plainOperand(stage.args, 1), stage.head, transfer);
    if (this.named("flow.verify", name) !== null) this.tools.downloads?.check(words(stage.args).map((word) => word ?? ""));
    if (this.named("flow.barrier", name) !== null) {
      for (const arg of stage.args) this.evaluate(arg);
      return NOTHING_KNOWN;
    }
    const compiled = this.named("sink.compiler", name);
    const values = stage.args.map((arg) => (arg.kind === "block" ? this.given(input, () => this.run(arg.body)) : this.evaluate(arg)));
    if (compiled !== null) {
      const at = values.findIndex((value, each) => value.held !== null && stage.args[each]?.kind !== "block");
      const [arg, value] = [stage.args[at], values[at]];
      if (arg !== undefined && value !== undefined && value.held !== null) this.report(stage.start, endOf(arg, value), value.held, stage, compiled);
      return NOTHING_KNOWN;
    }
    if (this.external(stage, name, input)) return NOTHING_KNOWN;
    const defined = this.functions.get(name);
    if (defined !== undefined) return this.call(defined, stage, values);
    const fetches = this.tools.fetches?.([written, ...words(stage.args)]) ?? null;
    if (fetches !== null) return this.fetched(stage.head, fetches);
    const [first] = values;
    const passed = carried([...(input === null ? [] : [input.value]), ...values]);
    return values.length === 1 && passed.held === null && first !== undefined && this.named("flow.same", name) !== null ? first : passed;
  }

  /** A function of the text, with what it is given. */
  private call({ parameters, body }: Definition, { args }: Command, values: readonly Value[]): Value {
    let next = 0;
    args.forEach((arg, at) => {
      const option = isOption(arg) && arg.kind === "text" ? arg.text.slice(1).toLowerCase() : null;
      if (option !== null && parameters.includes(option)) this.set(option, values[at + 1]);
      const before = args[at - 1];
      const isValue = before !== undefined && isOption(before);
      if (option === null && !isValue) this.set(parameters[next++], values[at]);
    });
    return this.run(body);
  }

  private set(name: string | undefined, value: Value | undefined): void {
    if (name !== undefined && value !== undefined) this.variables.set(name, value);
  }

  /** `… | python -`, `… | bash`: a program that is none of PowerShell's reads its standard input as code. */
  private external(stage: Command, name: string, input: Input | null): boolean {
    if (input === null || input.value.held === null) return false;
    const role = this.tools.interprets?.([name, ...words(stage.args)]) ?? null;
    if (role === null) return false;
    this.report(input.start, stage.head.end, input.value.held, stage, role);
    return true;
  }

  /** `iex CODE`, `… | iex`. */
  private execute(stage: Command, role: Role, input: Input | null): Value {
    const operand = stage.args.find((arg) => !isOption(arg));
    const value = operand === undefined ? null : this.evaluate(operand);
    if (operand !== undefined && value !== null) {
      if (value.held !== null) this.report(stage.start, endOf(operand, value), value.held, stage, role);
      else if (value.text !== null) this.code(value.text, stage);
    } else if (input !== null) {
      if (input.value.held !== null) this.report(input.start, stage.head.end, input.value.held, stage, role);
      else if (input.value.text !== null) this.code(input.value.text, stage);
    }
    return NOTHING_KNOWN;
  }

  /** `powershell -c "…"`, `pwsh -EncodedCommand …`, `… | powershell -Command -`. */
  private ownShell(stage: Command, args: readonly Node[], role: Role, input: Input | null): Value {
    const program = this.tools.program?.(words(args)) ?? null;
    if (program === null) return NOTHING_KNOWN;
    const operand = "at" in program ? args[program.at] : undefined;
    if (program.kind === "stdin" && input?.value.held) this.report(input.start, stage.head.end, input.value.held, stage, role);
    if (operand?.kind === "text" && program.kind === "file") this.runFile(stage, operand, operand.text);
    if (operand === undefined || program.kind === "file") return NOTHING_KNOWN;
    if (program.kind === "encoded") {
      const step: TraceStep = { step: "decode", span: this.span(operand), message: "the program stands here in an encoding" };
      this.report(stage.start, operand.end, { kind: "decoded", variable: null, role, ...this.program(operand), steps: [step] }, stage, null);
    } else if (operand.kind === "block") this.run(operand.body);
    else if (operand.kind === "text" && !operand.quoted) this.code(this.source.slice(operand.start, args.at(-1)?.end ?? operand.end), stage);
    else {
      const value = this.evaluate(operand);
      if (value.text !== null && (operand.kind !== "text" || operand.parts.length === 0 || value.held === null || /[|;(]/.test(value.text.text))) this.code(value.text, stage);
      else if (value.held !== null) this.report(stage.start, endOf(operand, value), value.held, stage, role);
    }
    return NOTHING_KNOWN;
  }

  /** `Start-Process powershell -ArgumentList '-c', '…'`: the program and its words. */
  private start(stage: Command): Value {
    const named = (pattern: RegExp): number => stage.args.findIndex((arg) => arg.kind === "text" && !arg.quoted && pattern.test(arg.text));
    const list = named(/^-a(?:rg(?:s|umentlist)?)?$/i);
    const file = named(/^-(?:f(?:ilepath)?|path)$/i);
    const program = stage.args[file >= 0 ? file + 1 : 0];
    const behind = stage.args.slice(list >= 0 ? list + 1 : file >= 0 ? file + 2 : 1);
    const end = behind.findIndex((arg) => arg.kind === "text" && !arg.quoted && /^-(?:verb|wait|windowstyle|passthru|nonewwindow|workingdirectory|credential)$/i.test(arg.text));
    const args = listed(end < 0 ? behind : behind.slice(0, end));
    const name = program?.kind === "text" ? program.text.toLowerCase() : "";
    const role = this.named("sink.shell", name.slice(Math.max(name.lastIndexOf("\\"), name.lastIndexOf("/")) + 1));
    if (role === null && program?.kind === "text") this.runFile(stage, program, program.text);
    if (role === null) return carried(stage.args.map((arg) => this.evaluate(arg)));
    const [only] = args;
    // one string holds all words
    if (args.length === 1 && only?.kind === "text" && only.quoted) {
      const command = known(this.source, only);
      const line = /^[\s\S]*?-c(?:ommand)?\s+(["']?)/i.exec(command.text);
      if (line !== null) this.code(command.slice(line[0].length, command.text.length - (line[1] !== "" && command.text.endsWith(line[1] ?? "") ? 1 : 0)), stage);
      else if (/-e(?:c|n\w*)?\s+[A-Za-z\d+/=]{8}/i.test(command.text)) this.ownShell(stage, [{ ...only, text: "-enc" }, only], role, null);
      return carried([this.evaluate(only)]);
    }
    return this.ownShell(stage, args, role, null);
  }

  /** `Set-Alias NAME COMMAND`. */
  private define(args: readonly Node[]): void {
    const [name, value] = args.filter((arg) => arg.kind === "text" && !isOption(arg));
    if (name?.kind === "text" && value?.kind === "text") this.aliases.set(name.text.toLowerCase(), value.text.toLowerCase());
  }

  private evaluate(node: Node): Value {
    if (this.left-- < 0 || this.depth > DEEPEST) return NOTHING_KNOWN;
    switch (node.kind) {
      case "text": {
        const { held } = carried(node.parts.map((part) => this.evaluate(part)));
        return { ...NOTHING_KNOWN, held, text: node.parts.length > 0 && held === null ? filled(this.source, node, (name) => this.variables.get(name)?.text ?? null) : known(this.source, node) };
      }
      case "variable":
        return this.variable(node.name, node);
      case "group":
        return this.run(node.body);
      case "block":
        return { ...NOTHING_KNOWN, block: node };
      case "member":
        return this.member(node);
      case "sum": {
        const values = node.operands.map((operand) => this.evaluate(operand));
        const texts = values.flatMap(({ text }) => text ?? []);
        const text = node.joins && texts.length === values.length ? texts.reduce((builder, each) => builder.append(each), new SourceBuilder(this.source)).build() : null;
        return { ...carried(values), text };
      }
      case "table":
        return carried(node.entries.map(({ value }) => this.evaluate(value)));
      case "type":
      case "command":
        return NOTHING_KNOWN;
    }
  }

  private variable(name: string, { start, end }: Place): Value {
    const value = this.variables.get(PASSED_ON.has(name) ? "_" : name) ?? NOTHING_KNOWN;
    if (value.held === null) return value;
    const step: TraceStep = { step: "carry", span: this.span({ start, end }), message: `$${name} holds it` };
    return { ...value, held: { ...value.held, variable: { start, end }, steps: [...value.held.steps.slice(0, 8), step] } };
  }

  private member(node: Member): Value {
    const { object, name, args } = node;
    const place = { start: node.nameStart, end: node.nameEnd };
    const owner = this.evaluate(object);
    const given = (args ?? []).map((arg) => this.evaluate(arg));
    const value = carried([owner, ...given]);
    const roles = args === null ? [] : this.rolesOf(node);
    const decoder = roleOf(roles, "source.decoder");
    if (decoder !== null) return this.decoded(node, decoder);
    const created = roleOf(roles, "sink.block");
    if (created !== null) return { ...value, text: given[0]?.text ?? null, created };
    const call = owner.created !== null ? this.named("sink.block.method", name, place) : null;
    if (call !== null && value.held !== null) {
      this.report(object.start, node.nameEnd, value.held, node, call);
      return NOTHING_KNOWN;
    }
    if (call !== null && owner.text !== null) this.code(owner.text, node);
    const sink = args === null ? null : (roleOf(roles, "sink.execute") ?? this.named("sink.execute.method", name, place));
    if (sink !== null && value.held !== null) {
      const [given] = listed(args ?? []);
      this.report(node.start, given?.kind === "variable" && value.held.variable !== null ? given.end : node.end, value.held, node, sink);
      return NOTHING_KNOWN;
    }
    const fetch = args !== null && args.length > 0 ? this.named("source.fetch.method", name, place) : null;
    if (fetch !== null) return this.fetched(node, fetch);
    const saved = this.named("source.download.method", name, place);
    const target = saved === null ? undefined : listed(args ?? [])[1];
    if (saved !== null && target?.kind === "text") this.download(target.text, node, saved);
    if (this.named("flow.barrier.method", name, place) !== null) return NOTHING_KNOWN;
    return value.held === null ? { ...owner, block: null } : { ...value, created: owner.created };
  }

  /** What patterns say of a call: where it stands, or written down alone where a type's path leads to it and no tree holds it. */
  private rolesOf(call: Member): Roles {
    const here = this.captured.at({ start: call.nameStart, end: call.nameEnd });
    const path = staticPath(call);
    if (here.length > 0 || path === null) return here;
    const known = this.written.get(path);
    if (known !== undefined) return known;
    const place = { start: path.length - call.name.length, end: path.length };
    const roles = this.tools.parse("powershell", `${path}()`, ({ captured }) => captured.at(place)) ?? [];
    this.written.set(path, roles);
    return roles;
  }

  /** What a file is written with is remembered. */
  private download(file: string | null, place: Place, role: Role): void {
    if (file === null) return;
    this.tools.downloads?.write(file, { trace: [{ step: "fetch", span: this.span(place), message: "it fetches remote content", ...patternsOf(role) }] });
  }

  /** `.\FILE`, `Start-Process FILE`, `powershell -File FILE`: worth a word where the file was downloaded (rule 17). */
  private runFile(stage: Command, { end }: Place, file: string): void {
    const downloaded = this.tools.downloads?.find(file) ?? null;
    if (downloaded === null) return;
    this.tools.downloads?.run(file);
    const span = this.span({ start: stage.start, end });
    const step: TraceStep = { step: "execute", span, message: "PowerShell runs the file that was downloaded", cardRule: 17 };
    this.matches.push({ rule: "bash/fetch-file-run", level: "advisory", span, trace: [...downloaded.trace, step] });
  }

  private fetched(place: Place, role: Role): Value {
    const step: TraceStep = { step: "fetch", span: this.span(place), message: "it fetches remote content", ...patternsOf(role) };
    return { ...NOTHING_KNOWN, held: { kind: "fetched", variable: null, role, steps: [step] } };
  }

  private decoded(place: Place, role: Role): Value {
    const step: TraceStep = { step: "decode", span: this.span(place), message: "it decodes a payload", ...patternsOf(role) };
    return { ...NOTHING_KNOWN, held: { kind: "decoded", variable: null, role, encoded: { at: place.start }, steps: [step] } };
  }

  /** A text that is executed is read itself. */
  private code(source: Source, place: Place): void {
    const via: TraceStep = { step: "inject", span: this.span(place), message: "it hands the string on as PowerShell" };
    this.injections.push({ language: "powershell", source, via });
  }

  private span({ start, end }: Place): readonly [number, number] {
    return this.source.origin(start, end);
  }

  private report(start: number, end: number, held: Held, sink: Place, role: Role | null): void {
    const rule = role?.rule ?? held.role.rule ?? (held.kind === "fetched" ? "powershell/fetch-execute" : "powershell/decode-execute");
    const step: TraceStep = { step: "execute", span: this.span(sink), message: "PowerShell executes it", ...patternsOf(role) };
    this.matches.push({ rule, span: this.span({ start, end }), trace: [...held.steps, step], ...this.encoded(held, sink.start) });
  }

  /** The text of an operand that is a program in an encoding, where it is known. */
  private program(operand: Node): Pick<Held, "encoded"> {
    const { text } = this.evaluate(operand);
    return text === null ? {} : { encoded: { program: text.text } };
  }

  private encoded({ encoded, variable }: Held, sink: number): { readonly encoded?: Encoded } {
    if (encoded === undefined) return {};
    const { text } = this.source;
    const open: Encoded["open"] = "program" in encoded ? () => openEncodedCommand(encoded.program) : () => openExpression(text, { from: variable?.start ?? encoded.at, sink, tag: "powershell" });
    return { encoded: { tag: "powershell", open } };
  }
}
