import { codecs, codecsByName, replacing, undecodable } from "../../decode/codecs.js";
import decoders from "../../decode/decoders.json" with { type: "json" };
import { literalText, throughCodecs, type Codec, type Literal } from "../../literal.js";
import { wordsIn } from "../../scan.js";
import type { ComprehensionExpr } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import type { Evaluator } from "./evaluator.js";
import { joinedItems, joinedLiterals, literalOf, literalOfBytes, withLiteral } from "./literals.js";
import { isRecord } from "./instances.js";
import { receiverItem } from "./lists.js";
import { combine, itemOf, type Item, type Value } from "./value.js";

/** A call of a function that may be listed. */
interface Listed {
  readonly engine: Evaluator;
  /** The name of the function, with its qualifiers: `zlib.decompress`. */
  readonly path: string;
  /** The last name of the path in lower case; for `X.new` and `X::new`, that of the type. */
  readonly name: string;
  /** The object of a method; null for a function, and for a method of a module or of an unknown object. */
  readonly own: Item | null;
  readonly isMethod: boolean;
  readonly args: readonly Item[];
}

/** The literal that a call returns; null if it is unknown, and undefined if the function is not listed. */
type Result = Literal | null | undefined;

/** The codecs of decoding functions, by the last name of the function in lower case. */
const decoding = codecsByName(decoders.decodes);

/** Functions that return their first argument, or the object of which they are a method, unchanged. */
const passing: ReadonlySet<string> = new Set(wordsIn(decoders.passes));

/** Methods that return their object unchanged, whatever the arguments are. A function with this name returns its first argument. */
const keeping: ReadonlySet<string> = new Set(wordsIn(decoders.keeps));

/** Functions that return the characters with the numbers in their arguments. */
const lettering: ReadonlySet<string> = new Set(wordsIn(decoders.letters));

/** Methods that change a string in a way that is not followed. */
const changing: ReadonlySet<string> = new Set(wordsIn(decoders.changes));

/** Decoders of unsupported formats. */
const unsupported: ReadonlySet<string> = new Set(wordsIn(decoders.undecodable));

/** Names of encodings, as arguments of `codecs.decode`, `Buffer.from` and `toString`. */
const encodings = codecsByName(decoders.encodings);

/** Returns the result of a call with its literal. The literal of a function that is not listed is that of its decoded argument. */
export function followed(engine: Evaluator, evaluated: Call, result: Value): Value {
  const { callee, receiver, method, positional } = evaluated;
  const path = callee.api?.path ?? method;
  const name = lastName(path);
  if (callee.closure !== null || !listed.has(name)) return result;
  const isModule =
    method === "" ||
    (callee.api !== null &&
      receiver.taint === null &&
      receiver.texts.length === 0 &&
      receiver.items === null &&
      receiver.constant === null);
  const call: Listed = {
    engine,
    path,
    name,
    own: isModule ? null : receiverItem(evaluated),
    isMethod: method !== "",
    args: positional,
  };
  // a string that grows in steps is not read before it is decoded
  const same = sameAs(call)?.value;
  if (same !== undefined && isText(same) && same.texts === result.texts)
    return { ...result, constant: null };
  const literal = literalOfCall(call);
  return literal === undefined ? result : withLiteral(result, literal);
}

/** Returns the argument or object that a call returns unchanged; null if it is unknown, and undefined for any other function. */
function sameAs({ name, own, isMethod, args }: Listed): Item | null | undefined {
  if (keeping.has(name)) return (isMethod ? own : args[0]) ?? null;
  return passing.has(name) ? (own ?? args[0] ?? null) : undefined;
}

/** Returns the object that a command creates from arguments, with its literal: `New-Object IO.MemoryStream(, $bytes)`. */
export function followedObject(
  engine: Evaluator,
  path: string,
  args: readonly Item[],
  made: Value,
): Value {
  const literal = literalOfCall(functionCall(engine, path, args));
  return literal === undefined ? made : withLiteral(made, literal);
}

/**
 * Returns the value of a comprehension whose body has the value `item`: a list of records, or a value with the literal that one
 * function makes of a list, as in `chr(i) for i in codes`.
 */
export function comprehended(
  engine: Evaluator,
  { body, loops, tested }: ComprehensionExpr,
  list: Value,
  item: Value,
): Value {
  const [loop, ...others] = loops;
  const value = combine([item]);
  if (isRecord(item)) return { ...value, items: [itemOf(item, body)] };
  if (value.taint?.origin !== "decoded" || loop === undefined) return value;
  const given = body.kind === "call" && body.args.length === 1 ? body.args[0]?.value : undefined;
  const isMapped =
    given?.kind === "name" &&
    loop.target.kind === "name" &&
    given.name === loop.target.name &&
    others.length + tested.length === 0;
  const path =
    isMapped && body.kind === "call" ? engine.evaluate(body.callee).api?.path : undefined;
  const literal = path === undefined ? null : mapped(engine, path, itemOf(list, loop.over));
  return withLiteral(value, literal);
}

/** Returns the results of a function for all items of a list, joined; null if one is unknown. */
function mapped(engine: Evaluator, path: string, list: Item): Literal | null {
  if (lettering.has(lastName(path))) return literalOf(engine, list.value);
  const { items } = list.value;
  if (items === null || !engine.options.budget.spendFollowed(items.length)) return null;
  const literals = items.flatMap((item) => literalOfCall(functionCall(engine, path, [item])) ?? []);
  return literals.length < items.length ? null : joinedLiterals(engine, literals);
}

function functionCall(engine: Evaluator, path: string, args: readonly Item[]): Listed {
  return { engine, path, name: lastName(path), own: null, isMethod: false, args };
}

/** Whether a value is a string, or one of several, and nothing else. */
function isText({ taint, items, constant, texts }: Value): boolean {
  return taint === null && items === null && constant === null && texts.length > 0;
}

function literalOfCall(call: Listed): Result {
  const { name } = call;
  const codec = decoding.get(name);
  if (codec !== undefined) return through(call.args[0] ?? call.own, codec, call);
  if (lettering.has(name)) return literalOfBytes(call.engine, lettersIn(call.args));
  const made = special.get(name)?.(call);
  if (made !== undefined) return made;
  const same = sameAs(call);
  if (same !== undefined) return valueOf(same, call);
  if (changing.has(name)) return null;
  return unsupported.has(name) ? unknown(`${call.path} is not decoded here`) : undefined;
}

/** Returns a literal that cannot be decoded, with the reason. */
function unknown(reason: string): Literal | null {
  return throughCodecs(literalText(""), undecodable(reason));
}

function valueOf(item: Item | null | undefined, { engine }: Listed): Literal | null {
  return item ? literalOf(engine, item.value) : null;
}

function through(item: Item | null | undefined, codec: Codec, call: Listed): Literal | null {
  const literal = valueOf(item, call);
  return literal === null ? null : throughCodecs(literal, codec);
}

/** Returns the string that is an argument; null if it is unknown or one of several. */
function textOf(item: Item | undefined): string | null {
  const [text, ...others] = item?.value.texts ?? [];
  return text === undefined || others.length > 0 || text.isPartial === true
    ? null
    : text.source.text;
}

/** Returns the numbers in the arguments of a function, or in the list that is its only argument. */
function lettersIn(args: readonly Item[]): readonly Item[] {
  const [only, ...others] = args;
  return (others.length === 0 ? only?.value.items : null) ?? args;
}

/** Returns a value after the codec of the encoding that an argument names. */
function encoded(item: Item | null | undefined, encoding: Item | undefined, call: Listed): Result {
  if (encoding === undefined) return valueOf(item, call);
  const name = textOf(encoding)?.toLowerCase().replaceAll("-", "_");
  if (name === undefined) return null;
  const codec = encodings.get(name);
  return codec === undefined
    ? unknown(`the encoding ${name} is not decoded here`)
    : through(item, codec, call);
}

function decode(call: Listed): Result {
  const { path, own, args } = call;
  // `x.decode("hex")` and `codecs.decode(x, "hex")`
  if (own !== null) return encoded(own, args[0], call);
  if (/\bbase64(?:\.get\w*decoder\(\))?\.decode$/i.test(path))
    return through(args[0], codecs.base64, call);
  if (/^codecs\b/.test(path)) return encoded(args[0], args[1], call);
  return /\bTextDecoder\(\)\.decode$/.test(path) ? valueOf(args[0], call) : null;
}

/**
 * Evaluates `pack("H*", x)` of PHP and Perl, and `[x].pack("H*")` and `x.unpack("m")` of Ruby. The supported formats are
 * hexadecimal, base64 and character codes.
 */
function pack(call: Listed): Result {
  const { own, args, engine, name } = call;
  const [format, ...values] = args;
  const written = textOf(format);
  if (written === null) return null;
  const value = own ?? values[0];
  if (written === "H*" || written === "H") return through(value, codecs.hex, call);
  if (written === "m0" || written === "m") return through(value, codecs.base64, call);
  if (["C*", "c*", "U*", "W*"].includes(written))
    return own === null ? literalOfBytes(engine, lettersIn(values)) : valueOf(own, call);
  return unknown(`the format ${written} of ${name} is not decoded here`);
}

function decompress(call: Listed): Result {
  const [data, bits] = call.args;
  const [module = ""] = call.path.split(".");
  if (module === "bz2" || module === "lzma")
    return unknown(`data packed by ${module} is not unpacked here`);
  // a negative number of bits means that the data has no header
  const isRaw = bits !== undefined && call.engine.source.text[bits.start] === "-";
  return through(data ?? call.own, isRaw ? codecs.inflate : codecs.packed, call);
}

/** Evaluates `separator.join(list)`, `list.join(separator)` and `join(separator, list)` if something in the list is decoded. */
function join(call: Listed): Result {
  const all = call.own === null ? call.args : [call.own, ...call.args];
  const isSeparator = ({ value }: Item): boolean => isText(value);
  const [list, ...others] = all.filter((item) => !isSeparator(item));
  if (list === undefined) return undefined;
  const separators = all.filter(isSeparator);
  const usual = list === call.own ? call.engine.traits.between : "";
  if (others.length > 0 || separators.length > 1) return null;
  const { items, constant } = list.value;
  const parts = constant === null ? items : null;
  if (parts?.every(({ value }) => value.taint === null)) return undefined;
  if ((separators.length === 0 ? usual : textOf(separators[0])) !== "") return null;
  return parts === null ? valueOf(list, call) : joinedItems(call.engine, parts);
}

/** Evaluates `text.replace(part, value)` and `str_replace(part, value, text)` if the text is decoded; the engine replaces in strings. */
function replace(call: Listed): Result {
  const { name, own, args, engine } = call;
  const { replacesAll, spansCalls } = engine.traits;
  const text = call.isMethod ? own : args[2];
  if (!text || isText(text.value)) return undefined;
  const [part, value] = [textOf(args[0]), textOf(args[1])];
  // an operator of PowerShell has a regular expression
  const isKnown = part !== null && value !== null && !(spansCalls && /[^\w\s]/.test(part));
  return isKnown
    ? through(text, replacing(part, value, replacesAll || name !== "replace"), call)
    : null;
}

function reverse(call: Listed): Result {
  const given = call.own ?? call.args[0];
  const { items = null, constant = null } = given?.value ?? {};
  return items !== null && constant === null
    ? literalOfBytes(call.engine, [...items].reverse())
    : through(given, codecs.reverse, call);
}

function isOfEncoding({ path }: Listed): boolean {
  return /encoding|utf8|ascii/i.test(path);
}

/** Functions whose result depends on more than one codec. */
const special: ReadonlyMap<string, (call: Listed) => Result> = new Map(
  Object.entries<(call: Listed) => Result>({
    // in .NET the encoding is a property: `[Text.Encoding]::Unicode.GetString(…)`
    getstring: (call) =>
      /\bunicode\b/i.test(call.path)
        ? through(call.args[0], codecs.utf16, call)
        : valueOf(isOfEncoding(call) ? call.args[0] : null, call),
    getbytes: (call) => valueOf(isOfEncoding(call) ? call.args[0] : call.own, call),
    decode,
    // modules of Python and packages of Go have functions of the same name
    decodestring: (call) =>
      /^quopri\b/.test(call.path)
        ? unknown(`${call.path} is not decoded here`)
        : through(call.args[0], /^hex\b/.test(call.path) ? codecs.hex : codecs.base64, call),
    from: (call) =>
      /^buffer\./i.test(call.path)
        ? encoded(call.args[0], call.args[1], call)
        : /array\.from$/i.test(call.path)
          ? valueOf(call.args[0], call)
          : undefined,
    // `codecs.encode(x, "rot13")`: encoding and decoding are the same
    encode: (call) =>
      /^codecs\b/.test(call.path) ? encoded(call.args[0], call.args[1], call) : undefined,
    buffer: (call) => encoded(call.args[0], call.args[1], call),
    parse: (call) => {
      const owner = /\b(hex|base64)\.parse$/i.exec(call.path)?.[1]?.toLowerCase();
      return owner === undefined
        ? undefined
        : through(call.args[0], owner === "hex" ? codecs.hex : codecs.base64, call);
    },
    decompress,
    pack,
    unpack: pack,
    unpack1: pack,
    reverse,
    reversed: reverse,
    replace,
    replaceall: replace,
    str_replace: replace,
    split: (call) => (textOf(call.args[0]) === "" ? valueOf(call.own, call) : undefined),
    join,
    map: ({ engine, own, args: [first, second] }) => {
      const path = first?.value.api?.path;
      const list = own ?? second;
      return path === undefined || list === undefined ? undefined : mapped(engine, path, list);
    },
  }),
);

/** Maximum number of characters at the end of a path in which its last names are looked for: no listed name is longer. */
const MAX_NAMES_LENGTH = 100;

/** The names of all functions whose result may have a literal. */
const listed: ReadonlySet<string> = new Set([
  ...decoding.keys(),
  ...special.keys(),
  ...[passing, keeping, lettering, changing, unsupported].flatMap((each) => [...each]),
]);

/** Returns the last name of a path in lower case; for `X.new` and `X::new`, that of the type. */
function lastName(path: string): string {
  const only = path.slice(path.lastIndexOf(".") + 1);
  if (only !== "new" && /^\w+$/.test(only)) return only.toLowerCase();
  const words = path.slice(-MAX_NAMES_LENGTH).toLowerCase().match(/\w+/g) ?? [];
  const last = words.at(-1) ?? "";
  return last === "new" ? (words.at(-2) ?? "") : last;
}
