import { codecs, type Codec, type CodecName } from "./codecs.js";
import { Undecodable } from "./undecodable.js";

/** What an expression stands for: bytes, a number, or a list of such. */
export type Constant = Uint8Array | number | readonly Constant[];

/** An expression that is no constant here: the payload is not written in the text. */
export class NotConstant extends Error {
  override readonly name = "NotConstant";
}

/** A call whose parts are known. */
export interface ConstantCall {
  /** As written, with what qualifies it: `zlib.decompress`, `[Convert]::FromBase64String`. */
  readonly path: string;
  readonly receiver: Constant | null;
  readonly args: readonly Constant[];
}

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
    values.flatMap((each, at) => [...(at > 0 ? between : []), ...(typeof each === "number" ? [each] : bytesOf(each))]),
  );
}

/** Functions by their last name, in small letters: what they make of their argument, or of what they are called on. */
const BY_NAME: Readonly<Record<string, CodecName>> = {
  b64decode: "base64", standard_b64decode: "base64", urlsafe_b64decode: "base64", decodebytes: "base64", decodestring: "base64",
  a2b_base64: "base64",
  atob: "base64", base64_decode: "base64", decode64: "base64", strict_decode64: "base64", urlsafe_decode64: "base64",
  decode_base64: "base64", frombase64string: "base64",
  b32decode: "base32", b32hexdecode: "base32hex",
  b16decode: "hex", unhexlify: "hex", a2b_hex: "hex", fromhex: "hex", hex2bin: "hex", fromhexstring: "hex",
  str_rot13: "rot13", strrev: "reverse", rev: "reverse",
  unescape: "percent", decodeuri: "percent", decodeuricomponent: "percent", unquote: "percent", unquote_to_bytes: "percent",
  rawurldecode: "percent", uri_unescape: "percent",
  unquote_plus: "form", urldecode: "form", decode_www_form_component: "form",
  gzinflate: "inflate", gzuncompress: "zlib", uncompress: "zlib", inflate: "zlib", gzdecode: "gzip", memgunzip: "gzip",
  deflatestream: "inflate", gzipstream: "gzip",
};

/** Functions that pass a text on as it is; of several arguments the first. */
const SAME: ReadonlySet<string> = new Set([
  "str", "string", "bytes", "bytearray", "compile", "encode", "tostring", "strip", "trim", "rstrip", "textdecoder", "uint8array",
  "bytesio", "stringio", "read", "readtoend", "memorystream", "streamreader", "force_encoding", "escape", "html_safe", "toarray",
  "ascii", "chomp", "text", "stringify", "exec_string",
]);

/** Names of encodings, as `codecs.decode`, `Buffer.from` and `toString` take them. */
const ENCODINGS: Readonly<Record<string, CodecName>> = {
  hex: "hex", hex_codec: "hex", base64: "base64", base64_codec: "base64", base_64: "base64", base64url: "base64", rot13: "rot13",
  rot_13: "rot13",
  zlib: "zlib", zlib_codec: "zlib", zip: "zlib", unicode_escape: "escapes", string_escape: "escapes",
  utf8: "same", utf_8: "same", "utf-8": "same", ascii: "same", latin1: "same", latin_1: "same", binary: "same", cp1252: "same",
  utf16: "utf16", utf_16: "utf16", utf16le: "utf16", utf_16_le: "utf16",
};

/** What a call of known parts gives. */
export function called({ path, receiver, args }: ConstantCall): Constant {
  const name = lastName(path);
  const given = receiver ?? args[0];
  const named = BY_NAME[name];
  if (named !== undefined) return codecs[named](bytesOf(args[0] ?? receiver));
  const special = SPECIAL[name];
  if (special !== undefined) return special({ path, receiver, args });
  if (SAME.has(name)) return name === "tostring" || name === "encode" ? receiver ?? bytesOf(args[0]) : bytesOf(given);
  if (CLOSED.has(name)) throw new Undecodable(`${path} is not decoded here`);
  throw new NotConstant();
}

/** Decoders of formats that are not read here. */
const CLOSED: ReadonlySet<string> = new Set([
  "loads", "decrypt", "a85decode", "b85decode", "z85decode", "a2b_uu", "a2b_qp", "convert_uudecode", "openssl_decrypt",
  "brotlidecompresssync",
]);

type Special = (call: ConstantCall) => Constant;

/** In .NET the encoding is a property: `[Text.Encoding]::Unicode.GetString(…)`. */
const getString: Special = ({ path, args }) => (path.toLowerCase().includes("unicode") ? codecs.utf16(bytesOf(args[0])) : bytesOf(args[0]));

const decode: Special = ({ path, receiver, args }) => {
  // `CODECS.decode(x, "hex")` and `x.decode("hex")`
  const [value, encoding] = receiver === null ? [args[0], args[1]] : [receiver, args[0]];
  if (path.toLowerCase().endsWith("base64.decode")) return codecs.base64(bytesOf(value));
  return encodingOf(encoding)(bytesOf(value));
};

function encodingOf(encoding: Constant | undefined): Codec {
  if (encoding === undefined) return codecs.same;
  const name = nameIn(encoding).toLowerCase().replaceAll("-", "_");
  const codec = ENCODINGS[name];
  if (codec === undefined) throw new Undecodable(`the encoding ${name} is not decoded here`);
  return codecs[codec];
}

function nameIn(value: Constant): string {
  return Array.from(bytesOf(value), (byte) => String.fromCharCode(byte)).join("");
}

const letters: Special = ({ args }) => (typeof args[0] === "number" || args.length > 1 ? join(args) : bytesOf(args[0]));

/** `pack("H*", x)` of PHP and Perl, `[x].pack("H*")` and `x.unpack("m")` of Ruby: hexadecimal or base64. */
const packed: Special = ({ receiver, args }) => {
  const [format, value] = receiver === null ? [args[0], args[1]] : [args[0], receiver];
  const written = nameIn(format ?? new Uint8Array());
  if (written === "H*" || written === "H") return codecs.hex(bytesOf(value));
  if (written === "m0" || written === "m") return codecs.base64(bytesOf(value));
  if (["C*", "c*", "U*", "W*"].includes(written)) return bytesOf(value ?? args.slice(1));
  throw new Undecodable(`the format ${written} of ${receiver === null ? "pack" : "unpack"} is not decoded here`);
};

const SPECIAL: Readonly<Record<string, Special>> = {
  getstring: getString,
  getbytes: ({ args }) => bytesOf(args[0]),
  decode,
  from: ({ path, args }) => (path.toLowerCase().startsWith("buffer.") ? encodingOf(args[1])(bytesOf(args[0])) : bytesOf(args[0])),
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
    if (module === "bz2" || module === "lzma") throw new Undecodable(`what ${module} packs is not unpacked here`);
    return typeof args[1] === "number" && args[1] < 0 ? codecs.inflate(bytesOf(args[0])) : codecs.packed(bytesOf(args[0]));
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
    receiver !== null && bytesOf(args[0]).length === 0 ? Array.from(bytesOf(receiver), (byte) => Uint8Array.of(byte)) : notConstant(),
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

/** The name behind the last joint; of `X.new(…)` and `X::new(…)` the type. */
export function lastName(path: string): string {
  const names = path.toLowerCase().split(/[^\w]+/).filter((name) => name !== "");
  const last = names.at(-1) ?? "";
  return last === "new" ? (names.at(-2) ?? "") : last;
}
