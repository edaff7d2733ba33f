import type { Literal } from "../../literal.js";
import { patternsOf, type Role } from "../../query/role.js";
import { runEntry, layoutOf, lineOf } from "../command-layout.js";
import type { Words } from "../options.js";
import { optionWords, type Argument } from "./argument.js";
import { outputOf } from "./fetch-destination.js";
import { decoderOf, literalOf, membersOf } from "./decoder-input.js";
import { fetched, silent, type Stream } from "./stream.js";

/** Whether a command line decodes to its standard output because of an option. */
export function decodesByOption(name: string, role: Role, words: Words): boolean {
  const layout = layoutOf(role);
  const line = lineOf(layout, words, 1);
  return (
    line !== null &&
    layout.has("needs") &&
    runEntry(layout, "idle", words, line) === null &&
    runEntry(layout, "needs", words, line) !== null &&
    outputOf(layout, words, line, name).destination === "stdout"
  );
}

/**
 * Returns the output of a decoding command; null if the command decodes nothing with these options, or if it reads fetched bytes,
 * which pass through it.
 */
export function decoded(
  name: string,
  role: Role,
  args: readonly Argument[],
  { remote, text }: Stream,
): Stream | null {
  const [word] = args;
  const words = optionWords(args);
  const layout = layoutOf(role);
  const line = lineOf(layout, words, 1);
  if (word === undefined || line === null || runEntry(layout, "idle", words, line) !== null)
    return null;
  const { how } = role.settings;
  const decodes = layout.has("needs")
    ? runEntry(layout, "needs", words, line) !== null
    : words.some((option) => /^(?:-\w*[dD]|--decode|-r)$/.test(option ?? ""));
  if (how === undefined && !decodes) return null;
  if (
    how === "rotation" &&
    (text === null || !isRotation(line.operands.map((at) => words[at] ?? null)))
  )
    return null;
  if (outputOf(layout, words, line, name).destination !== "stdout") return silent;
  if (remote !== null && !remote.inherited && !remote.executed) return null;
  return payload(
    name,
    role,
    word,
    line.operands.length === 0 || how !== undefined ? literalOf(text, decoderOf(name, args)) : null,
  );
}

/** Returns the stream of a payload that a command outputs. */
export function payload(name: string, role: Role, word: Argument, literal: Literal | null): Stream {
  const remote = fetched(
    word.span[0],
    [
      {
        step: "decode",
        span: word.span,
        message: `${name} decodes a payload`,
        ...patternsOf(role),
      },
    ],
    role.rule,
    "decoded",
  );
  return { remote: literal === null ? remote : { ...remote, literal }, text: null };
}

/** Whether the operands of `tr` permute characters (`tr A-Za-z N-ZA-Mn-za-m`). */
function isRotation([from, to, ...more]: readonly (string | null)[]): boolean {
  if (typeof from !== "string" || typeof to !== "string" || more.length > 0) return false;
  const [first, second] = [membersOf(from), membersOf(to)];
  return (
    first.length > 2 &&
    first.length === second.length &&
    first.join("") !== second.join("") &&
    [...first].sort().join("") === [...second].sort().join("")
  );
}

const FORMAT_ESCAPE = /\\(?:x([\da-fA-F]{1,2})|([0-7]{1,3}))/g;
const OPERAND_ESCAPE = /\\(?:x([\da-fA-F]{1,2})|0([0-7]{1,3}))/g;

/**
 * Whether an escape that `printf` or `echo -e` decodes spells a printable character: `\x63`, `\143`. Escapes for colors or line
 * breaks do not count.
 */
export function spellsPayload(role: Role, isFormat: boolean, args: readonly Argument[]): boolean {
  if (role.settings["how"] !== "escapes") return false;
  const words = optionWords(args)
    .slice(1)
    .map((word) => word ?? "");
  if (!isFormat)
    return (
      words.some((word) => /^-[nE]*e[neE]*$/.test(word)) &&
      words.some((word) => spells(word, OPERAND_ESCAPE))
    );
  const [format = "", ...rest] = words[0] === "--" ? words.slice(1) : words;
  return (
    spells(format, FORMAT_ESCAPE) ||
    (/%[-0-9.]*b/.test(format) && rest.some((word) => spells(word, OPERAND_ESCAPE)))
  );
}

function spells(text: string, escapes: RegExp): boolean {
  return Array.from(text.matchAll(escapes)).some(([, hex, octal]) => {
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(octal ?? "0", 8);
    return code > 0x20 && code < 0x7f;
  });
}
