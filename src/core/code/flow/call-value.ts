import { type Role, roleOf } from "../../query/role.js";
import type { CallExpr, Place } from "../ir.js";
import { callOf as callExpr, inert } from "../lowering.js";
import { followed } from "./decoding-calls.js";
import { environmentOf } from "./command-variables.js";
import { powershellCall } from "./powershell-calls.js";
import { listed, madeBy, passed, unknownResult } from "./call-result.js";
import { bound, partial } from "./bound-arguments.js";
import { readCall } from "./read-call.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { callBack, callRole, execute, executorOf, returned, shapeOf } from "./execute.js";
import { folded } from "./fold.js";
import { fillBraces, fillParts } from "./format-strings.js";
import { applyInjection } from "./apply-injection.js";
import { iterated, joined, joinedParts, receiverItem, split, textOf } from "./lists.js";
import {
  fetchedAt,
  importedData,
  isAddress,
  decodes,
  isProgram,
  decoderResult,
  stdin,
} from "./taint-sources.js";
import { runLists } from "./passed-commands.js";
import { callHandlers, callListeners, listened, storeListener } from "./event-handlers.js";
import { elementCall } from "./table-elements.js";
import { nameIn } from "./name-in-text.js";
import { receive, writeInto } from "./written-arguments.js";
import { promised } from "./promises.js";
import { connect, pipeInto, writeTo } from "./processes.js";
import { inheriting, ofPrototype } from "./prototypes.js";
import { isOwnProcess, programOf, wordsOf } from "./program-argument.js";
import { pipeEnds } from "./pipe-ends.js";
import { mutate } from "./list-mutation.js";
import { tableOf } from "./tables.js";
import { contentOf, grow, lettersOf } from "./text-calls.js";
import { commandLines, joinTexts } from "./text-builder.js";
import { joinValues } from "./join-values.js";
import { apiAt, combine, itemOf, UNKNOWN, type Item, type Value } from "./value.js";

/** Returns the value of a call and applies its effects: decoding, execution, passing a string to a shell. */
export function callValue(engine: Evaluator, expr: CallExpr): Value {
  const call = readCall(engine, expr);
  if (expr.decorates === true) return decorated(engine, call);
  const made = expr.construct ? constructed(engine, call) : outcome(engine, call);
  const yielded = followed(engine, call, made);
  if (engine.traits.isLoose && yielded.taint?.origin === "fetched") receive(engine, call, yielded);
  writeInto(engine, call, call.receiver.taint === null ? yielded : call.receiver);
  const api = call.callee.api;
  if (api === null || yielded.api !== null) return yielded;
  // the leading token is still the name of the module: `Base64.getDecoder().decode(x)`
  const module = api.written.slice(0, Math.max(0, api.written.indexOf(".")));
  const place = engine.roles.has("source.module", module)
    ? { start: expr.start, end: api.end }
    : expr;
  return { ...yielded, api: apiAt(place, `${api.path}(${elementOf(call)})`, `${api.written}()`) };
}

/** Returns the result of a decorator: the function that a decorator of the program returns, or else the decorated definition. */
function decorated(engine: Evaluator, { callee, positional }: Call): Value {
  const [definition] = positional;
  const made =
    callee.closure?.code.kind === "function"
      ? engine.functions.invoke(callee.closure, positional)
      : null;
  return made?.closure ? made : (definition?.value ?? UNKNOWN);
}

/** Returns the object that `new T(x) { A = y }` creates, with the properties of its initializer. */
function constructed(engine: Evaluator, call: Call): Value {
  if (callRole(call, "flow.promise") !== null) return promised(engine, call);
  const made = outcome(engine, call);
  const { properties, start } = call.expr;
  const record = properties === undefined ? null : engine.evaluate(properties);
  const object = record?.object ?? made.object ?? `new${String(start)}`;
  if (record !== null && call.callee.closure?.code.kind === "class" && made.object !== null) {
    for (const name of record.fields ?? [])
      engine.bindings.setProperty(
        made.object,
        name,
        engine.bindings.property(record, name) ?? UNKNOWN,
      );
    return made;
  }
  const isProcess = engine.traits.isLoose && engine.described.made(call, object);
  const own = ofPrototype(engine, call);
  if (own !== null) return { ...made, object: own };
  if (record === null) return isProcess ? { ...made, object } : made;
  return { ...made, object, fields: record.fields };
}

/** Returns "script" for `document.createElement("script")`, which creates an element whose text is code; otherwise an empty string. */
function elementOf({ method, positional: [first] }: Call): string {
  return method === "createElement" && first?.value.texts[0]?.source.text.toLowerCase() === "script"
    ? "script"
    : "";
}

/** Evaluates the call that unpickling makes: the items are the function and its arguments, as `__reduce__` returns them. */
export function callReduced(engine: Evaluator, [made, given]: readonly Item[]): void {
  if (made === undefined || made.value.api === null || !given?.value.items) return;
  outcome(
    engine,
    callOf(engine, made.value, { start: made.start, end: given.end }, given.value.items),
  );
}

/** Returns an evaluated call that does not occur in the text. */
export function callOf(
  engine: Evaluator,
  callee: Value,
  place: Place,
  positional: readonly Item[],
): Call {
  return {
    expr: callExpr(place, inert(place), []),
    callee,
    receiver: UNKNOWN,
    positional,
    named: new Map(),
    method: "",
    roles: engine.roles.of(callee.api, place),
    methodRoles: [],
  };
}

/** Evaluates a call: a decoder, an execution, a function of the program, a started program, or any other call. */
function outcome(engine: Evaluator, call: Call): Value {
  const { callee, expr } = call;
  // the value of `fetched.length()` contains nothing of the fetched text
  if (call.receiver.taint !== null && roleOf(call.methodRoles, "flow.barrier.method") !== null)
    return UNKNOWN;
  const decoder = callRole(call, "source.decoder") ?? callRole(call, "source.letters");
  if (decoder !== null && decodes(engine, call, decoder))
    return expr.elided && decoder.settings["of"] !== "letters"
      ? UNKNOWN
      : decoderResult(engine, call, decoder);
  const output = engine.traits.isLoose ? engine.described.called(call) : null;
  if (output !== null) return output;
  const block = engine.traits.spansCalls
    ? (environmentOf(engine, call) ?? powershellCall(engine, call))
    : null;
  if (block !== null) return block;
  const address = callRole(call, "source.address");
  if (address !== null) runAddress(engine, call, address);
  const listening = listened(engine, call);
  if (listening !== null) return listening;
  const executor = executorOf(engine, call);
  const words = executor === null ? [] : wordsOf(engine, call);
  const program = programOf(engine, call, executor, words);
  if (executor?.settings["of"] === "data" && program !== undefined)
    return importedData(engine, call, executor, program) ?? library(engine, call);
  if (executor !== null && program !== undefined && isProgram(engine, executor, words, program))
    execute(
      engine,
      call,
      { role: executor, place: isOwnProcess(call, words) ? expr.callee : (callee.api ?? expr) },
      program.value,
      engine.traits.isLoose || engine.traits.spansCalls
        ? executor
        : shapeOf(program, "sink.program"),
    );
  const nameValue = executor === null || engine.traits.isLoose ? null : nameIn(engine, program);
  if (nameValue !== null) return nameValue;
  const called = callee.closure === null ? engine.functions.callable(callee) : null;
  const closure = callee.closure ?? called ?? engine.functions.classOf(callee);
  if (closure) {
    const result = engine.functions.invoke(
      closure,
      withObject(engine, call, called !== null),
      new Map([...call.named].map(([name, { value }]) => [name, value])),
      (at, value) => {
        engine.bindings.assignArgument(expr.args[at], value);
      },
    );
    if (result !== null) return returned(engine, result, expr.callee);
  }
  return applyInjection(engine, call) ?? library(engine, call);
}

/** Returns the arguments of a call, after the object if the language passes it as the first argument: the receiver or a called object. */
function withObject({ traits }: Evaluator, call: Call, isCalled: boolean): readonly Item[] {
  const { expr, callee, positional } = call;
  if (expr.passesObject === true) return [receiverItem(call), ...positional];
  return isCalled && traits.passesObject
    ? [itemOf(callee, expr.callee), ...positional]
    : positional;
}

/** Handles a call that runs the program at a URL or path: `include 'https://…'`. */
function runAddress(engine: Evaluator, call: Call, role: Role): void {
  const [first] = call.positional;
  if (first === undefined) return;
  if (isAddress(first)) {
    const { callee } = call.expr;
    engine.report.runAddress(callee.kind === "member" ? callee.at : callee, first, role);
  } else engine.files.runNamed(call);
}

/** Evaluates calls that execute nothing. Listed functions have their own effects; the value of any other may contain its arguments. */
function library(engine: Evaluator, call: Call): Value {
  const { receiver, positional, method } = call;
  const { isLoose } = engine.traits;
  // if calls are described by names, these names have the same meaning on any object
  const is = (capture: string): boolean =>
    callRole(call, capture) !== null || (isLoose && roleOf(call.methodRoles, capture) !== null);
  const [given = [...call.named.values()][0]] = positional;
  const first = given?.value ?? UNKNOWN;
  const element = elementCall(engine, call);
  if (element !== null) return element;
  const file = engine.files.call(call);
  if (is("flow.import")) {
    engine.files.runNamed(call);
    return imported(call);
  }
  if (is("flow.getattr")) return attribute(engine, call);
  const withArguments = method === "bind" ? bound(engine, call) : null;
  if (withArguments !== null) return withArguments;
  if (is("flow.function")) return partial(engine, call, first);
  if (is("flow.globals")) return { ...UNKNOWN, api: apiAt(call.expr, "globals()") };
  if (is("source.file")) {
    const input = fileOf(engine, call);
    return input === UNKNOWN && file !== null ? file : input;
  }
  if (is("source.stdin")) return engine.options.stdinIsRemote ? stdin(call.expr) : UNKNOWN;
  const fetcher = callRole(call, "source.fetch");
  // in `open(url).read` the content was already fetched
  const isRead = isLoose && receiver.taint?.origin === "fetched";
  if (fetcher !== null && !isRead && mayFetch(call, fetcher)) return fetched(engine, call, fetcher);
  if (file !== null) return file;
  // any call may also write to a process, as `io.puts code` does
  connect(engine, call);
  if (isLoose) writeTo(engine, call);
  if (is("flow.barrier")) return UNKNOWN;
  if (is("flow.table")) return tableOf(engine, call);
  if (is("flow.ends")) return pipeEnds(engine, call);
  const combined = folded(engine, call);
  if (combined !== null) return combined;
  // `List.of("sh", "-c", "…")`
  if (isLoose && !engine.traits.anyArgument && is("flow.list"))
    return engine.list(listed(positional));
  if (isLoose || (call.roles.length === 0 && call.methodRoles.length === 0)) runLists(engine, call);
  if (is("flow.listen")) storeListener(engine, call);
  if (is("flow.emit")) callListeners(engine, call);
  const follows = is("flow.then");
  const answers = callBack(engine, call, follows);
  if (is("flow.inherit")) return inheriting(engine, call);
  const chosen = is("flow.item")
    ? [receiver, first].find(({ items }) => items !== null)
    : undefined;
  if (chosen !== undefined) return engine.elementOf(chosen);
  if (is("flow.same")) return roleOf(call.roles, "flow.same") === null ? receiver : first;
  if (follows && answers.length > 0) return joinValues(answers);
  // in `commands.filter(f)` the results of the function only select items, in `commands.map(f)` they replace the items
  const isMapped = is("flow.map") && answers.length > 0;
  const own = is("flow.position") ? receiver : passed(engine, call);
  const results = is("flow.items") || is("flow.position") ? [] : answers;
  const stored = combine(isMapped ? answers : [own, ...results]);
  const text = textMade(engine, call, is, stored, first);
  if (text !== null) return text;
  if (is("flow.grow")) return grow(engine, call);
  const longer = is("flow.mutator") ? mutate(engine, call) : null;
  if (isLoose && longer !== null) return longer;
  if (is("flow.content")) return contentOf(call);
  if (isLoose) {
    // in `parts.map(p -> decode(p))` the results of the function replace the texts and items of the object
    const isMade = !is("flow.items") && answers.some(({ taint }) => taint !== null);
    if (isMapped && !isMade) return madeBy(engine, call, answers, stored);
    return isMade
      ? stored
      : (engine.described.changed(call) ?? unknownResult(engine, call, first, stored, answers));
  }
  const pairs = is("flow.pairs");
  if (pairs || is("flow.items")) return iterated(engine, call, stored, pairs);
  return madeBy(engine, call, answers, stored);
}

/** Whether a call has the arguments without which its function fetches nothing: `requests.get(...)` only names a pattern. */
function mayFetch({ expr, positional: [source] }: Call, { settings }: Role): boolean {
  switch (settings["of"]) {
    case "address":
      return source !== undefined && isAddress(source);
    case "operand":
      return !expr.elided;
    default:
      return true;
  }
}

/** Returns the value of a call that creates a string; null for any other call. */
function textMade(
  engine: Evaluator,
  call: Call,
  is: (capture: string) => boolean,
  stored: Value,
  first: Value,
): Value | null {
  const { receiver, positional, method } = call;
  const { isLoose, replacesAll } = engine.traits;
  // `shlex.quote(word)`, `shlex.join(words)`: tested before `join`, which is a method of any object
  if (is("flow.quote"))
    return {
      ...(isLoose ? UNKNOWN : stored),
      texts: commandLines(engine, first.items ?? positional.slice(0, 1)),
    };
  if (is("flow.join"))
    return { ...stored, texts: isLoose ? joinedParts(engine, call) : joined(engine, call) };
  if (is("flow.path")) return { ...stored, texts: joinTexts(engine, positional, "\\") };
  if (is("flow.format")) return fillBraces(engine, receiver, positional, call.named);
  // in `str_replace("a", "b", text)` the text comes last
  if (roleOf(call.roles, "flow.replace") !== null && method === "")
    return fillParts(engine, positional[2]?.value ?? UNKNOWN, first, positional[1], true);
  if (is("flow.letters")) return lettersOf(engine, call);
  if (is("flow.replace"))
    return fillParts(
      engine,
      receiver,
      positional[0]?.value,
      positional[1],
      replacesAll || method === "replaceAll",
    );
  if (is("flow.split")) return split(engine, call, stored);
  if (is("flow.concat")) return engine.concat([receiverItem(call), ...positional]);
  // of `compile(code, name, mode)`, only the code is in the result
  if (is("flow.text"))
    return {
      ...(positional.length > 0 ? combine([receiver, first]) : stored),
      texts: textOf(call),
      constant: false,
    };
  return null;
}

/** Returns the module that `__import__("m")` or `require("m")` names, as a value. */
function imported(call: Call): Value {
  const name = call.positional[0]?.value.texts[0]?.source.text.replace(/^node:/, "");
  if (name === undefined) return UNKNOWN;
  return { ...UNKNOWN, api: apiAt(call.expr, name) };
}

/** Returns the value of the property that `getattr(object, "name")` reads. */
function attribute(engine: Evaluator, call: Call): Value {
  const [object, name] = call.positional;
  const text = name?.value.texts[0];
  if (object === undefined || name === undefined || text === undefined)
    return combine([object?.value ?? UNKNOWN]);
  const at = text.open && text.close ? { start: text.open.end, end: text.close.start } : name;
  return engine.bindings.memberOf(
    object.value,
    text.source.text,
    { start: call.expr.start, end: call.expr.end },
    at,
    object,
  );
}

/** Returns standard input for `open(0)` and `open("/dev/stdin")` if it is fetched; otherwise the value is unknown. */
function fileOf(engine: Evaluator, call: Call): Value {
  const first = call.positional[0];
  const path =
    first?.value.texts[0]?.source.text ??
    (first ? engine.source.text.slice(first.start, first.end) : "");
  const isStdin =
    path === "0" ||
    engine.roles.has("source.stdin.path", path) ||
    (first !== undefined &&
      roleOf(engine.roles.of(first.value.api, first), "source.stdin") !== null);
  return isStdin && engine.options.stdinIsRemote ? stdin(call.expr) : UNKNOWN;
}

/** Evaluates a call that fetches. Such calls are listed only in the extended profile. */
function fetched(engine: Evaluator, call: Call, role: Role): Value {
  const value = fetchedAt(engine, call.expr.callee, role);
  callHandlers(engine, call, value);
  pipeInto(engine, call, value, role);
  return value;
}
