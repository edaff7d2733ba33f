import type { Encoded, Match, TraceStep } from "../../model.js";
import { openEncodedCommand } from "../../payload/encoded-command.js";
import { openExpression } from "../../payload/open.js";
import { patternsOf, type Role, roleOf } from "../../query/role.js";
import { fileName } from "../../scan.js";
import { SourceBuilder, type Source } from "../../source.js";
import type { Injection } from "../analysis.js";
import type { Place } from "../ir.js";
import type { CodeTools } from "../tools.js";
import type { Captured } from "../../query/captured.js";
import { isAsked, isFetched, transferredFile, writtenFile } from "./fetching.js";
import type { Command, Definition, Member, Node, Pipeline, Statement } from "./syntax.js";
import { endOf, known, operands, optionName, words } from "./texts.js";
import { carried, NOTHING_KNOWN, type Held, type Value } from "./values.js";

/** Blocks in blocks, and values in values, are followed so deep. */
const DEEPEST = 40;
/** Steps, so many and so many for each character; a text that is put together takes one for each of its characters. */
const BUDGET = { least: 20_000, perCharacter: 20 };
const FETCHES = "it fetches remote content";
/** Names of what a pipe brings. */
const PASSED_ON: ReadonlySet<string> = new Set(["_", "input", "psitem"]);
/** Options of `Start-Process` that are none of the program's. */
const STARTS = [
  "verb",
  "wait",
  "windowstyle",
  "passthru",
  "nonewwindow",
  "workingdirectory",
  "credential",
];
/** What a pipe brings to a command, and where the span of a match would begin. */
type Input = { readonly value: Value; readonly start: number };

/** The arguments of a method, which stand as one list in its parentheses. */
function listed(args: readonly Node[]): readonly Node[] {
  return args
    .flatMap((arg) =>
      arg.kind === "group"
        ? arg.body.flatMap((each) =>
            each.kind === "pipeline" ? each.stages.map(({ head }) => head) : [],
          )
        : [arg],
    )
    .flatMap((arg) => (arg.kind === "sum" ? arg.operands : [arg]));
}

/** Follows the values of a script, statement by statement. */
export class Flow {
  readonly matches: Match[] = [];
  readonly injections: Injection[] = [];
  private readonly variables = new Map<string, Value>();
  private readonly aliases = new Map<string, string>();
  private readonly functions = new Map<string, Definition>();
  /** Functions that are running: one that calls itself is not run again. */
  private readonly running = new Set<Definition>();
  private depth = 0;
  private left: number;
  /** A bound was hit: what lies beyond was not followed. */
  tooDeep = false;
  tooLong = false;

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
      const value = this.bounded(() => this.statement(statement));
      output = output.held === null ? value : output;
    }
    return output;
  }

  private bounded(follow: () => Value): Value {
    this.tooLong ||= this.left-- < 0;
    this.tooDeep ||= this.depth >= DEEPEST;
    if (this.tooLong || this.depth >= DEEPEST) return NOTHING_KNOWN;
    this.depth++;
    const value = follow();
    this.depth--;
    return value;
  }

  private statement(statement: Statement): Value {
    if (statement.kind === "pipeline") return this.pipeline(statement);
    if (statement.kind === "assignment") return this.assign(statement);
    this.functions.set(statement.name, statement);
    this.run(statement.body);
    return NOTHING_KNOWN;
  }

  private assign({
    target,
    grows,
    value: statements,
  }: Extract<Statement, { kind: "assignment" }>): Value {
    const value = this.run(statements);
    if (target !== null)
      this.variables.set(
        target,
        grows && value.held === null ? (this.variables.get(target) ?? value) : value,
      );
    return NOTHING_KNOWN;
  }

  private pipeline({ stages }: Pipeline): Value {
    let input: Input | null = null;
    for (const each of stages) {
      const stage = this.unwrapped(each);
      const written: Value = this.stage(stage, input);
      if (stage.file !== null && written.held !== null)
        this.download(stage.file, stage, written.held.role);
      const value = stage.file === null ? written : NOTHING_KNOWN;
      const start: number = input !== null && input.value.held !== null ? input.start : stage.start;
      input = { value, start };
    }
    return input?.value ?? NOTHING_KNOWN;
  }

  /** `powershell -c irm URL`: the command that it runs, where that stands in words of its own. */
  private unwrapped(stage: Command): Command {
    const { head, args } = stage;
    const isShell =
      head.kind === "text" && this.named("sink.shell", fileName(head.text).toLowerCase()) !== null;
    const program = isShell ? this.tools.program?.(words(args)) : null;
    const at = program?.kind === "words" && program.at !== undefined ? program.at : args.length;
    const operand = args[at];
    if (operand?.kind !== "text" || operand.quoted !== null) return stage;
    return {
      ...stage,
      called: false,
      start: operand.start,
      head: operand,
      args: args.slice(at + 1),
    };
  }

  private stage(stage: Command, input: Input | null): Value {
    const { called, head, args } = stage;
    if (head.kind === "text" && (called || head.quoted === null))
      return this.command(stage, head.text, input);
    const value = this.evaluate(head);
    if (!called) return value;
    if (value.created !== null)
      this.executed(value, stage.start, endOf(head, value), stage, value.created);
    else if (value.block !== null)
      return this.given(input, () => this.run(value.block?.body ?? []));
    else if (value.text !== null) return this.command(stage, value.text.text, input);
    return carried(args.map((arg) => this.evaluate(arg)));
  }

  /** Runs with the pipe's input under the names by which a block takes it. */
  private given(input: Input | null, run: () => Value): Value {
    const before = this.variables.get("_") ?? NOTHING_KNOWN;
    this.variables.set("_", input?.value ?? NOTHING_KNOWN);
    const value = run();
    this.variables.set("_", before);
    return value;
  }

  /** The role that a name has wherever it stands, or in this place. */
  private named(capture: string, name: string, place?: Place): Role | null {
    const here = place === undefined ? [] : this.captured.at(place);
    return roleOf(here, capture) ?? roleOf(this.tools.named("powershell", name), capture);
  }

  private command(stage: Command, written: string, input: Input | null): Value {
    const bare = fileName(written).toLowerCase();
    const name = this.aliases.get(bare) ?? bare;
    this.runFile(stage, stage.head, written);
    const execute = this.named("sink.execute", name);
    if (execute !== null) return this.execute(stage, execute, input);
    const fetch = this.named("source.fetch", name);
    if (fetch !== null) {
      for (const arg of stage.args) this.evaluate(arg);
      this.download(writtenFile(stage.args, fetch), stage.head, fetch);
      return isFetched(stage.args, fetch)
        ? this.brought("fetched", stage.head, fetch)
        : NOTHING_KNOWN;
    }
    const kind =
      this.named("sink.shell", name) ??
      this.named("flow.define", name) ??
      this.named("sink.starter", name);
    if (kind?.capture === "sink.shell") return this.ownShell(stage, stage.args, kind, input);
    if (kind?.capture === "sink.starter") return this.start(stage);
    const [alias, meant] = kind?.capture === "flow.define" ? operands(stage.args) : [];
    if (alias !== undefined && meant !== undefined)
      this.aliases.set(alias.toLowerCase(), meant.toLowerCase());
    const transfer = this.named("source.download", name);
    if (transfer !== null)
      this.download(transferredFile(stage.args, transfer), stage.head, transfer);
    const verify = this.named("flow.verify", name);
    if (verify !== null && isAsked(stage.args, verify))
      this.tools.downloads?.check(words(stage.args).map((word) => word ?? ""));
    if (this.named("flow.barrier", name) !== null) {
      for (const arg of stage.args) this.evaluate(arg);
      return NOTHING_KNOWN;
    }
    const compiled = this.named("sink.compiler", name);
    const values = stage.args.map((arg) =>
      arg.kind === "block" ? this.given(input, () => this.run(arg.body)) : this.evaluate(arg),
    );
    if (compiled !== null) {
      const at = values.findIndex(
        (value, each) => value.held !== null && stage.args[each]?.kind !== "block",
      );
      const [arg, held] = [stage.args[at], values[at]];
      return arg === undefined || held === undefined
        ? NOTHING_KNOWN
        : this.executed(held, stage.start, endOf(arg, held), stage, compiled);
    }
    if (this.named("flow.same", name) !== null)
      return input?.value ?? values.find((value) => value.text !== null) ?? carried(values);
    // a program that is none of PowerShell's reads its standard input as code: `… | python -`
    const external =
      input === null || input.value.held === null
        ? null
        : (this.tools.interprets?.([name, ...words(stage.args)]) ?? null);
    if (input !== null && external !== null)
      return this.executed(
        input.value,
        input.start,
        (stage.args[external.at - 1] ?? stage.head).end,
        stage,
        external.role,
      );
    const defined = this.functions.get(name);
    if (defined !== undefined) return this.call(defined, stage, values);
    const fetches = this.tools.fetches?.([written, ...words(stage.args)]) ?? null;
    if (fetches !== null) return this.brought("fetched", stage.head, fetches);
    return carried([...(input === null ? [] : [input.value]), ...values]);
  }

  /** A function of the text, with what it is given: by its names, or in order. */
  private call(defined: Definition, { args }: Command, values: readonly Value[]): Value {
    if (this.running.has(defined)) return carried(values);
    const { parameters, body } = defined;
    parameters.forEach((name, at) => {
      const named = args.findIndex((arg) => optionName(arg) === name);
      this.variables.set(name, values[named < 0 ? at : named + 1] ?? NOTHING_KNOWN);
    });
    this.running.add(defined);
    const output = this.run(body);
    this.running.delete(defined);
    return output;
  }

  /** `iex CODE`, `… | iex`. */
  private execute(stage: Command, role: Role, input: Input | null): Value {
    const operand = stage.args.find((arg) => optionName(arg) === null);
    if (operand === undefined)
      return input === null
        ? NOTHING_KNOWN
        : this.executed(input.value, input.start, stage.head.end, stage, role);
    const value = this.evaluate(operand);
    return this.executed(value, stage.start, endOf(operand, value), stage, role);
  }

  /** Whatever is executed: what was fetched or decoded is a finding, a text that is known is read itself. */
  private executed(
    { held, text }: Value,
    start: number,
    end: number,
    sink: Place,
    role: Role,
  ): Value {
    if (held !== null) this.report(start, end, held, sink, role);
    else if (text !== null) {
      // code that stands elsewhere is executed here
      const [from, to] = text.origin(0, text.text.length);
      const [first, last] = this.span({ start, end });
      const isHere = first <= from && to <= last;
      this.code(
        isHere ? text : new SourceBuilder(this.source).put(text.text, start, end).build(),
        sink,
      );
    }
    return NOTHING_KNOWN;
  }

  /** `powershell -c "…"`, `pwsh -EncodedCommand …`, `… | powershell -Command -`. */
  private ownShell(stage: Command, args: readonly Node[], role: Role, input: Input | null): Value {
    const program = this.tools.program?.(words(args)) ?? null;
    if (program === null) return NOTHING_KNOWN;
    const operand = "at" in program ? args[program.at] : undefined;
    if (program.kind === "stdin" && input?.value.held)
      this.report(input.start, stage.head.end, input.value.held, stage, role);
    if (operand?.kind === "text" && program.kind === "file")
      this.runFile(stage, operand, operand.text);
    if (operand === undefined || program.kind === "file") return NOTHING_KNOWN;
    if (program.kind === "encoded") {
      const step = this.step("decode", operand, "the program stands here in an encoding");
      const { text } = this.evaluate(operand);
      const encoded = { program: text?.text ?? "" };
      this.report(
        stage.start,
        operand.end,
        { kind: "decoded", variable: null, role, encoded, steps: [step] },
        stage,
        null,
      );
    } else if (operand.kind === "block") this.run(operand.body);
    // words without quotes are a program, and so is one that begins with a type
    else if (
      (operand.kind === "text" && operand.quoted === null) ||
      this.source.text[operand.start] === "["
    )
      this.code(this.source.slice(operand.start, args.at(-1)?.end ?? operand.end), stage);
    else {
      const value = this.evaluate(operand);
      // elsewhere than in PowerShell nothing is put into a string in double quotes
      if (value.held !== null && (this.tools.beside !== true || value.text === null))
        this.report(stage.start, endOf(operand, value), value.held, stage, role);
      else if (value.text !== null) this.code(value.text, stage);
    }
    return NOTHING_KNOWN;
  }

  /** `Start-Process powershell -ArgumentList '-c', '…'`: the program and its words. */
  private start(stage: Command): Value {
    const named = (full: string, other: string): number =>
      stage.args.findIndex(
        (arg) => full.startsWith(optionName(arg) ?? "-") || optionName(arg) === other,
      );
    const list = named("argumentlist", "args");
    const file = named("filepath", "path");
    const program = stage.args[file >= 0 ? file + 1 : 0];
    const behind = stage.args.slice(list >= 0 ? list + 1 : file >= 0 ? file + 2 : 1);
    const end = behind.findIndex((arg) => STARTS.includes(optionName(arg) ?? ""));
    const args = listed(end < 0 ? behind : behind.slice(0, end));
    const role =
      program?.kind === "text"
        ? this.named("sink.shell", fileName(program.text).toLowerCase())
        : null;
    if (role === null && program?.kind === "text") this.runFile(stage, program, program.text);
    if (role === null) return carried(stage.args.map((arg) => this.evaluate(arg)));
    const [only] = args;
    if (args.length > 1 || only?.kind !== "text" || only.quoted === null)
      return this.ownShell(stage, args, role, null);
    // one string holds all words
    const line = known(this.source, only, () => null);
    const given = Array.from(line.text.matchAll(/\S+/g), ({ 0: text, index }) => ({
      ...only,
      quoted: null,
      parts: [],
      text,
      index,
    }));
    const code = this.tools.program?.(given.map(({ text }) => text)) ?? null;
    if (code?.kind !== "words") return this.ownShell(stage, given, role, null);
    const from = given[code.at ?? 0]?.index ?? 0;
    const [, , inside] = /^(["'])([\s\S]*)\1\s*$/.exec(line.text.slice(from)) ?? [];
    this.code(
      inside === undefined
        ? line.slice(from, line.text.length)
        : line.slice(from + 1, from + 1 + inside.length),
      stage,
    );
    return this.evaluate(only);
  }

  private evaluate(node: Node): Value {
    return this.bounded(() => this.valueOf(node));
  }

  private valueOf(node: Node): Value {
    switch (node.kind) {
      case "text": {
        const { held } = carried(node.parts.map((part) => this.evaluate(part)));
        const text = this.built(
          known(this.source, node, (name) => this.variables.get(name)?.text ?? null),
        );
        return { ...NOTHING_KNOWN, held, text };
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
        const text =
          node.joins && texts.length === values.length
            ? this.built(
                texts
                  .reduce((builder, each) => builder.append(each), new SourceBuilder(this.source))
                  .build(),
              )
            : null;
        return { ...carried(values), text };
      }
      case "type":
        return NOTHING_KNOWN;
    }
  }

  private built(text: Source): Source {
    this.left -= text.text.length;
    return text;
  }

  private variable(name: string, { start, end }: Place): Value {
    const value = this.variables.get(PASSED_ON.has(name) ? "_" : name) ?? NOTHING_KNOWN;
    if (value.held === null) return value;
    const steps = [
      ...value.held.steps.slice(0, 8),
      this.step("carry", { start, end }, `$${name} holds it`),
    ];
    return { ...value, held: { ...value.held, variable: { start, end }, steps } };
  }

  private member(node: Member): Value {
    const { object, name, nameAt: place, args } = node;
    const owner = this.evaluate(object);
    const given = (args ?? []).map((arg) => this.evaluate(arg));
    const value = carried([owner, ...given]);
    const roles = this.captured.at(place);
    const decoder = roleOf(roles, "source.decoder");
    if (decoder !== null) return this.brought("decoded", node, decoder);
    const created = roleOf(roles, "sink.block");
    if (created !== null) return { ...value, text: given[0]?.text ?? null, created };
    const call = owner.created !== null ? this.named("sink.block.method", name, place) : null;
    if (call !== null && value.held !== null) {
      this.report(object.start, place.end, value.held, node, call);
      return NOTHING_KNOWN;
    }
    const sink =
      args === null
        ? null
        : (roleOf(roles, "sink.execute") ?? this.named("sink.execute.method", name, place));
    if (sink !== null && value.held !== null) {
      const [given] = listed(args ?? []);
      this.report(
        node.start,
        given?.kind === "variable" && value.held.variable !== null ? given.end : node.end,
        value.held,
        node,
        sink,
      );
      return NOTHING_KNOWN;
    }
    const fetch =
      args !== null && args.length > 0 ? this.named("source.fetch.method", name, place) : null;
    if (fetch !== null) return this.brought("fetched", node, fetch);
    const saved = this.named("source.download.method", name, place);
    const target = saved === null ? undefined : listed(args ?? [])[1];
    if (saved !== null && target?.kind === "text") this.download(target.text, node, saved);
    if (this.named("flow.barrier.method", name, place) !== null) return NOTHING_KNOWN;
    return value.held === null ? { ...owner, block: null } : { ...value, created: owner.created };
  }

  /** What a file is written with is remembered. */
  private download(file: string | null, place: Place, role: Role): void {
    if (file === null) return;
    this.tools.downloads?.write(file, { trace: [this.step("fetch", place, FETCHES, role)] });
  }

  /** `.\FILE`, `Start-Process FILE`, `powershell -File FILE`: worth a word where the file was downloaded (rule 17). */
  private runFile(stage: Command, { end }: Place, file: string): void {
    const downloaded = this.tools.downloads?.find(file) ?? null;
    if (downloaded === null) return;
    this.tools.downloads?.run(file);
    const span = this.span({ start: stage.start, end });
    const step: TraceStep = {
      step: "execute",
      span,
      message: "PowerShell runs the file that was downloaded",
      cardRule: 17,
    };
    this.matches.push({
      rule: "bash/fetch-file-run",
      level: "advisory",
      span,
      trace: [...downloaded.trace, step],
    });
  }

  /** What is fetched or decoded at a place. */
  private brought(kind: Held["kind"], place: Place, role: Role): Value {
    const held = { variable: null, role, kind };
    if (kind === "fetched")
      return {
        ...NOTHING_KNOWN,
        held: { ...held, steps: [this.step("fetch", place, FETCHES, role)] },
      };
    const steps = [this.step("decode", place, "it decodes a payload", role)];
    return { ...NOTHING_KNOWN, held: { ...held, encoded: { at: place.start }, steps } };
  }

  /** A text that is executed is read itself. */
  private code(source: Source, place: Place): void {
    this.injections.push({
      language: "powershell",
      source,
      via: this.step("inject", place, "it hands the string on as PowerShell"),
    });
  }

  private span({ start, end }: Place): readonly [number, number] {
    return this.source.origin(start, end);
  }

  private step(
    step: TraceStep["step"],
    place: Place,
    message: string,
    role: Role | null = null,
  ): TraceStep {
    return { step, span: this.span(place), message, ...patternsOf(role) };
  }

  private report(start: number, end: number, held: Held, sink: Place, role: Role | null): void {
    const rule =
      role?.rule ??
      held.role.rule ??
      (held.kind === "fetched" ? "powershell/fetch-execute" : "powershell/decode-execute");
    const who = role?.capture === "sink.interpreter" ? "the program behind the pipe" : "PowerShell";
    const step = this.step("execute", sink, `${who} executes it`, role);
    this.matches.push({
      rule,
      span: this.span({ start, end }),
      trace: [...held.steps, step],
      ...this.encoded(held, sink.start),
    });
  }

  private encoded({ encoded, variable }: Held, sink: number): { readonly encoded?: Encoded } {
    if (encoded === undefined) return {};
    const { text } = this.source;
    const open: Encoded["open"] =
      "program" in encoded
        ? () => openEncodedCommand(encoded.program)
        : () =>
            openExpression(text, { from: variable?.start ?? encoded.at, sink, tag: "powershell" });
    return { encoded: { tag: "powershell", open } };
  }
}
