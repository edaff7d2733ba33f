import { codecs, codecsByName, undecodable } from "../../decode/codecs.js";
import decoders from "../../decode/decoders.json" with { type: "json" };
import { literalText, throughCodecs, type Codec, type Literal } from "../../literal.js";
import type { Encoded } from "../../model.js";
import type { Role } from "../../query/role.js";
import { optionWords, type Argument } from "./argument.js";
import type { CodeText, Remote } from "./stream.js";

/** Returns the input of a shell decoder as a literal; null if it is unknown, blank, or contains one of the `expanded` texts. */
export function literalOf(
  text: CodeText | null,
  codec: Codec,
  expanded = ["$", "`"],
): Literal | null {
  if (text === null || text.partial === true) return null;
  const given = text.source.text;
  return given.trim() === "" || expanded.some((character) => given.includes(character))
    ? null
    : throughCodecs(literalText(given), codec);
}

/** Returns the literal of a command that prints escapes; null if the text contains `$?`, which represents unknown parts. */
export function spelledLiteral(text: CodeText | null): Literal | null {
  return literalOf(text, codecs.same, ["$?"]);
}

/** Returns decoded bytes after one more command of the pipe, whose codec is added. */
export function throughCommand(remote: Remote, name: string, args: readonly Argument[]): Remote {
  const { literal } = remote;
  if (literal === undefined || byProgram.get(name) === codecs.same) return remote;
  const { literal: _, ...others } = remote;
  const decoded = throughCodecs(literal, decoderOf(name, args));
  return decoded === null ? others : { ...others, literal: decoded };
}

/** The codecs of programs, and those of `basenc` by its option. */
const byProgram = codecsByName(decoders.programs);
const byOption = codecsByName(decoders.options);

const CIPHER = /^-(?:aes|des|camellia|chacha|rc\d|bf|aria)/;

/** Returns the codec that a command applies to its input. */
export function decoderOf(name: string, args: readonly Argument[]): Codec {
  const words = optionWords(args)
    .slice(1)
    .map((word) => word ?? "");
  const has = (...options: readonly string[]): boolean =>
    words.some((word) => options.includes(word));
  switch (name) {
    case "basenc":
      return (
        words.map((word) => byOption.get(word)).find((codec) => codec !== undefined) ??
        codecs.base64
      );
    case "openssl":
      return words[0] === "base64" ||
        (words[0] === "enc" && has("-a", "-base64") && !words.some((word) => CIPHER.test(word)))
        ? codecs.base64
        : undecodable("openssl needs a key");
    case "xxd":
      return has("-p", "-rp", "-ps", "-plain", "-postscript")
        ? codecs.hex
        : undecodable("it is a hexadecimal dump with offsets");
    case "gpg":
    case "gpg2":
      return undecodable(`${name} needs a key`);
    case "rev":
      return byLine;
    case "tr":
      return translated(words);
    default:
      return byProgram.get(name) ?? undecodable(`the output of ${name} is not evaluated`);
  }
}

const byLine: Codec = (bytes) =>
  Uint8Array.from(linesOf(bytes).flatMap(({ line, end }) => [...[...line].reverse(), ...end]));

function linesOf(
  bytes: Uint8Array,
): { readonly line: Uint8Array; readonly end: readonly number[] }[] {
  const lines: { line: Uint8Array; end: number[] }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(10, at);
    lines.push({
      line: bytes.slice(at, feed < 0 ? bytes.length : feed),
      end: feed < 0 ? [] : [10],
    });
    at = feed < 0 ? bytes.length : feed + 1;
  }
  return lines;
}

/** Returns the codec of `tr FROM TO` or `tr -d SET`. */
function translated(words: readonly string[]): Codec {
  const table = translation(words);
  if (table === null) return undecodable("the operands of tr are not evaluated");
  return (bytes) =>
    Uint8Array.from(
      [...bytes].flatMap((byte) => {
        const written = table.get(String.fromCharCode(byte));
        return written === undefined ? byte : written === "" ? [] : written.charCodeAt(0);
      }),
    );
}

/** Returns what `tr FROM TO` or `tr -d SET` writes for each character that it changes; null if the operands are not evaluated. */
export function translation(words: readonly string[]): ReadonlyMap<string, string> | null {
  const deletes = words[0] === "-d";
  const operands = deletes ? words.slice(1) : words;
  const isKnown =
    operands.length === (deletes ? 1 : 2) &&
    operands.every((word) => !/^-.|\[:(?!(?:upper|lower|digit):\])|\[=|\\[^nrt\\]/.test(word));
  if (!isKnown) return null;
  const [from = [], to = []] = operands.map(membersOf);
  return new Map(
    from.map((letter, at) => [letter, deletes ? "" : (to[at] ?? to.at(-1) ?? letter)]),
  );
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** Returns the characters of a `tr` set. */
export function membersOf(set: string): string[] {
  return [
    ...set
      .replaceAll("[:upper:]", "A-Z")
      .replaceAll("[:lower:]", "a-z")
      .replaceAll("[:digit:]", "0-9")
      .replace(/^\[(.*)\]$/s, "$1")
      .replace(/\\([nrt])/g, (_, letter: string) => ESCAPES[letter] ?? letter)
      .replace(/(.)-(.)/gs, (range, low: string, high: string) => {
        const [start, end] = [low.charCodeAt(0), high.charCodeAt(0)];
        return start > end || end - start > 255
          ? range
          : Array.from({ length: end - start + 1 }, (_, at) =>
              String.fromCharCode(start + at),
            ).join("");
      }),
  ];
}

/** Returns the payload of a match that executes decoded bytes; empty if the literal is unknown. */
export function encodedOf({ literal }: Remote, sink: Role | null): { readonly encoded?: Encoded } {
  if (literal === undefined) return {};
  const reads = sink?.settings["reads"] ?? "shell";
  return { encoded: { tag: reads === "shell" ? "bash" : reads, literal } };
}
