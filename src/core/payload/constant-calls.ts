import { wordsIn } from "../scan.js";
import type { Codec } from "../literal.js";
import { codecs, codecsByName } from "../decode/codecs.js";
import decoders from "../decode/decoders.json" with { type: "json" };
import { Undecodable } from "../decode/undecodable.js";

/** The value of a constant expression: bytes, a number, or a list of values. */
export type Constant = Uint8Array | number | readonly Constant[];

/** Thrown for an expression whose value cannot be computed from the text. */
export class NotConstant extends Error {
  override readonly name = "NotConstant";
}

/** A call whose receiver and arguments are constants. */
export interface ConstantCall {
  /** As written, with its qualifier: `zlib.decompress`, `[Convert]::FromBase64String`. */
  readonly path: string;
  readonly receiver: Constant | null;
  readonly args: readonly Constant[];
}

/** Returns the bytes of a value, or of all items of a list. Throws `NotConstant` for a number, an empty list and no value. */
export function bytesOf(value: Constant | undefined | null): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value) && value.length > 0) {
    const [first] = value as readonly Constant[];
    if (typeof first !== "number") return join(value as readonly Constant[]);
    return Uint8Array.from(value as readonly number[]);
  }
  throw new NotConstant();
}

function join(values: readonly Constant[], between: Uint8Array = new Uint8Array()): Uint8Array {
  return Uint8Array.from(
    values.flatMap((each, at) => [
      ...(at > 0 ? between : []),
      ...(typeof each === "number" ? [each] : bytesOf(each)),
    ]),
  );
}

/** The codecs of decoding functions, by the last name of the function in lower case. */
const decoding = codecsByName(decoders.decodes);

/** Functions that return their receiver, or else their first argument, unchanged. */
const passing: ReadonlySet<string> = new Set(wordsIn(decoders.passes));

/** Decoders of unsupported formats. */
const undecodable: ReadonlySet<string> = new Set(wordsIn(decoders.undecodable));

/** Names of encodings, as arguments of `codecs.decode`, `Buffer.from` and `toString`. */
const encodings = codecsByName(decoders.encodings);

/** Returns the value of a call. Throws `NotConstant` for an unknown function and `Undecodable` for an unsupported or invalid encoding. */
export function evaluateCall({ path, receiver, args }: ConstantCall): Constant {
  const name = lastName(path);
  const given = receiver ?? args[0];
  const codec = decoding.get(name);
  if (codec !== undefined) return codec(bytesOf(args[0] ?? receiver));
  const special = SPECIAL[name];
  if (special !== undefined) return special({ path, receiver, args });
  if (passing.has(name))
    return name === "tostring" || name === "encode"
      ? (receiver ?? bytesOf(args[0]))
      : bytesOf(given);
  if (undecodable.has(name)) throw new Undecodable(`${path} is not decoded here`);
  throw new NotConstant();
}

type Special = (call: ConstantCall) => Constant;

/** In .NET the encoding is a property: `[Text.Encoding]::Unicode.GetString(…)`. */
const getString: Special = ({ path, args }) =>
  path.toLowerCase().includes("unicode") ? codecs.utf16(bytesOf(args[0])) : bytesOf(args[0]);

const decode: Special = ({ path, receiver, args }) => {
  // `codecs.decode(x, "hex")` and `x.decode("hex")`
  const [value, encoding] = receiver === null ? [args[0], args[1]] : [receiver, args[0]];
  if (path.toLowerCase().endsWith("base64.decode")) return codecs.base64(bytesOf(value));
  return encodingOf(encoding)(bytesOf(value));
};

function encodingOf(encoding: Constant | undefined): Codec {
  if (encoding === undefined) return codecs.same;
  const name = nameIn(encoding).toLowerCase().replaceAll("-", "_");
  const codec = encodings.get(name);
  if (codec === undefined) throw new Undecodable(`the encoding ${name} is not decoded here`);
  return codec;
}

function nameIn(value: Constant): string {
  return Array.from(bytesOf(value), (byte) => String.fromCharCode(byte)).join("");
}

const letters: Special = ({ args }) =>
  typeof args[0] === "number" || args.length > 1 ? join(args) : bytesOf(args[0]);

/**
 * Evaluates `pack("H*", x)` of PHP and Perl, and `[x].pack("H*")` and `x.unpack("m")` of Ruby. The supported formats are
 * hexadecimal, base64 and character codes.
 */
const packed: Special = ({ receiver, args }) => {
  const [format, value] = receiver === null ? [args[0], args[1]] : [args[0], receiver];
  const written = nameIn(format ?? new Uint8Array());
  if (written === "H*" || written === "H") return codecs.hex(bytesOf(value));
  if (written === "m0" || written === "m") return codecs.base64(bytesOf(value));
  if (["C*", "c*", "U*", "W*"].includes(written)) return bytesOf(value ?? args.slice(1));
  throw new Undecodable(
    `the format ${written} of ${receiver === null ? "pack" : "unpack"} is not decoded here`,
  );
};

const SPECIAL: Readonly<Record<string, Special>> = {
  getstring: getString,
  getbytes: ({ args }) => bytesOf(args[0]),
  decode,
  from: ({ path, args }) =>
    path.toLowerCase().startsWith("buffer.")
      ? encodingOf(args[1])(bytesOf(args[0]))
      : bytesOf(args[0]),
  buffer: ({ args }) => encodingOf(args[1])(bytesOf(args[0])),
  parse: ({ path, args }) => {
    const owner = path.toLowerCase().split(".").at(-2);
    return owner === "hex" || owner === "base64" ? codecs[owner](bytesOf(args[0])) : notConstant();
  },
  fromcharcode: letters,
  fromcodepoint: letters,
  chr: letters,
  decompress: ({ path, args }) => {
    const [module = ""] = path.split(".");
    if (module === "bz2" || module === "lzma")
      throw new Undecodable(`data packed by ${module} is not unpacked here`);
    return typeof args[1] === "number" && args[1] < 0
      ? codecs.inflate(bytesOf(args[0]))
      : codecs.packed(bytesOf(args[0]));
  },
  gunzipsync: ({ args }) => codecs.gzip(bytesOf(args[0])),
  inflatesync: ({ args }) => codecs.zlib(bytesOf(args[0])),
  inflaterawsync: ({ args }) => codecs.inflate(bytesOf(args[0])),
  pack: packed,
  unpack: packed,
  unpack1: packed,
  reverse: ({ receiver, args }) => reversed(receiver ?? args[0]),
  reversed: ({ args }) => reversed(args[0]),
  split: ({ receiver, args }) =>
    receiver !== null && bytesOf(args[0]).length === 0
      ? Array.from(bytesOf(receiver), (byte) => Uint8Array.of(byte))
      : notConstant(),
  join: ({ receiver, args }) =>
    Array.isArray(receiver)
      ? join(receiver as readonly Constant[], bytesOf(args[0]))
      : Array.isArray(args[0])
        ? join(args[0] as readonly Constant[], bytesOf(receiver))
        : bytesOf(args[0]),
  map: ({ args }) => args[1] ?? notConstant(),
};

function reversed(value: Constant | undefined): Constant {
  if (value === undefined || typeof value === "number") throw new NotConstant();
  return value instanceof Uint8Array ? codecs.reverse(value) : [...value].reverse();
}

function notConstant(): never {
  throw new NotConstant();
}

/** Returns the last name of a path in lower case; for `X.new` and `X::new`, that of the type. */
export function lastName(path: string): string {
  const names = path
    .toLowerCase()
    .split(/[^\w]+/)
    .filter((name) => name !== "");
  const last = names.at(-1) ?? "";
  return last === "new" ? (names.at(-2) ?? "") : last;
}
