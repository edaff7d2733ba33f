import type { Span, TraceStep } from "../../model.js";
import type { Argument } from "./argument.js";
import type { Value } from "./values.js";
import type { CodeText, Remote, Stream } from "./stream.js";

/** Whether two things are the same to whoever goes on with them; what was made anew may be. */
type Same<T> = (first: T, second: T) => boolean;

function isThere<T extends object>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** The same for what may be absent. */
function present<T extends object>(same: Same<T>): Same<T | null | undefined> {
  return (first, second) => first === second || (isThere(first) && isThere(second) && same(first, second));
}

function each<T>(same: Same<T>): Same<readonly T[]> {
  return (first, second) => first.length === second.length && first.every((item, index) => same(item, second[index] as T));
}

const sameSpan = present<Span>(([start, end], other) => start === other[0] && end === other[1]);

const sameStep: Same<TraceStep> = (first, second) =>
  first === second ||
  (first.step === second.step &&
    first.message === second.message &&
    first.cardRule === second.cardRule &&
    sameSpan(first.span, second.span) &&
    sameTexts(first.patterns, second.patterns));
const sameTexts = present<readonly string[]>(each((first, second) => first === second));
const sameSteps = each(sameStep);

export const sameRemote = present<Remote>(
  (first, second) =>
    first.start === second.start &&
    first.end === second.end &&
    first.origin === second.origin &&
    first.shape === second.shape &&
    first.rule === second.rule &&
    first.kind === second.kind &&
    first.inherited === second.inherited &&
    first.executed === second.executed &&
    sameSpan(first.call, second.call) &&
    sameSteps(first.trace, second.trace),
);

/** Texts that say the same and stand in the same place. */
const sameCode = present<CodeText>(
  (first, second) =>
    first.from === second.from &&
    first.to === second.to &&
    first.source.text === second.source.text &&
    sameSpan(first.source.origin(0, first.source.text.length), second.source.origin(0, second.source.text.length)) &&
    each(sameSpan)(first.variables, second.variables),
);

export const sameStream: Same<Stream> = (first, second) =>
  first === second || (sameRemote(first.remote, second.remote) && sameCode(first.text, second.text));

const sameProcess = present<NonNullable<Argument["process"]>>(
  (first, second) => first.part === second.part && sameStream(first.output, second.output),
);

const sameArgument: Same<Argument> = (first, second) =>
  first === second ||
  (first.text === second.text &&
    first.shape === second.shape &&
    first.base === second.base &&
    first.isPart === second.isPart &&
    first.variable === second.variable &&
    first.isSplit === second.isSplit &&
    first.remoteEnd === second.remoteEnd &&
    first.roles === second.roles &&
    sameSpan(first.span, second.span) &&
    sameRemote(first.remote, second.remote) &&
    sameProcess(first.process, second.process) &&
    present(sameArgument)(first.called, second.called) &&
    present(each(sameArguments))(first.alternatives, second.alternatives) &&
    sameCode(first.code(), second.code()));

function sameArguments(first: readonly Argument[], second: readonly Argument[]): boolean {
  return each(sameArgument)(first, second);
}

export const sameWords = present(sameArguments);

const sameFields = present<ReadonlyMap<string, Argument>>(
  (first, second) => first.size === second.size && [...first].every(([key, argument]) => present(sameArgument)(argument, second.get(key))),
);

export const sameValue = present<Value>(
  (first, second) =>
    first.text === second.text &&
    first.exported === second.exported &&
    sameTexts(first.possible, second.possible) &&
    first.refers === second.refers &&
    sameRemote(first.remote, second.remote) &&
    sameProcess(first.process, second.process) &&
    sameWords(first.elements, second.elements) &&
    sameFields(first.fields, second.fields),
);
