import { roleOf, type Role } from "../../query/role.js";
import type { MemberExpr } from "../ir.js";
import { languageRead } from "./apply-injection.js";
import { callOf } from "./call-value.js";
import type { Call } from "./evaluated-call.js";
import { executedLines, recordCut, recordCutArguments } from "./truncated-values.js";
import type { Evaluator, DescribedProcesses } from "./evaluator.js";
import { readByProcess } from "./pipe-ends.js";
import { execute } from "./execute.js";
import { connectPipe, outputValue, runFed } from "./processes.js";
import { programOf, wordsOf } from "./program-argument.js";
import { isProgram } from "./taint-sources.js";
import { SHAPES, textsOf } from "./command-shapes.js";
import { itemOf, UNKNOWN, usedAt, type Item, type Value } from "./value.js";

/** Maximum number of words to which calls can add further ones. */
const MAX_WORDS = 50;

/** The property of a process object for the program with which it was created. */
const PROGRAM = "(program)";

/** Methods that add words to a command in chained calls. */
const CHAINED: ReadonlySet<string> = new Set(["arg", "args"]);

/** Follows commands that are described by assignments and calls: `inline = "…"`, `info.FileName = "sh"`, `command.arg("-c")`. */
export class Described implements DescribedProcesses {
  /** The words of the process that the last such assignment or call described. */
  private words: readonly Item[] = [];
  /** The role with which chained methods add words to that process. */
  private chain: Role | null = null;
  /** The role of the call that created that process, if it executes code for a shell. */
  private starter: Role | null = null;
  /** The arguments that were assigned before their program; null if there are none. */
  private waiting: { readonly name: string; readonly item: Item; readonly role: Role } | null =
    null;

  /** The names of properties that were assigned, for the program, for the arguments, and for an object that contains both. */
  private readonly properties = {
    program: new Set<string>(),
    arguments: new Set<string>(),
    holder: new Set<string>(),
  };

  constructor(private readonly engine: Evaluator) {}

  /** Handles an assignment to a property: `info.FileName = "sh"`, `process.StartInfo.FileName = "sh"`. */
  assignedMember({ property, object, at }: MemberExpr, item: Item): void {
    if (object.kind === "member" && this.engine.roles.has("process.holder", object.property))
      this.properties.holder.add(object.property);
    const input = this.engine.roles.ofName("process.input", property);
    const command = input === null ? undefined : this.engine.evaluate(object).taint?.command;
    if (command !== undefined) {
      readByProcess(this.engine, at, item.value, command);
      runFed(this.engine, at, command, item.value, input);
      connectPipe(this.engine, at, `"${property}"`, item.value, command, input);
    }
    this.assigned(property, item);
  }

  /** Records the program of a new process object, `new ProcessStartInfo("sh")`. Returns false for any other object. */
  made({ roles, positional: [program, ...more] }: Call, object: string): boolean {
    const { state } = this.engine;
    if (program === undefined || more.length > 0 || roleOf(roles, "process.new") === null)
      return false;
    state.set(`${object}.${PROGRAM}`, program.value);
    this.properties.program.add(PROGRAM);
    return true;
  }

  /** Returns the program and the arguments of a process object; null for any other value. */
  wordsOf({ value, start, end }: Item): readonly Item[] | null {
    const { bindings, report } = this.engine;
    const { program, arguments: given } = this.properties;
    if (value.object === null || program.size === 0 || given.size === 0) return null;
    const place = { start, end };
    const used = (name: string, stored: Value): Item => {
      const step =
        stored.taint && report.step("carry", place, `"${name}" of the process contains it`);
      return itemOf(usedAt(stored, place, name, step), place);
    };
    const stored = (object: Value, names: ReadonlySet<string>): Item[] | null => {
      for (const name of names) {
        const found = bindings.property(object, name);
        if (found !== undefined)
          return (found.items ?? [itemOf(found, place)]).map((item) => used(name, item.value));
      }
      return null;
    };
    for (const object of this.processObjects(value)) {
      const [first, rest] = [stored(object, program), stored(object, given)];
      if (first !== null && rest !== null) return [...first, ...rest];
    }
    return null;
  }

  /** Returns a process object, and the objects in its properties that may contain its program. */
  private processObjects(value: Value): Value[] {
    const made = (name: string): Value =>
      this.engine.bindings.property(value, name) ?? {
        ...UNKNOWN,
        object: `${value.object ?? ""}.${name}`,
      };
    return [value, ...Array.from(this.properties.holder, made)];
  }

  /** Returns the program to which `process.StandardInput.Write(code)` writes; null if it is not known. */
  fedProgram({ expr: { callee } }: Call): Value | null {
    const { bindings, roles } = this.engine;
    const { program } = this.properties;
    const input = callee.kind === "member" ? callee.object : null;
    if (input?.kind !== "member" || program.size === 0) return null;
    if (roles.ofName("process.input", input.property) === null) return null;
    const process = this.engine.evaluate(input.object);
    if (process.object === null) return null;
    for (const object of this.processObjects(process))
      for (const name of program) {
        const found = bindings.property(object, name);
        if (found !== undefined) return found;
      }
    return null;
  }

  /** Handles an assignment to a name, a record's key or a keyword argument. */
  assigned(name: string, item: Item): void {
    const roles = this.engine.roles.named(name);
    if (roles.length === 0) return;
    const assigned = roleOf(roles, "inject.assigned");
    if (assigned !== null) this.assignedCode(name, item, assigned);
    const given = roleOf(roles, "process.arguments");
    if (roleOf(roles, "process.holder") !== null) this.properties.holder.add(name);
    if (given !== null) this.properties.arguments.add(name);
    if (roleOf(roles, "process.program") !== null) {
      this.properties.program.add(name);
      this.words = [item];
      if (this.waiting !== null)
        this.run(this.waiting.name, item, this.waiting.item, this.waiting.role);
      this.waiting = null;
    } else if (given !== null) {
      const [program] = this.words;
      if (program !== undefined) this.run(name, program, item, given);
      else this.waiting = { name, item, role: given };
    }
  }

  /** Reads assigned command lines, `command = "…"` or `inline = ["…", "…"]`, or the words of one command: `command = ["sh", "-c", "…"]`. */
  private assignedCode(name: string, item: Item, role: Role): void {
    const items = item.value.items ?? [item];
    const isCommand =
      role.settings["list"] === "words" &&
      items.length > 1 &&
      !(items[0]?.value.texts[0]?.source.text ?? "-").startsWith("-");
    if (isCommand) this.start("words", callOf(this.engine, UNKNOWN, item, items), name, role);
    else {
      recordCut(this.engine, item, [item.value]);
      for (const code of items.flatMap(textsOf))
        this.engine.report.inject(languageRead(role), code, item, `"${name}"`, [role]);
    }
  }

  /** Handles a call that creates a process object, or adds words to it. Returns the output of a command of chained calls, or null. */
  called(call: Call): Value | null {
    const chained = CHAINED.has(call.method) ? this.chain : null;
    const adds = chained ?? roleOf(call.roles, "process.adder");
    this.chain = roleOf(call.roles, "inject.chain") ?? this.chain;
    const { callee } = call.expr;
    if (adds !== null && callee.kind === "member" && callee.object.kind === "member")
      this.properties.arguments.add(callee.object.property);
    const makes =
      roleOf(call.roles, "process.new") ??
      roleOf(call.methodRoles, "process.new") ??
      roleOf(call.roles, "inject.chain");
    if (makes !== null && call.positional.length > 0) {
      this.words = call.positional;
      this.starter =
        roleOf(call.roles, "inject.chain") === null ? null : roleOf(call.roles, "sink.execute");
      return this.starter === null ? null : this.output(call, makes);
    }
    if (adds !== null && this.words.length > MAX_WORDS) {
      const [program] = this.words;
      if (program !== undefined && this.isShell(program))
        this.engine.limits.add(
          "size",
          "only the first words of a command were evaluated",
          call.expr,
        );
    } else if (adds !== null && this.words.length > 0) {
      this.words = [...this.words, ...call.positional];
      const chained = this.flat(call);
      this.start("chain", chained, call.method, adds);
      this.runGiven(chained);
      if (this.starter !== null) return this.output(call, adds);
    }
    return null;
  }

  /** Returns a call with the collected words as its arguments, those in lists included. */
  private flat(call: Call): Call {
    const positional = wordsOf(this.engine, { ...call, positional: this.words });
    return { ...call, positional };
  }

  /** Returns the output of the command whose words were collected; null if its program is not known. */
  private output(call: Call, role: Role): Value | null {
    const [command] = executedLines(this.engine, call.expr, this.flat(call).positional);
    return command === undefined ? null : outputValue(call.expr, command, role);
  }

  /** Reports fetched or decoded code that the last words of a command contain: `Command::new("sh").arg("-c").arg(code)`. */
  private runGiven(call: Call): void {
    const { engine } = this;
    const role = this.starter;
    const words = call.positional;
    const program = role === null ? undefined : programOf(engine, call, role, words);
    if (role === null || program === undefined || !isProgram(engine, role, words, program)) return;
    execute(engine, call, { role, place: call.expr }, program.value, role);
  }

  private isShell({ value }: Item): boolean {
    return value.texts.some(({ source }) => this.engine.options.interprets(source.text));
  }

  /**
   * Evaluates a call that assigns a string to a name: `sprintf(line, "…", x)`, `strcat(line, "…")`, `define("NAME", "…")`, PHP's
   * `extract(["name" => "…"])`. Returns null for any other call.
   */
  changed(call: Call): Value | null {
    const { engine } = this;
    const [stored, ...rest] = call.positional;
    const target = call.expr.args[0]?.value;
    const is = (capture: string): boolean =>
      (roleOf(call.roles, capture) ?? roleOf(call.methodRoles, capture)) !== null;
    const given =
      rest.find(({ value }) => value.texts.length > 0) ??
      (is("flow.append") || is("flow.define") ? rest[0] : undefined);
    const place = { start: call.expr.start, end: call.expr.end };
    if (stored?.value.fields && is("flow.define")) {
      for (const name of stored.value.fields)
        engine.bindings.assign(
          { ...place, kind: "name", name: `$${name}` },
          engine.bindings.property(stored.value, name) ?? UNKNOWN,
          place,
        );
      return UNKNOWN;
    }
    if (stored === undefined || given === undefined || target === undefined) return null;
    if (is("flow.define")) {
      engine.bindings.assign(
        { ...place, kind: "name", name: stored.value.texts[0]?.source.text ?? "" },
        given.value,
        place,
      );
    } else if (target.kind !== "name") return null;
    else if (is("flow.fill")) engine.bindings.assign(target, given.value, place);
    else if (is("flow.append"))
      engine.bindings.assign(target, engine.appended(stored.value, given), place);
    else return null;
    return UNKNOWN;
  }

  /** Reads a program and arguments that were assigned to names. */
  private run(name: string, program: Item, given: Item, role: Role): void {
    this.start(
      role.settings["shape"] ?? "",
      callOf(this.engine, UNKNOWN, program, [program, given]),
      name,
      role,
    );
  }

  /** Reads the command lines that a shape finds in a call. */
  private start(shape: string, call: Call, name: string, role: Role): void {
    recordCutArguments(this.engine, call);
    for (const code of SHAPES[shape]?.(this.engine, call, role) ?? [])
      this.engine.report.inject("shell", code, call.expr, `"${name}"`, [role]);
  }
}
