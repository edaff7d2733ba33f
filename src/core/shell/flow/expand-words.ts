import { unquotedText } from "../../lex/quoting.js";
import type {
  ExpansionPart,
  Part,
  ProcessPart,
  SubstitutionPart,
  TextPart,
  Word,
} from "../script.js";
import { pathOfVariable } from "./variable-paths.js";
import { addRemote, addText, type Assembly } from "./word-assembly.js";
import { partiallyKnown, unknown, type Argument } from "./argument.js";
import {
  splitsIntoFields,
  knownHere,
  possibleWords,
  eachWord,
  splitFields,
  unfollowed,
} from "./word-splitting.js";
import { hasEffects } from "./has-effects.js";
import { closed, collected } from "./output-channels.js";
import { isAssignedPart } from "./is-assigned-part.js";
import { textsOf, valueOf, type Value } from "./values.js";
import { MAX_NUMBERED } from "./environment.js";
import {
  choicesOf,
  yieldsValue,
  hidesValue,
  indirect,
  isTooLongToChange,
  joinedElements,
  knownValue,
  namedElements,
  operandUse,
  valueIn,
} from "./parameter-expansions.js";
import { subshell, type Runner, type Scope } from "./runner.js";
import { possibleTexts, withChoices } from "./word-alternatives.js";
import {
  asCode,
  codeOf,
  codeOfEach,
  outerName,
  replaceRange,
  type KnownParts,
} from "./word-code.js";
import {
  altered,
  isOnlyUnknown,
  mergeRemotes,
  silent,
  type CodeText,
  type Stream,
} from "./stream.js";

/** Maximum number of words that variables add to a command: each line of a text may double them (`set -- "$@" "$@"`). */
const MAX_FIELDS = 1 << 13;

/** Returns the arguments to which words expand; every substitution in them runs once. */
export function expandAll(words: readonly Word[], runner: Runner, scope: Scope): Argument[] {
  const args: Argument[] = [];
  let [length, fields] = [0, 0];
  for (const word of words) {
    const expanded = expand(word, runner, scope);
    length += expanded.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
    if (expanded.length > 1) fields += expanded.length;
    runner.expanded(expanded.length, 0);
    if (length <= runner.longestText && fields <= MAX_FIELDS) args.push(...expanded);
    else args.push(unfollowed(expanded, word, runner));
  }
  return args;
}

/** Expands a word only for its effects: the output of its substitutions is not read. */
export function perform(word: Word, runner: Runner, scope: Scope): void {
  if (word.parts.some((part) => part.kind === "expansion" && part.operation !== null)) {
    if (hasEffects(word)) expandOne(word, runner, scope);
    return;
  }
  const bodies = word.parts.flatMap((part) =>
    part.kind === "substitution"
      ? [part.body]
      : part.kind === "opaque"
        ? part.inner.map(({ body }) => body)
        : [],
  );
  for (const body of bodies) runner.script(body, { ...inner(scope), outputs: closed(scope, 1) });
}

function expand(word: Word, runner: Runner, scope: Scope): readonly Argument[] {
  const only = word.parts.length === 1 ? word.parts[0] : undefined;
  const named = only?.kind === "expansion" ? namedElements(only, word, scope) : null;
  if (named?.isJoined === false) {
    const here = named.areArguments ? expandedHere : elementHere;
    return eachWord(named.elements, word, runner, (element) => here(element, word));
  }
  if (only?.kind === "expansion" && only.plain) {
    const elements = only.name === "@" ? scope.env.elements(only.name) : undefined;
    if (elements !== undefined)
      return eachWord(elements, word, runner, (element) => elementHere(element, word));
    if (only.name === "@" || (only.name === "*" && !only.quoted)) {
      const positional = scope.env.positional;
      if (positional !== null)
        return eachWord(positional, word, runner, (argument) => expandedHere(argument, word));
    }
    const value = only.quoted ? null : valueIn(only, valueOfName(only.name, scope), word);
    const text = value?.text ?? null;
    if (text !== null && splitsIntoFields(text)) return splitFields(word, text, runner);
    if (text === null && value?.possible !== undefined)
      return [possibleWords(word, expandOne(word, runner, scope), value.possible, runner)];
    if (text === null && value?.shape !== undefined && splitsIntoFields(value.shape))
      return splitFields(word, value.shape, runner, expandOne(word, runner, scope));
  }
  const argument = expandOne(word, runner, scope);
  const { text, possible } = argument;
  const isSplit = only?.kind === "expansion" && !only.quoted;
  if (possible !== undefined) return [possibleWords(word, argument, possible, runner, isSplit)];
  return isSplit && !only.plain && text !== null && splitsIntoFields(text)
    ? splitFields(word, text, runner)
    : [argument];
}

/** Returns an argument of a call for the word `"$@"`. If it contains fetched bytes, it gets the word's span, like a variable's value. */
function expandedHere(argument: Argument, word: Word): Argument {
  if (argument.remote === null && (argument.process?.output.remote ?? null) === null)
    return argument;
  const span = word.source.origin(word.start, word.end);
  const { remote, process = null } = valueOf(argument);
  return { ...argument, span, remote, remoteEnd: span[1], process, called: argument };
}

/** Returns an element of an array with the span of the word that expands the array. */
function elementHere(element: Argument, word: Word): Argument {
  const { text } = element;
  if (text !== null) return knownHere(word, text);
  return { ...expandedHere(element, word), span: word.source.origin(word.start, word.end) };
}

/** Expands one word without field splitting, as in quotes, assignments and redirects. */
export function expandOne(word: Word, runner: Runner, scope: Scope): Argument {
  const [only] = word.parts;
  if (only?.kind === "text" && word.parts.length === 1)
    return scope.env.isFunction ? cachedLiteral(word, only) : literalArgument(word, only);
  const span = word.source.origin(word.start, word.end);
  const isDocument = word.parts.some(
    (part) => part.kind === "text" && part.quoting === "here-document",
  );
  const assembly: Assembly = {
    text: "",
    shape: "",
    path: "",
    longest: runner.longestText,
    isTooLong: false,
    remote: null,
    remoteEnd: 0,
    process: null,
    assigned: undefined,
    alternatives: null,
    isCut: false,
    wordEnd: isDocument ? null : span[1],
    known: new Map(),
  };
  for (const part of word.parts) addPart(assembly, part, word, runner, scope);
  if (assembly.isTooLong) runner.tooLong(span);
  runner.expanded(1, assembly.shape.length);
  const { text, shape, path, remote, remoteEnd, process, assigned, known } = assembly;
  const alternatives = text === null ? (assembly.alternatives ?? []) : [];
  const possible = possibleTexts(alternatives);
  const part = text === null ? partiallyKnown(shape) : {};
  const isCut = assembly.isCut || assembly.isTooLong || part.isCut === true;
  const variable =
    text === null && shape === unknown && only?.kind === "expansion" && !only.opaque
      ? { variable: only.name }
      : {};
  let code: CodeText | null = null;
  const isSplit =
    remote !== null && word.parts.some((part) => "quoted" in part && !part.quoted)
      ? { isSplit: true }
      : {};
  return {
    span,
    text,
    ...(word.roles && { roles: word.roles }),
    ...part,
    ...(possible.length > 0 && { possible }),
    ...isSplit,
    ...variable,
    ...(text === null && path !== null && { path }),
    ...(isCut && { isCut }),
    ...(assigned && { assigned }),
    remote,
    remoteEnd,
    process,
    code: () => {
      code ??= codeOfEach(word, known, alternatives);
      return isCut ? { ...code, isCut } : code;
    },
  };
}

/** The arguments of words without expansions in functions, which are the same in each evaluation of the body. */
const literals = new WeakMap<Word, Argument>();

function cachedLiteral(word: Word, part: TextPart): Argument {
  let argument = literals.get(word);
  if (argument === undefined) literals.set(word, (argument = literalArgument(word, part)));
  return argument;
}

/** Returns the text of a word without expansions; null for any other word. */
export function literalText({ source, parts: [only, ...others] }: Word): string | null {
  if (only?.kind !== "text" || others.length > 0) return null;
  return unquotedText(source, only.start, only.end, only.quoting);
}

/** Returns the argument for a word without expansions. */
function literalArgument(word: Word, { start, end, quoting }: TextPart): Argument {
  let code: CodeText | null = null;
  const text = unquotedText(word.source, start, end, quoting);
  return {
    span: word.source.origin(word.start, word.end),
    text,
    ...(word.roles && { roles: word.roles }),
    ...(quoting === "none" && /[?*[]/.test(text) && { isPattern: true }),
    remote: null,
    remoteEnd: 0,
    process: null,
    code: () => (code ??= codeOf(word, nothingKnown)),
  };
}

const nothingKnown: KnownParts = new Map();

function addPart(assembly: Assembly, part: Part, word: Word, runner: Runner, scope: Scope): void {
  switch (part.kind) {
    case "text":
      return addText(assembly, unquotedText(word.source, part.start, part.end, part.quoting));
    case "expansion":
      return addExpansion(assembly, part, word, runner, scope);
    case "substitution":
      return addSubstitution(assembly, part, word, runner, scope);
    case "process": {
      addText(assembly, null);
      const output =
        part.direction === "<" ? outputOf(part, runner, scope) : { remote: null, text: null };
      void output.text?.source; // marks the input as read: a variable may keep the text beyond the running call
      if (word.parts.length === 1) assembly.process = { part, output };
      else if (isAssignedPart(part, word)) assembly.assigned = { part, output };
      return;
    }
    case "opaque":
      addText(assembly, null);
      for (const { body } of part.inner) runner.script(body, inner(scope));
  }
}

/** Returns the value of a name; parameters that are not stored by number are looked up in the list of arguments. */
function valueOfName(name: string, { env }: Scope): Value | null {
  const parameter = Number(name) > MAX_NUMBERED ? env.positional?.[Number(name) - 1] : undefined;
  return parameter === undefined ? env.get(name) : valueOf(parameter);
}

function addExpansion(
  assembly: Assembly,
  written: ExpansionPart,
  word: Word,
  runner: Runner,
  scope: Scope,
): void {
  const part = { ...written, ...indirect(written, word, scope) };
  const { operation } = part;
  const value = valueIn(part, valueOfName(part.name, scope), word);
  const use = operandUse(part, value);
  const operand =
    operation === null || use === "unused" ? null : expandOne(operation.operand, runner, scope);
  const isChanged = runner.profile === "extended";
  const elements = namedElements(part, word, scope)?.elements ?? [];
  const joined = joinedElements(elements, assembly.longest);
  const expanded = { part, value, use, operand: operand?.text ?? null, word, isChanged };
  const choices = choicesOf(expanded);
  const isChoice = value?.possible !== undefined && choices.length > 0;
  const shape = isChoice ? undefined : choices[0]?.text;
  const known =
    joined.text ?? knownValue(expanded) ?? (shape?.includes(unknown) === false ? shape : null);
  const given = yieldsValue(part, word) ? value : null;
  assembly.isCut ||=
    (value?.isCut === true && !hidesValue(part)) || (operand?.isCut === true && use !== "aside");
  assembly.isCut ||= joined.isTooLong;
  assembly.isCut ||= isChanged && isTooLongToChange(part, value, operand?.text ?? null, word);
  const alternatives =
    isChoice && known === null ? withChoices(assembly, written, choices, runner) : null;
  const path = part.plain ? pathOfVariable(part.name, value) : null;
  addText(assembly, known, shape ?? given?.shape, path, alternatives);
  const end = documentEnd(word, part.close);
  if (
    value !== null &&
    value.remote !== null &&
    !part.opaque &&
    !hidesValue(part) &&
    part.shape !== null
  ) {
    addRemote(
      assembly,
      { ...value.remote, shape: part.shape },
      part.quoted ? end : (assembly.wordEnd ?? end),
    );
  }
  if (operand !== null && use !== "aside") addRemote(assembly, operand.remote, end);
  if (part.plain && word.parts.length === 1) assembly.process = value?.process ?? null;
  const fetched =
    part.plain && value !== null && value.remote !== null
      ? `\${${outerName(part.name)}}`
      : undefined;
  const texts = given?.text === null ? textsOf(given) : [];
  const around = fetched === undefined ? null : (value?.shape ?? null);
  const code =
    known ??
    (around !== null && fetched !== undefined && runner.mentions(around)
      ? around.replaceAll(unknown, fetched)
      : fetched) ??
    (texts.length === 0 ? undefined : asCode(texts.join("\n")));
  if (
    operand !== null &&
    (use === "instead" || (use === "perhaps" && (code === undefined || value === null)))
  )
    assembly.known.set(written, operand.code());
  else if (code !== undefined)
    assembly.known.set(written, {
      source: replaceRange(word.source, code, part.start, part.end),
      variables: [word.source.origin(part.start, part.end)],
    });
  if (operand !== null && use !== "aside" && operation?.operator.endsWith("=") === true) {
    const remote = mergeRemotes(value?.remote ?? null, operand.remote);
    scope.env.set(
      part.name,
      valueOf({ remote, text: known, span: word.source.origin(word.start, word.end) }),
    );
  }
}

function addSubstitution(
  assembly: Assembly,
  part: SubstitutionPart,
  word: Word,
  runner: Runner,
  scope: Scope,
): void {
  const output = outputOf(part, runner, scope);
  addRemote(assembly, output.remote, documentEnd(word, part.close));
  const text = output.text !== null && !isOnlyUnknown(output.text) ? output.text.source : null;
  const written = text === null ? null : withoutTrailingLineFeeds(text.text);
  // if the output contains fetched bytes, only the text around them is known
  if (output.remote === null) addText(assembly, written);
  else addText(assembly, null, written ?? unknown);
  if (text !== null)
    assembly.known.set(part, { source: text, variables: [], via: output.text?.via ?? [] });
}

/** Returns an output without the line feeds at its end, which a substitution removes. */
function withoutTrailingLineFeeds(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === "\n") end--;
  return text.slice(0, end);
}

/** Returns the output of a substitution; bytes that an executed program printed count as fetched again. */
function outputOf(
  { body, shape }: SubstitutionPart | ProcessPart,
  runner: Runner,
  scope: Scope,
): Stream {
  const { remote, text } = collected(inner(scope), (open) => runner.script(body, open));
  return {
    remote: remote && shape && { ...remote, shape, inherited: false, executed: false },
    text,
  };
}

/** Returns the scope of a substitution, which is a subshell: its assignments are local to it. */
function inner(scope: Scope): Scope {
  const { remote, text } = scope.stdin;
  const stdin =
    remote === null && text === null
      ? silent
      : {
          remote: remote && { ...remote, inherited: true },
          text: text && altered(text, { inherited: true }),
        };
  return subshell(scope, stdin);
}

function documentEnd(word: Word, position: number): number {
  return word.source.origin(word.start, position)[1];
}
