import type { Role } from "../../query/role.js";
import type { Span } from "../../model.js";
import type {
  Choice,
  Command,
  Coprocess,
  Conditional,
  FunctionDefinition,
  Group,
  Loop,
  Pipeline,
  Script,
  Sequence,
  Statement,
} from "../script.js";
import type { Argument } from "./argument.js";
import { expandAll, perform } from "./expand-words.js";
import { collected, isUnread } from "./output-channels.js";
import { runCommand } from "./run-command.js";
import { bindCoprocess, keepDescriptors } from "./descriptors.js";
import { readsAllInput } from "./reads-all-input.js";
import { startOf } from "../statement-start.js";
import { Summaries } from "./summaries.js";
import type { Environment } from "./environment.js";
import { possibleOf, unknownValue, valueOf } from "./values.js";
import { readRedirects, type Redirections } from "./redirects.js";
import { runTraps } from "./traps.js";
import { subshell, type Runner, type Scope } from "./runner.js";
import {
  altered,
  both,
  withStep,
  hasVariables,
  mergeRemotes,
  silent,
  type Remote,
  type Stream,
} from "./stream.js";

/** Maximum number of rounds of a loop that are evaluated after the first. */
const MAX_ROUNDS = 16;

const nothingFetched = { fetchedCount: 0, ownPositional: null };

/** Returns where a loop begins, as an empty span. */
function spanOf(loop: Loop): Span {
  const start = startOf(loop) ?? 0;
  return [start, start];
}

/** Evaluates statements to follow the bytes and texts that flow through them; other values are not computed. */
export class Statements {
  private readonly calls: Summaries;
  /** Functions defined by the scripts that are running, with the scopes of their definitions. */
  private readonly defined: { readonly definition: FunctionDefinition; readonly scope: Scope }[] =
    [];

  constructor(private readonly runner: Runner) {
    this.calls = new Summaries(runner);
  }

  script(script: Script, scope: Scope): Stream {
    let output: Stream = silent;
    const isRead = !isUnread(scope);
    let current = scope;
    let redirections: Redirections | null = null;
    const before = this.defined.length;
    for (const statement of script.statements) {
      let written = silent;
      if (isRedirectingExec(statement)) {
        redirections = readRedirects(statement.redirects, this.runner, current, redirections?.own);
        // a function that opens a descriptor also opens it for its caller
        keepDescriptors(redirections.opened, redirections.scope);
        current = kept(redirections);
      } else {
        written = this.statement(statement, current);
        current = this.scopeAfter(statement, current);
        if (written === silent || !isRead) continue;
      }
      output = both(output, redirections === null ? written : redirections.output(written));
    }
    // a process substitution may read what was written to redirected descriptors
    if (redirections?.isRead === true) output = both(output, redirections.output(silent));
    this.readUncalled(before);
    return output;
  }

  /** Evaluates the bodies of functions that were defined in this script and never called. */
  private readUncalled(before: number): void {
    for (const { definition, scope: around } of this.defined.splice(before))
      if (!this.calls.wasCalled(definition)) this.readAlone(definition, around);
  }

  /** Returns the scope of the next statement, with empty standard input if this statement reads all of it. */
  private scopeAfter(statement: Statement, scope: Scope): Scope {
    return scope.stdin !== silent && readsAllInput(statement, (name) => this.runner.roles(name, []))
      ? { ...scope, stdin: silent }
      : scope;
  }

  private statement(statement: Statement, scope: Scope): Stream {
    if (!this.runner.spend(statement, scope)) return silent;
    this.calls.nesting++;
    const written = this.run(statement, scope);
    this.calls.nesting--;
    return written;
  }

  private run(statement: Statement, scope: Scope): Stream {
    switch (statement.kind) {
      case "command":
        return runCommand(statement, this.runner, scope);
      case "pipeline":
        return this.pipeline(statement, scope);
      case "sequence":
        return this.sequence(statement, scope);
      case "group":
        return this.redirected(statement, scope, (inner) => this.group(statement, inner));
      case "if":
        return this.redirected(statement, scope, (inner) => this.conditional(statement, inner));
      case "loop":
        return this.redirected(statement, scope, (inner) => this.loop(statement, inner));
      case "case":
        return this.redirected(statement, scope, (inner) => this.choice(statement, inner));
      case "function":
        scope.env.define(statement);
        this.defined.push({ definition: statement, scope });
        return silent;
      case "coprocess":
        return this.coprocess(statement, scope);
    }
  }

  /** Runs a co-process; its output can then be read from a descriptor. */
  private coprocess({ name, body, redirects }: Coprocess, scope: Scope): Stream {
    const run = (inner: Scope): Stream => this.statement(body, inner);
    const group: Group = { kind: "group", body: { statements: [body] }, subshell: true, redirects };
    if (this.runner.profile !== "extended") return this.redirected(group, scope, run);
    const written = collected(subshell(scope, silent), (inner) =>
      this.redirected(group, inner, run),
    );
    bindCoprocess(name, written, body, scope.env);
    return silent;
  }

  private redirected(
    statement: Group | Conditional | Loop | Choice | FunctionDefinition,
    scope: Scope,
    run: (inner: Scope) => Stream,
  ): Stream {
    if (statement.redirects.length === 0) return run(scope);
    const redirections = readRedirects(statement.redirects, this.runner, scope);
    return redirections.output(run(redirections.scope));
  }

  /** Runs the stages of a pipeline: each runs in a subshell and reads what the stage before it wrote. */
  private pipeline({ stages, shape }: Pipeline, scope: Scope): Stream {
    let stream = scope.stdin;
    for (const [index, stage] of stages.entries()) {
      const inner = { ...scope, env: scope.env.layer(), stdin: stream };
      const isLast = index === stages.length - 1;
      stream = isLast
        ? this.statement(stage, inner)
        : piped(
            collected(inner, (open) => this.statement(stage, open)),
            shape,
          );
    }
    return stream;
  }

  /** Runs a list. The statement after `||` might not run, so its assignments are only possible values, also for later statements. */
  private sequence({ items }: Sequence, scope: Scope): Stream {
    let output: Stream = silent;
    let chain: Environment | null = null;
    let current = scope;
    for (const { statement, operator } of items) {
      if (operator === null) {
        output = both(output, this.statement(statement, scope));
      } else {
        chain ??= scope.env.layer();
        const env: Environment = operator === "&&" ? chain : chain.layer();
        output = both(output, this.statement(statement, { ...current, env }));
        if (env !== chain) chain.join([env], false);
      }
      current = this.scopeAfter(statement, current);
    }
    if (chain !== null) scope.env.join([chain], false);
    return output;
  }

  private group(group: Group, scope: Scope): Stream {
    if (!group.subshell) return this.script(group.body, scope);
    const inner = { ...scope, env: scope.env.layer() };
    const written = this.script(group.body, inner);
    return both(written, runTraps(this.runner, inner));
  }

  private conditional({ branches, otherwise }: Conditional, scope: Scope): Stream {
    const last = otherwise === null ? [] : [{ condition: null, body: otherwise }];
    return this.alternatives([...branches, ...last], otherwise !== null, scope);
  }

  private choice({ subject, arms, exhaustive }: Choice, scope: Scope): Stream {
    for (const word of subject) perform(word, this.runner, scope);
    scope.env.files.compare();
    return this.alternatives(
      arms.map((body) => ({ condition: null, body })),
      exhaustive,
      scope,
    );
  }

  private alternatives(
    branches: readonly { condition: Script | null; body: Script }[],
    exhaustive: boolean,
    scope: Scope,
  ): Stream {
    let output: Stream = silent;
    const layers = branches.map(({ condition, body }) => {
      if (condition !== null) output = both(output, this.script(condition, scope));
      const env = scope.env.layer();
      output = both(output, this.script(body, { ...scope, env }));
      return env;
    });
    scope.env.join(layers, exhaustive);
    return output;
  }

  /** Runs a loop. Another round follows while a round adds variables with fetched bytes, or sets parameters that may matter. */
  private loop(loop: Loop, scope: Scope): Stream {
    const values =
      loop.values === null
        ? (scope.env.positional ?? [])
        : expandAll(loop.values, this.runner, scope);
    const env = scope.env.layer();
    const inner = { ...scope, env };
    if (loop.variable !== null) {
      const remote = values.reduce<Remote | null>(
        (merged, value) => mergeRemotes(merged, valueOf(value).remote),
        null,
      );
      env.set(loop.variable, {
        ...unknownValue,
        remote,
        text: values.length === 1 ? (values[0]?.text ?? null) : null,
        ...possibleOf(values),
      });
    }
    const round = (): Stream => {
      const condition = this.script(loop.condition, inner);
      return both(condition, this.script(loop.body, inner));
    };
    let output = round();
    let before: Pick<Environment, "fetchedCount" | "ownPositional"> = nothingFetched;
    for (let left = MAX_ROUNDS; left > 0 && this.needsRound(env, before); left--) {
      const { fetchedCount, ownPositional } = env;
      before = { fetchedCount, ownPositional };
      output = both(output, round());
    }
    if (this.needsRound(env, before))
      this.runner.limit("steps", "a loop was evaluated for only some iterations", spanOf(loop));
    scope.env.join([env], false);
    // a loop over a list that is not empty certainly sets the variable
    const last =
      loop.variable !== null && values.some(({ text }) => text !== null && text !== "")
        ? env.get(loop.variable)
        : null;
    if (loop.variable !== null && last !== null) scope.env.set(loop.variable, last);
    return output;
  }

  /** Whether the last round of a loop added variables with fetched bytes, or set parameters with fetched bytes or trigger words. */
  private needsRound(
    { fetchedCount, ownPositional }: Environment,
    before: Pick<Environment, "fetchedCount" | "ownPositional">,
  ): boolean {
    return (
      fetchedCount > before.fetchedCount ||
      (ownPositional?.some(
        ({ remote, text }) => remote !== null || (text !== null && this.runner.mentions(text)),
      ) === true &&
        !areAlike(ownPositional, before.ownPositional ?? []))
    );
  }

  /** Evaluates the body of a function that is never called, for the matches in it. */
  private readAlone(definition: FunctionDefinition, scope: Scope): void {
    this.evaluate(definition, [], subshell(scope, silent), [0, 0]);
  }

  /** Runs the body of a function; redirects after it (`f() { …; } >&2`) are applied again at each call. */
  private body(definition: FunctionDefinition, scope: Scope): Stream {
    return this.redirected(definition, scope, (inner) => this.statement(definition.body, inner));
  }

  /** Calls a function that the text defines; null if the name is not a function. */
  call(name: string, args: readonly Argument[], scope: Scope): Stream | null {
    const definition = scope.env.lookup(name);
    const [word, ...rest] = args;
    if (definition === null || word === undefined) return null;
    const last = args[args.length - 1] ?? word;
    const stdin =
      scope.stdin.remote === null
        ? scope.stdin
        : { ...scope.stdin, remote: { ...scope.stdin.remote, call: word.span } };
    const span: Span = [word.span[0], last.span[1]];
    const written = this.evaluate(definition, rest, { ...scope, stdin }, span);
    return returned(written, scope.stdin, span);
  }

  /** Evaluates a call. The first call of a function is charged to the budget of the text's own statements. */
  private evaluate(
    definition: FunctionDefinition,
    words: readonly Argument[],
    scope: Scope,
    span: Span,
  ): Stream {
    const budget = this.calls.wasCalled(definition) ? "shared" : "own";
    return this.calls.call(definition, words, { ...scope, budget }, span, (inner) =>
      this.body(definition, inner),
    );
  }
}

/** `exec 3< <(…)`: returns the scope of the following commands; fetched bytes on its descriptors are like those in variables. */
function kept({ scope }: Redirections): Scope {
  const descriptors = new Map(
    [...scope.descriptors].map(([number, stream]) => [number, asKept(stream)]),
  );
  return { ...scope, stdin: asKept(scope.stdin), descriptors };
}

/** Returns a stream for later commands: a span over its fetched bytes does not start at the redirect, unless a pipe carries them. */
function asKept(stream: Stream): Stream {
  const { remote } = stream;
  return remote === null || Number.isFinite(remote.start)
    ? stream
    : { ...stream, remote: { ...remote, end: -Infinity, fetcherAt: null } };
}

/** Whether a statement is `exec` with only redirects. */
function isRedirectingExec(statement: Statement): statement is Command {
  if (
    statement.kind !== "command" ||
    statement.redirects.length === 0 ||
    statement.words.length !== 1
  )
    return false;
  const [word] = statement.words;
  return word?.source.text.slice(word.start, word.end) === "exec";
}

/**
 * Returns the output of a function. Its fetched bytes start at the call, unless they were fetched in the words of the call or came
 * from its input.
 */
function returned({ remote, text: written }: Stream, stdin: Stream, call: Span): Stream {
  const text =
    written === null || !hasVariables(written)
      ? written
      : altered(written, { from: call[0], to: call[1] });
  if (remote === null) return { remote, text };
  const passedOn = stdin.remote !== null && remote.start === stdin.remote.start;
  const within = remote.start >= call[0] && remote.start < call[1];
  if (passedOn || within) return { remote: { ...remote, call: null }, text };
  return { remote: { ...remote, start: call[0], fetcherAt: call[0], call: null }, text };
}

/** Returns what the next stage of a pipeline reads; nothing if no pattern captured the pipe. */
function piped(written: Stream, shape: Role | null): Stream {
  if (shape === null) return silent;
  const text =
    written.text === null
      ? null
      : withStep(written.text, {
          step: "carry",
          message: "a pipe passes it on",
          patterns: [shape.pattern],
        });
  return {
    text,
    remote: written.remote === null ? null : { ...written.remote, shape, inherited: false },
  };
}

/** Whether two lists of parameters have the same texts, and fetched bytes at the same places. */
function areAlike(some: readonly Argument[], others: readonly Argument[]): boolean {
  return (
    some.length === others.length &&
    some.every(
      ({ text, remote }, at) =>
        text === others[at]?.text && (remote === null) === (others[at].remote === null),
    )
  );
}
