import type { CandidateWord, Detection, Span, Stages } from "../../core/index.js";
import type { Detector } from "../context.js";

/** Why a fetcher, decoder or executor in a text is not a finding, or the finding that it is part of. */
export interface Explained {
  readonly word: string;
  readonly kind: CandidateWord["kind"];
  readonly span: Span;
  readonly sentence: string;
}

/** Returns whether a shell command, which need not be in the text, is a finding. */
type Detects = (command: string) => boolean;

/** Maximum number of options that are removed one at a time to find the decisive one. */
const MAX_OPTIONS = 40;
/** Maximum length of a command, in UTF-16 code units; the rest of a longer one is ignored. */
const MAX_COMMAND_LENGTH = 2000;
const NO_ADDRESS = "would run a program from an address, but has no address as an argument";
const ANY_FETCH = "curl https://x.example/i.sh";

/** Explains each candidate of a text in one sentence: "`curl` writes to a file because of `-O`". */
export function explainMissed(text: string, stages: Stages, detector: Detector): Explained[] {
  const detects: Detects = (command) =>
    detector.detect(command, { format: "bash", deadlineMs: 1000 }).labels.length > 0;
  const mayDecode = ({ word, span }: CandidateWord): boolean =>
    !/^(?:echo|printf)$/.test(word) ||
    text.slice(span[1], span[1] + MAX_COMMAND_LENGTH).includes("\\");
  return stages.candidates.filter(mayDecode).map((candidate) => ({
    word: candidate.word,
    kind: candidate.kind,
    span: candidate.span,
    sentence: sentenceFor(text, candidate, stages, detects),
  }));
}

/** Returns the complete sentence about a candidate. The functions that it calls return the part after the candidate's name. */
function sentenceFor(
  text: string,
  candidate: CandidateWord,
  stages: Stages,
  detects: Detects,
): string {
  const name = `\`${candidate.word}\``;
  const known = answerAbout(candidate.span, stages.detection);
  if (known !== null) return `${name} ${known}`;
  const region = stages.regions.find(({ span }) => isInside(candidate.span, span));
  if (region?.shown) return `${name} is only shown: ${region.shown.message}`;
  if (!candidate.isRead && stages.mentions)
    return `${name} is in text that is not read as a command`;
  if (!candidate.isRead) return `${name} ${aboutUnreadSource(candidate, detects)}`;
  if (region !== undefined && region.language !== "shell")
    return `${name} ${aboutCode(candidate.kind)}`;
  const command = commandAt(text, candidate.span);
  if (candidate.kind === "executor") return `${name} ${aboutExecutor(command, detects)}`;
  return `${name} ${aboutSource(candidate, command, detects)}`;
}

/** Describes the finding, dismissal or undecided note that contains a span; returns null if there is none. */
function answerAbout(span: Span, { findings, notes }: Detection): string | null {
  const finding = findings.find((each) => isInside(span, each.span));
  if (finding !== undefined) return `is part of the ${finding.level} ${finding.rule}`;
  const traced = findings.find(({ trace }) =>
    trace.some((step) => step.span !== undefined && isInside(span, step.span)),
  );
  if (traced !== undefined) return `leads to the ${traced.level} ${traced.rule}`;
  const note = notes.find((each) => isInside(span, each.span));
  if (note?.kind === "dismissed") return `is dismissed: ${note.message}`;
  return note === undefined ? null : `is undecided: ${note.message}`;
}

/** Describes a source that was not read because the text contains nothing that could execute it. */
function aboutUnreadSource({ kind, word }: CandidateWord, detects: Detects): string {
  if (kind === "fetcher" && runsAddresses(word, detects)) return NO_ADDRESS;
  const gives = kind === "decoder" ? "decodes" : "fetches";
  return `${gives}, but the text contains nothing that could execute the result`;
}

function aboutCode(kind: CandidateWord["kind"]): string {
  return {
    fetcher: "fetches, but nothing executes what it returns",
    decoder: "decodes, but nothing executes its result",
    executor: "executes its argument, which contains nothing fetched or decoded",
  }[kind];
}

/** A command, with the text before and after it on its line. */
interface Command {
  readonly words: string;
  readonly before: string;
  readonly after: string;
}

/** A quoted string, an escaped character, an operator, or any other character. */
const PIECE = /'[^']*'|"(?:[^"\\]|\\[^])*"|\$\(|`|\\[^]|\|\||&&|[|;&()\n]|[^]/g;

/** Returns the command that begins with a span. */
function commandAt(text: string, [start]: Span): Command {
  const from = Math.max(text.lastIndexOf("\n", start - 1) + 1, start - MAX_COMMAND_LENGTH);
  let end = text.length;
  for (const { 0: piece, index } of text.slice(start, start + MAX_COMMAND_LENGTH).matchAll(PIECE)) {
    if (!/^(?:\|\||&&|[|;&()\n`])$/.test(piece)) continue;
    end = start + index;
    break;
  }
  const lineEnd = text.indexOf("\n", end);
  return {
    words: text.slice(start, Math.min(end, start + MAX_COMMAND_LENGTH)).trim(),
    before: text.slice(from, start),
    after: text.slice(end, lineEnd < 0 ? text.length : lineEnd).trim(),
  };
}

/** Whether a program runs content directly from an address: `npx github:o/r`, `nix run github:o/r`. */
function runsAddresses(word: string, detects: Detects): boolean {
  return ["github:o/r", "https://x.example/i.ts"].some(
    (address) => detects(`${word} ${address}`) || detects(`${word} run ${address}`),
  );
}

function aboutSource(
  { kind, word }: CandidateWord,
  { words, after }: Command,
  detects: Detects,
): string {
  const gives = kind === "fetcher" ? "fetches" : "decodes";
  if (detects(`${words} | sh`)) return `${gives}, but ${destinationOf(after)}`;
  const option = optionThatDecides(words, (shorter) => detects(`${shorter} | sh`));
  if (option !== null)
    return /^\d?>/.test(option)
      ? `writes to a file because of the redirection \`${option}\``
      : `${/^-(?:[A-Za-z]*[oO]|-output|-remote)/.test(option) ? "writes to a file" : "outputs nothing that could run"} because of \`${option}\``;
  if (kind === "fetcher" && runsAddresses(word, detects)) return NO_ADDRESS;
  if (kind === "fetcher" && detects(`${words} -O- | sh`))
    return "writes to a file, since no option names standard output (`-O-`)";
  if (kind === "fetcher" && detects(`${words} https://x.example/i.sh | sh`))
    return "fetches nothing: it names no address";
  return `${gives} nothing that is known to reach standard output`;
}

/** Describes the command that reads the output of a command. @param after the rest of the line after that command */
function destinationOf(after: string): string {
  const reader = /^\|&?\s*(?:sudo\s+)?([\w./$-]+)/.exec(after)?.[1];
  if (reader?.startsWith("$") === true)
    return `\`${reader}\` reads its output, and it is not known what that runs`;
  return reader === undefined
    ? "nothing executes its output"
    : `\`${reader}\` reads its output and does not execute it`;
}

/** Returns the option or redirection without which a command would be a finding; null if no single one is decisive. */
function optionThatDecides(words: string, detects: Detects): string | null {
  const parts = words.match(/(?:'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|[^\s'"\\])+/g) ?? [];
  const options = parts
    .map((part, at) => ({ part, at }))
    .filter(({ part, at }) => at > 0 && /^(?:-|\d?>)/.test(part))
    .slice(0, MAX_OPTIONS);
  const without = (at: number, length: number): string =>
    parts.filter((_, each) => each < at || each >= at + length).join(" ");
  for (const { part, at } of options) {
    const value = parts[at + 1] ?? "-";
    const hasValue = !value.startsWith("-") && detects(without(at, 2));
    if (hasValue) return `${part} ${value}`;
    if (detects(without(at, 1))) return part;
  }
  return null;
}

/** The first argument of a command that is not an option (it may be the value of one), with its quotation marks. */
const PROGRAM = /^\S+\s+(?:-\S+\s+)*((?!-)(?:"(?:[^"\\]|\\[^])*"|'[^']*'|\\[^]|[^\s"'\\])+)/;

function aboutExecutor({ words, before }: Command, detects: Detects): string {
  if (!detects(`${ANY_FETCH} | ${words}`)) {
    const program = PROGRAM.exec(words)?.[1];
    return program === undefined
      ? "does not take its program from standard input"
      : `runs \`${program}\`, not what it reads`;
  }
  return /\|\s*(?:[\w./-]+\s+)*$/.test(before)
    ? "would run its standard input, but nothing fetched or decoded is piped to it"
    : "takes its program from standard input, but nothing is piped to it";
}

function isInside([start, end]: Span, outer: Span): boolean {
  return start >= outer[0] && end <= outer[1];
}
