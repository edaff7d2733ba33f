import type { Role } from "../../query/role.js";
import type { Source } from "../../source.js";
import type { CodeBudget } from "../code-budget.js";
import type { CodeTools } from "../code-tools.js";
import type { Argument, Expr, MemberExpr, NameExpr, Place, Stmt, Target } from "../ir.js";
import type { ReachedLimits } from "./reached-limits.js";
import type { Call } from "./evaluated-call.js";
import type { LanguageTraits } from "./language-traits.js";
import type { Report } from "./report.js";
import type { NodeRoles } from "./node-roles.js";
import type { Scope } from "./scope.js";
import type { State } from "./state.js";
import type { Closure, Item, Value } from "./value.js";

/** The tools of the pipeline for command lines. */
export type CommandTools = Pick<CodeTools, "interprets" | "fetches" | "program" | "beside">;

/** The origin of a command line's output, and the role of the command that fetches or decodes it. */
export interface CommandOutput {
  readonly origin: "fetched" | "decoded";
  readonly role: Role;
}

export interface EngineOptions {
  /** Whether the program's standard input is fetched. */
  readonly stdinIsRemote: boolean;
  /** Whether the innermost of nested decoders is the source of the decoded value. */
  readonly innermost: boolean;
  /** Whether a command runs its standard input as a program. */
  readonly interprets: (command: string) => boolean;
  /** Whether a text may contain a trigger word or start a program; a cheap test. */
  readonly mentions: (text: string) => boolean;
  /** Returns the origin of a command line's output if it is fetched or decoded; null for any other output. */
  readonly outputs: (command: string) => CommandOutput | null;
  /** The tools for the commands of a shell-like language; null for any other language. */
  readonly commands: CommandTools | null;
  /** The files that the document downloads. */
  readonly downloads: CodeTools["downloads"];
  /** Records that a file is written. */
  readonly writes: (...args: Parameters<NonNullable<CodeTools["writes"]>>) => void;
  /** The budget that all code of the document shares. */
  readonly budget: CodeBudget;
  /** Whether the time has run out. */
  readonly expired: () => boolean;
}

/** The values of names and of properties of objects. */
export interface NamedValues {
  name(expr: NameExpr): Value;
  /** Returns the key of a name in the state. */
  keyOf(name: string): string;
  property(value: Value, name: string): Value | undefined;
  /** Returns the property `name` of a value. `place` is the range of the whole expression, `at` that of the name. */
  memberOf(
    object: Value,
    name: string,
    place: Place & { readonly bracketed?: boolean },
    at: Place,
    objectPlace: Place,
  ): Value;
  /** Returns the joined values of all properties of a record. */
  anyField(record: Value): Value;
  assign(target: Target, value: Value, place: Place): void;
  assignArgument(argument: Argument | undefined, value: Value): void;
  taintContainer(expr: Expr, container: Value, value: Value, place: Place): void;
  addItems(expr: Expr, container: Value, items: readonly Item[], at?: number): Value;
  forget(target: Target): void;
  /** Sets a property of an object; for an instance, also that of its class. */
  setProperty(object: string, name: string, value: Value): void;
  /** Assigns a value to a property of an object, which is the value of `target.object`. */
  assignMember(object: Value, target: MemberExpr, value: Value): void;
  /** Returns the names of the properties that were set on instances of an object's class. */
  namesOf(object: string): ReadonlySet<string>;
  /** Makes an object inherit the properties of another. */
  inherit(object: string, base: string): void;
  /** Returns the object from which an object inherits; null if there is none. */
  baseOf(object: string): string | null;
}

/** The functions that the program defines. */
export interface TextFunctions {
  /** Whether the engine is evaluating the program's own statements, and not a call. */
  readonly isOwn: boolean;
  /** Returns the class if the value is a class object; null for any other value. */
  classOf(value: Value): Closure | null;
  /** Returns the method that runs when an object is called; null for any other value. */
  callable(value: Value): Closure | null;
  /** Returns a function that is assigned to a property of an object as a method of the object; any other value unchanged. */
  ownedBy(object: string, value: Value): Value;
  /**
   * Calls a function of the program and returns its value; null if the call is not evaluated.
   * @param referred called with the index and the value of each argument that is passed by reference
   */
  invoke(
    closure: Closure,
    args: readonly Item[],
    named?: ReadonlyMap<string, Value>,
    referred?: (at: number, value: Value) => void,
  ): Value | null;
}

/** Evaluates statements. */
export interface StatementRunner {
  runAll(body: readonly Stmt[]): void;
  /** Whether the statement is in a loop, so that values may contain what an earlier iteration computed. */
  readonly isRepeated: boolean;
  runFunction(body: readonly Stmt[], ended: () => void): Value;
  /** Calls `run`, which evaluates code that may run or not, on a fork of the state, and returns the fork. */
  fork(run: () => void): State;
  /** Joins the states after a branch into the current state; see `State.merge`. */
  merge(arms: readonly State[], total: boolean): readonly string[];
}

/** Follows objects and names that describe a process before it starts. */
export interface DescribedProcesses {
  /** Returns the program and the arguments of a process object; null for any other value. */
  wordsOf(item: Item): readonly Item[] | null;
  /** Returns the program of the process to whose standard input a call writes; null for any other call. */
  fedProgram(call: Call): Value | null;
  made(call: Call, object: string): boolean;
  assigned(name: string, item: Item): void;
  called(call: Call): Value | null;
  changed(call: Call): Value | null;
}

/** Follows the files that a program writes, downloads, opens and runs. */
export interface FilesOfProgram {
  call(call: Call): Value | null;
  execute(value: Value, place: Place): void;
  runNamed(call: Call): void;
  isOpen(value: Value): boolean;
}

/** The interface through which the modules that evaluate calls, commands and statements use the engine. */
export interface Evaluator {
  state: State;
  scope: Scope;
  /** The number of scopes and instances created so far. A scope's number is the prefix of the keys of its names. */
  scopeCount: number;
  readonly source: Source;
  readonly traits: LanguageTraits;
  readonly roles: NodeRoles;
  readonly report: Report;
  readonly limits: ReachedLimits;
  readonly options: EngineOptions;
  readonly bindings: NamedValues;
  readonly functions: TextFunctions;
  readonly statements: StatementRunner;
  readonly described: DescribedProcesses;
  readonly files: FilesOfProgram;
  /** Modules whose names were all imported: `from m import *`. */
  readonly stars: string[];
  /** The range of the whole program. */
  readonly whole: Place;
  /** Charges steps. If too few are left or the time has run out, throws an exception that `attempt` catches. */
  spend(steps: number): void;
  /** Reserves steps for one of the program's own statements or calls, which begins now. */
  promise(): void;
  spendCharacters(length: number): boolean;
  spendLiteral(length: number): boolean;
  interpreterOf(value: Value, place: Place): string | null;
  /** Calls `run`; restores the state and returns false if the budget or the time is used up before it ends. */
  attempt(run: () => void): boolean;
  /** Calls `run` one nesting level deeper and returns its result; returns null and records a limit if that is too deep. */
  nested<T>(place: Place, run: () => T): T | null;
  /** Calls `run` in a new scope with these names. @param hides tells which other variables of outer scopes are not visible in it */
  within<T>(
    names: ReadonlySet<string>,
    run: () => T,
    hides?: ((name: string) => boolean) | null,
  ): T;
  evaluate(expr: Expr): Value;
  each(exprs: readonly Expr[]): Value[];
  item(argument: Argument): Item;
  itemsOf(args: readonly Argument[]): Item[];
  list(items: readonly Item[]): Value;
  concat(items: readonly Item[]): Value;
  /** Returns a string with another one appended. */
  appended(before: Value, more: Item): Value;
  /** Returns the value of the loop variable for a loop over `value`: any of its items, or what a table contains. */
  elementOf(value: Value): Value;
}
