import type { Role } from "../../query/role.js";
import type { Source } from "../../source.js";
import type { CodeBudget } from "../code-budget.js";
import type { CodeTools } from "../code-tools.js";
import type { Argument, Expr, NameExpr, Place, Stmt, Target } from "../ir.js";
import type { ReachedLimits } from "./reached-limits.js";
import type { Call } from "./evaluated-call.js";
import type { LanguageTraits } from "./language-traits.js";
import type { Report } from "./report.js";
import type { NodeRoles } from "./node-roles.js";
import type { Scope } from "./scope.js";
import type { State } from "./state.js";
import type { Closure, Item, Value } from "./value.js";

/** The functions of the pipeline for command lines. */
export type CommandTools = Pick<CodeTools, "interprets" | "fetches" | "program" | "beside">;

/** What a command line outputs, and the role of the command that fetches or decodes it. */
export interface CommandOutput {
  readonly origin: "fetched" | "decoded";
  readonly role: Role;
}

export interface EngineOptions {
  readonly stdinIsRemote: boolean;
  /** Whether the innermost of nested decoders counts. */
  readonly innermost: boolean;
  /** Whether a command takes its standard input as a program. */
  readonly interprets: (command: string) => boolean;
  /** A cheap test whether a text may contain a trigger word. */
  readonly mentions: (text: string) => boolean;
  /** Returns what a command line outputs, if it fetches or decodes it; null for any other. */
  readonly outputs: (command: string) => CommandOutput | null;
  /** The functions for commands of a shell-like language; null if there are none. */
  readonly commands: CommandTools | null;
  /** The files that the document downloads. */
  readonly downloads: CodeTools["downloads"];
  /** Writes a known text to a file of the document. */
  readonly writes: (...args: Parameters<NonNullable<CodeTools["writes"]>>) => void;
  /** The budget that all code of the document shares. */
  readonly budget: CodeBudget;
  /** Whether the time is used up. */
  readonly expired: () => boolean;
}

/** The values of names and of properties of objects. */
export interface NamedValues {
  name(expr: NameExpr): Value;
  /** Returns the key of a name in the state. */
  keyOf(name: string): string;
  property(value: Value, name: string): Value | undefined;
  /** The property `name` of a value; `place` is the whole expression, `at` the name in it. */
  memberOf(
    object: Value,
    name: string,
    place: Place & { readonly bracketed?: boolean },
    at: Place,
    objectPlace: Place,
  ): Value;
  anyField(record: Value): Value;
  assign(target: Target, value: Value, place: Place): void;
  assignArgument(argument: Argument | undefined, value: Value): void;
  taintContainer(expr: Expr, container: Value, value: Value, place: Place): void;
  addItems(expr: Expr, container: Value, items: readonly Item[], at?: number): Value;
  forget(target: Target): void;
  /** Writes a property of an object; of an instance, of its class, too. */
  setProperty(object: string, name: string, value: Value): void;
  /** Returns the names of the properties that instances of an object's class were assigned. */
  namesOf(object: string): ReadonlySet<string>;
  /** Lets an object have the properties of another. */
  inherit(object: string, base: string): void;
  baseOf(object: string): string | null;
}

/** The functions that the program defines. */
export interface TextFunctions {
  /** Whether the program's own statements are evaluated, and no call. */
  readonly isOwn: boolean;
  /** Returns the class of an object that is called; null for any other value. */
  classOf(value: Value): Closure | null;
  /** Returns the method that runs when an object is called; null for any other value. */
  callable(value: Value): Closure | null;
  /** Returns a method that is assigned to a property of an object, as that of the object; any other value unchanged. */
  ownedBy(object: string, value: Value): Value;
  /** Calls a function of the text; null if it is not followed. */
  invoke(
    closure: Closure,
    args: readonly Item[],
    named?: ReadonlyMap<string, Value>,
    referred?: (at: number, value: Value) => void,
  ): Value | null;
}

/** Runs statements. */
export interface StatementRunner {
  runAll(body: readonly Stmt[]): void;
  runFunction(body: readonly Stmt[], ended: () => void): Value;
  /** Runs something that may run or not, and returns what is known at its end. */
  fork(run: () => void): State;
}

/** Objects that describe a process before it starts. */
export interface DescribedProcesses {
  /** Returns the program and the arguments of a process object; null for any other value. */
  wordsOf(item: Item): readonly Item[] | null;
  /** The program of the process whose standard input a call writes to; null for any other call. */
  fedProgram(call: Call): Value | null;
  made(call: Call, object: string): boolean;
  assigned(name: string, item: Item): void;
  called(call: Call): void;
  changed(call: Call): Value | null;
}

/** Files that a program writes, downloads, opens and runs. */
export interface FilesOfProgram {
  call(call: Call): Value | null;
  execute(value: Value, place: Place): void;
  runNamed(call: Call): void;
  isOpen(value: Value): boolean;
}

/** The interface of the engine for the parts of the evaluation, each of which evaluates one kind of call, command or statement. */
export interface Evaluator {
  state: State;
  scope: Scope;
  /** The number of scopes and instances so far: a scope's number is the prefix of its names. */
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
  /** The whole program as a place. */
  readonly whole: Place;
  /** Charges steps; if nothing is left, or the time has run out, ends the call or the program that is evaluated. */
  spend(steps: number): void;
  /** Called when one of the program's own statements or calls begins. */
  promise(): void;
  spendCharacters(length: number): boolean;
  spendLiteral(length: number): boolean;
  /** Runs something; returns false and restores the state if the budget was used up before its end. */
  attempt(run: () => void): boolean;
  /** Runs something one level deeper; null if that is too deep. */
  nested<T>(place: Place, run: () => T): T | null;
  /** Runs with its own scope. @param hides whether variables of outer scopes are hidden */
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
  /** Returns a text with another one appended. */
  appended(before: Value, more: Item): Value;
  /** Returns the value for one round of a loop over a value. */
  elementOf(value: Value): Value;
}
