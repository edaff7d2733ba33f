import { once } from "../../once.js";
import type { Span } from "../../model.js";
import type { FunctionDefinition } from "../script.js";
import type { Argument } from "./argument.js";
import { siteSignatureOf, openChannels } from "./call-site.js";
import { ContextReads, ExactView, GeneralView, JoinedView, type View } from "./call-context.js";
import { ContextTree } from "./context-tree.js";
import type { CallEnvironment, Environment } from "./environment.js";
import { adopt } from "./call-evaluation.js";
import type { Context, Entry, Evaluation, Request } from "./call-evaluation.js";
import { signatureOfReading } from "./signature-of-reading.js";
import type { Runner, Scope } from "./runner.js";
import { Signatures } from "./signatures.js";
import { both, filled, Input, silent, type Stream } from "./stream.js";
import { admits, isSettled, nothing, type Summary } from "./summary.js";

/** Maximum number of contexts of one function in which all values are exact, while fewer than MANY_EVALUATIONS were made. */
const MAX_EXACT = 32;
const MANY_EVALUATIONS = 300;
/** Minimum number of contexts of one function in which plain values count as equal; there may be more while the budget lasts. */
const MIN_GENERAL = 8;
/** Maximum number of nested calls of one function that are evaluated with exact values, and in separate contexts. */
const MAX_EXACT_NESTED = 2;
const MAX_NESTED = 6;
/** Maximum number of times that the joined context of all later calls is evaluated, each time with additional values. */
const MAX_JOINS = 8;
/** Maximum number of rounds in which functions that call each other are evaluated until their effects no longer change. */
const MAX_ROUNDS = 3;
/** Maximum number of signatures that are kept; if there are more, all summaries are discarded. */
const MAX_READS = 500_000;
/** Maximum nesting of statements: a deeper call is evaluated before its callers, so that the stack does not overflow. */
const MAX_NESTING = 160;

/** Thrown to evaluate a call before the one that needs its summary. */
class Demand extends Error {
  constructor(readonly request: Request) {
    super("a call is evaluated first");
  }
}

/**
 * Evaluates calls of functions with summaries. A body is evaluated once for each context in which it is called; a context is the
 * data that the body and its callees read. The first contexts are exact, in later ones all plain values are equal, and beyond the
 * budget values are joined. So the number of evaluations depends on the numbers of functions and contexts, not on that of calls.
 *
 * Functions that call one another are evaluated together: a call that is already being evaluated returns its summary of the
 * previous round, and the outermost of them is evaluated until its summary stays the same. Only then do the other summaries count.
 */
export class Summaries {
  private readonly entries = new Map<FunctionDefinition, Entry>();
  private readonly open: Evaluation[] = [];
  private readonly signatures = new Signatures();
  private readonly views = once(() => ({
    exact: new ExactView(this.signatures, this.runner),
    general: new GeneralView(this.signatures, this.runner),
  }));
  private evaluations = 0;
  private readings = 0;
  private isDriving = false;
  /** The number of evaluations in a round after the first. */
  private repeated = 0;
  /** The current nesting of statements. */
  nesting = 0;

  constructor(private readonly runner: Runner) {}

  wasCalled(definition: FunctionDefinition): boolean {
    return this.entries.has(definition);
  }

  /** Calls a function; `body` evaluates its statements. Its assignments reach the environment of the scope. */
  call(
    definition: FunctionDefinition,
    words: readonly Argument[],
    scope: Scope,
    span: Span,
    body: (inner: Scope) => Stream,
  ): Stream {
    const entry = this.entryOf(definition, scope.env);
    const given = scope.env.layer();
    given.setPositional(words);
    const channels = openChannels(scope);
    const site = siteSignatureOf(scope, channels, this.runner, this.signatures);
    const request = { entry, given, scope, channels, site, span, body };
    return this.apply(this.known(request) ?? this.evaluated(request), request);
  }

  private entryOf(definition: FunctionDefinition, env: Environment): Entry {
    let entry = this.entries.get(definition);
    if (entry === undefined) {
      entry = {
        trees: new Map(),
        open: [],
        joined: new Map(),
        epoch: env.epoch,
        exact: 0,
        general: 0,
        isLimited: false,
      };
      this.entries.set(definition, entry);
    }
    if (entry.epoch !== env.epoch) {
      entry.epoch = env.epoch;
      entry.trees.clear();
      entry.joined.clear();
    }
    return entry;
  }

  /** Returns a summary that is valid for a call; undefined if the call must be evaluated. */
  private known(request: Request): Summary | undefined {
    const { entry, site } = request;
    const { exact, general } = this.views();
    for (const view of [exact, general]) {
      const context = entry.trees
        .get(treeKey(view, site))
        ?.find((kind, name) => signatureOfReading(request.given, kind, name, view))
        .find((each) => this.isUsable(each) && admits(each.summary, request.scope));
      if (context !== undefined) return this.used(context, request);
    }
    return this.unfinished(request) ?? this.joinedWith(request);
  }

  private isUsable({ low, isStale }: Context): boolean {
    return !isStale && (low === Infinity || low < this.open.length);
  }

  private used(context: Context, { given }: Request): Summary {
    given.replay(context.summary.reads);
    const caller = this.open.at(-1);
    if (context.low < Infinity && caller !== undefined) {
      caller.low = Math.min(caller.low, context.low);
      if (!context.owner.isOpen) adopt(caller, context);
    }
    return context.summary;
  }

  /** Returns the summary of the previous round of a running call that is the same as this one; undefined if there is none. */
  private unfinished(given: Request): Summary | undefined {
    const evaluation = given.entry.open.find((each) => isSameCall(each, given));
    return evaluation && this.recursive(evaluation, given);
  }

  private recursive(evaluation: Evaluation, { given }: Request): Summary {
    const { reads, before } = evaluation;
    evaluation.isRecursive = true;
    const caller = this.open.at(-1);
    if (caller !== undefined) caller.low = Math.min(caller.low, this.open.indexOf(evaluation));
    given.replay(reads);
    if (before !== null) given.replay(before.reads);
    return before ?? nothing;
  }

  /** Returns the summary of the calls that are evaluated as one, unless it must be evaluated again with this call's values. */
  private joinedWith(request: Request): Summary | undefined {
    const { entry, site, given, scope, span } = request;
    const joined = entry.joined.get(site);
    if (joined === undefined) return undefined;
    const { context, view, left } = joined;
    let isIncluded = context !== null && this.isUsable(context) && admits(context.summary, scope);
    if (context !== null)
      for (const { kind, name, signature } of context.summary.reads)
        if (signatureOfReading(given, kind, name, view) !== signature) isIncluded = false;
    if (!isIncluded && left > 0) return undefined;
    if (!isIncluded || view.isFull) this.limit(entry, span);
    const open = entry.open.find((evaluation) => evaluation.view === view);
    if (open !== undefined && !isIncluded) return this.recursive(open, request);
    return context === null ? nothing : this.used(context, request);
  }

  private limit(entry: Entry, span: Span): void {
    if (!entry.isLimited)
      this.runner.limit("contexts", "a function is called with too many different values", span);
    entry.isLimited = true;
  }

  private evaluated(request: Request): Summary {
    if (!this.isDriving) return this.drive(request);
    if (this.nesting < MAX_NESTING) return this.evaluate(request);
    if (this.repeated === 0) throw new Demand(request);
    this.runner.limit("depth", "function calls are nested too deeply", request.span);
    return nothing;
  }

  /** Evaluates a call, and before it those that it demands: the runtime's stack does not grow with the chain of calls. */
  private drive(request: Request): Summary {
    const pending = [{ request, from: this.open.length }];
    const { nesting } = this;
    this.isDriving = true;
    try {
      for (;;) {
        const next = pending[pending.length - 1];
        if (next === undefined) return nothing;
        this.close(next.from);
        this.nesting = nesting;
        try {
          const summary = this.evaluate(next.request);
          pending.pop();
          if (pending.length === 0) return summary;
        } catch (error) {
          if (!(error instanceof Demand)) throw error;
          pending.push({ request: error.request, from: this.open.length });
        }
      }
    } finally {
      this.isDriving = false;
      this.nesting = nesting;
      this.close(pending[0]?.from ?? 0);
    }
  }

  /** Ends the evaluations from an index on, which were interrupted. */
  private close(from: number): void {
    while (this.open.length > from) {
      const evaluation = this.open.pop();
      if (evaluation === undefined) return;
      evaluation.isOpen = false;
      evaluation.request.entry.open.pop();
    }
  }

  private evaluate(request: Request): Summary {
    const { entry, given, site, span } = request;
    const view = this.viewOf(request);
    const evaluation: Evaluation = {
      request,
      view,
      epoch: given.epoch,
      reads: new ContextReads(),
      input: null,
      before: null,
      low: Infinity,
      isOpen: true,
      isRecursive: false,
      parts: [],
    };
    const at = this.open.length;
    this.open.push(evaluation);
    entry.open.push(evaluation);
    let summary = this.round(evaluation);
    for (let round = 1; evaluation.low >= at && evaluation.isRecursive; round++) {
      if (isSettled(evaluation.before, summary, this.runner, this.signatures)) break;
      if (round === MAX_ROUNDS) {
        this.limit(entry, span);
        break;
      }
      evaluation.before = summary;
      for (const part of evaluation.parts.splice(0)) part.isStale = true;
      this.repeated++;
      summary = this.round(evaluation);
      this.repeated--;
    }
    this.open.pop();
    entry.open.pop();
    evaluation.isOpen = false;
    const isDone = evaluation.low >= at;
    const context: Context = {
      summary,
      low: isDone ? Infinity : evaluation.low,
      owner: evaluation,
      isStale: false,
    };
    const parent = this.open.at(-1);
    for (const part of evaluation.parts) {
      if (isDone || parent === undefined) part.low = Infinity;
      else {
        part.low = Math.min(part.low, evaluation.low);
        adopt(parent, part);
      }
    }
    if (!isDone && parent !== undefined) {
      parent.low = Math.min(parent.low, evaluation.low);
      adopt(parent, context);
    }
    if (evaluation.epoch === given.epoch) this.keep(entry, view, site, context);
    return summary;
  }

  private round(evaluation: Evaluation): Summary {
    const { request, view } = evaluation;
    evaluation.low = Infinity;
    evaluation.isRecursive = false;
    this.evaluations++;
    evaluation.reads = new ContextReads();
    return this.run(evaluation, request.given.call(view, evaluation.reads));
  }

  /** Returns the view of a call, which counts as one more context of its function. */
  private viewOf({ entry, site }: Request): View {
    const inside = entry.open.length;
    const isExact =
      entry.exact === 0 ||
      (entry.exact < MAX_EXACT && this.evaluations < MANY_EVALUATIONS && inside < MAX_EXACT_NESTED);
    if (isExact) {
      entry.exact++;
      return this.views().exact;
    }
    if (inside < MAX_NESTED && (entry.general < MIN_GENERAL || this.runner.hasPlenty)) {
      entry.general++;
      return this.views().general;
    }
    let joined = entry.joined.get(site);
    if (joined === undefined) {
      joined = {
        view: new JoinedView(this.signatures, this.runner),
        context: null,
        left: MAX_JOINS,
      };
      entry.joined.set(site, joined);
    }
    joined.left--;
    return joined.view;
  }

  private run(evaluation: Evaluation, env: CallEnvironment): Summary {
    const { scope, channels, body } = evaluation.request;
    const { stdin } = scope;
    const input = stdin.text === null ? null : new Input(stdin.text);
    evaluation.input = input;
    const before = channels.map((channel) => channel?.stream ?? silent);
    for (const channel of channels) if (channel !== undefined) channel.stream = silent;
    const wasClaimed = this.runner.isClaimed(stdin.remote);
    const inner = { ...scope, env, stdin: input === null ? stdin : { ...stdin, text: input } };
    let isOver = false;
    try {
      const { result: written, matches } = this.runner.watched(() => body(inner));
      isOver = true;
      return {
        reads: evaluation.reads,
        input,
        claimsInput: !wasClaimed && this.runner.isClaimed(stdin.remote),
        written,
        sent: channels.map((channel) => channel?.stream ?? silent),
        effects: env.effects,
        files: env.running.files,
        matches,
      };
    } finally {
      for (const [index, channel] of channels.entries())
        if (channel !== undefined) channel.stream = before[index] ?? silent;
      if (!isOver && !wasClaimed) this.runner.release(stdin.remote);
    }
  }

  /** Keeps a summary for later calls. */
  private keep(entry: Entry, view: View, site: string, context: Context): void {
    if (view instanceof JoinedView) {
      const joined = entry.joined.get(site);
      if (joined !== undefined) joined.context = context;
      return;
    }
    const key = treeKey(view, site);
    let tree = entry.trees.get(key);
    if (tree === undefined) entry.trees.set(key, (tree = new ContextTree()));
    const { reads } = context.summary;
    tree.add(reads, context, (other) => !other.isStale);
    this.readings += reads.size;
    if (this.readings < MAX_READS) return;
    this.readings = 0;
    for (const { trees } of this.entries.values()) trees.clear();
  }

  private apply(summary: Summary, { scope, channels }: Request): Stream {
    const { stdin } = scope;
    for (const match of summary.matches.values()) this.runner.report(match);
    for (const [path, file] of summary.files) scope.env.recordDownload(path, file);
    if (summary.claimsInput && stdin.remote !== null) this.runner.claim(stdin.remote);
    const { input } = summary;
    const [written = silent, ...sent] = [summary.written, ...summary.sent].map((stream) =>
      input === null || stdin.text === null || stream.text === null
        ? stream
        : { ...stream, text: filled(stream.text, input, stdin.text) },
    );
    for (const [index, channel] of channels.entries())
      if (channel !== undefined) channel.stream = both(channel.stream, sent[index] ?? silent);
    scope.env.apply(summary.effects, summary.reads);
    return written;
  }
}

/** Whether a call is the same as one that is being evaluated, as far as that one has read. */
function isSameCall(
  { request, view, epoch, reads, before, input }: Evaluation,
  { given, site, scope }: Request,
): boolean {
  return (
    request.site === site &&
    epoch === given.epoch &&
    admits({ input }, scope) &&
    [reads, ...(before === null ? [] : [before.reads])].every((read) =>
      [...read].every(
        ({ kind, name, signature }) => signatureOfReading(given, kind, name, view) === signature,
      ),
    )
  );
}

function treeKey(view: View, site: string): string {
  return `${view.isExact ? "exact" : "general"} ${site}`;
}
