import type { TraceStep } from "../../model.js";
import { listed, type Role } from "../../query/role.js";
import { startedFile } from "../../downloads.js";
import type { Place } from "../ir.js";
import { fetchMessage, roleAt, type Command } from "./command.js";
import { operandPaths, optionName, pathOf, wordAfter, type Words } from "./command-words.js";
import type { Evaluator } from "./evaluator.js";
import { tainted, UNKNOWN, type Value } from "./value.js";

/** Returns the options that a pattern lists, in lower case and without dashes. A word matches if it is a prefix of one. */
function optionsOf(role: Role, setting: string): readonly string[] {
  return listed(role, setting).map((option) => option.slice(1).toLowerCase());
}

/** Returns the content that a web command such as `irm URL` writes to the pipe, and records its download to a file. */
export function fetchedBy(engine: Evaluator, { words, head }: Command, role: Role): Value {
  download(engine, writtenFile(words, role), head, role);
  if (!isFetched(words, role)) return UNKNOWN;
  const step = engine.report.step("fetch", head, fetchMessage(engine, head), [role]);
  return tainted(head, { origin: "fetched", role, steps: [step] });
}

/** Whether a web command outputs fetched content: it has a URL, and no option that writes to a file or only requests headers. */
function isFetched(words: Words, role: Role): boolean {
  const output = optionsOf(role, "output");
  const valued = [...output, ...optionsOf(role, "values")];
  const needs = optionsOf(role, "needs");
  if (needs.length > 0 && !hasRequired(words, role)) return false;
  let hasUrl = false;
  for (let at = 0; at < words.length; at++) {
    const name = optionName(words[at]);
    if (name === null) hasUrl ||= mayBeUrl(words[at]?.text ?? null);
    else if ("uri".startsWith(name)) hasUrl ||= mayBeUrl(words[++at]?.text ?? null);
    else {
      const option = valued.find((each) => each.startsWith(name));
      const value = option === undefined ? undefined : words[++at];
      const isPassed = words.some((word) => optionName(word)?.startsWith("pass") === true);
      if (output.some((each) => each === option) && !isPassed) return false;
      if (option === "method" && value?.text?.toLowerCase() === "head") return false;
    }
  }
  return hasUrl;
}

/** Whether a word may be a URL: it is unknown, or it is not empty, an ellipsis or an option. */
function mayBeUrl(text: string | null): boolean {
  return text === null || !/^(?:\.{2,}|\u2026|-.*|)$/.test(text);
}

/** Whether a command has one of the options that its pattern requires. */
function hasRequired(words: Words, role: Role): boolean {
  const needs = listed(role, "needs").map((option) => option.slice(1).toLowerCase());
  return (
    needs.length === 0 ||
    words.some(({ text }) => text !== null && needs.includes(text.slice(1).toLowerCase()))
  );
}

/** Returns the file that an option of a web command or a transfer names; null if there is none. */
function writtenFile(words: Words, role: Role): string | null {
  const output = optionsOf(role, "output");
  const word = wordAfter(words, (name) => output.some((option) => option.startsWith(name)));
  return word === undefined ? null : pathOf(word);
}

/** Records the files to which a program such as `curl.exe` writes what it fetches, and returns its role; null for any other program. */
export function fetchedByProgram(
  engine: Evaluator,
  { words, head }: Pick<Command, "words" | "head">,
  written: string,
): Role | null {
  const fetch = engine.options.commands?.fetches?.([written, ...words.map(pathOf)]) ?? null;
  if (fetch === null) return null;
  // a word such as `--output="FILE"` keeps its quotes
  for (const file of fetch.files) download(engine, file.replace(/["']/g, ""), head, fetch.role);
  return fetch.isOutput ? fetch.role : null;
}

/** Records what a command does with files: it may download, write, check, compare, show, move, unpack or run them. */
export function followFiles(
  engine: Evaluator,
  { words, head, input }: Command,
  name: string,
): void {
  const writer = roleAt(engine, "flow.write", name);
  if (writer !== null) followWrite(engine, words, head, input, /^a/.test(name));
  const transfer = roleAt(engine, "source.download", name);
  if (transfer !== null && hasRequired(words, transfer)) {
    const [, ...rest] = operandPaths(words);
    download(engine, writtenFile(words, transfer) ?? rest.at(-1) ?? null, head, transfer);
  }
  const downloads = engine.options.downloads;
  const named = words.map((word) => pathOf(word) ?? "");
  const verify = roleAt(engine, "flow.verify", name);
  if (verify !== null && hasRequired(words, verify)) downloads?.check(named);
  const digest = roleAt(engine, "flow.digest", name);
  if (digest !== null && hasRequired(words, digest)) downloads?.digest(named, true);
  if (roleAt(engine, "flow.look", name) !== null) downloads?.look(named);
  if (roleAt(engine, "flow.compare", name) !== null) downloads?.compare();
  if (roleAt(engine, "flow.move", name) !== null) followMove(engine, words);
  if (roleAt(engine, "flow.unpack", name) !== null) followUnpack(engine, words);
  if (roleAt(engine, "flow.start", name) !== null)
    for (const word of words) runFile(engine, head, word.expr, startedFile(pathOf(word) ?? ""));
}

/** Matches options that have a value, of commands that write a file. Options may be shortened. */
const VALUED = /^(?:file|litera|pat|v|inp|enc|wid|str|cred|fil|incl|excl)/;

/** Records that a command writes fetched content or a known text to a file: `irm URL | Out-File FILE`. */
function followWrite(
  engine: Evaluator,
  words: Words,
  head: Place,
  input: Value | null,
  adds: boolean,
): void {
  const values = [...(input === null ? [] : [input]), ...words.map(({ item }) => item.value)];
  const role = values.find(({ taint }) => taint?.origin === "fetched")?.taint?.role ?? null;
  const at = words.findIndex((word) => /^(?:file|litera|pat)/.test(optionName(word) ?? ""));
  const named = words.findIndex((word) => /^(?:v|inp)/.test(optionName(word) ?? ""));
  const operands = words.filter(
    (word, index) => optionName(word) === null && !VALUED.test(optionName(words[index - 1]) ?? ""),
  );
  const file = at < 0 ? operands.shift() : words[at + 1];
  const path = file === undefined ? null : pathOf(file);
  if (path === null) return;
  if (role !== null) return download(engine, path, head, role);
  const given = named < 0 ? operands[0] : words[named + 1];
  const [text, ...more] = (input ?? given?.item.value)?.texts ?? [];
  const appends = adds || words.some((word) => optionName(word)?.startsWith("app") === true);
  const isKnown = text !== undefined && more.length === 0 && text.cut !== true;
  if (isKnown || !appends) engine.options.writes(path, isKnown ? text.source : null, appends);
}

/** Returns the value of the option `-Destination`, which may be shortened; null if there is none. */
function destinationOf(words: Words): string | null {
  const word = wordAfter(words, (name) => name.startsWith("dest"));
  return word === undefined ? null : pathOf(word);
}

/** Records the new path of a downloaded file after `Move-Item FILE TARGET`, whose target is a file or a folder. */
function followMove(engine: Evaluator, words: Words): void {
  const downloads = engine.options.downloads;
  const operands = operandPaths(words);
  const target = destinationOf(words) ?? operands.at(-1);
  const file = operands.find((operand) => operand !== target);
  const downloaded = file === undefined ? null : (downloads?.find(file) ?? null);
  if (file === undefined || target === undefined || downloaded === null) return;
  downloads?.write(target, downloaded);
  downloads?.write(`${target}/${file.replace(/^.*[\\/]/, "")}`, downloaded);
}

/** Matches the extensions of an archive's name. */
const ARCHIVE = /(?:\.(?:tar|tgz|zip|gz|bz2|xz|7z|nupkg))+$/i;

/** Records the folders that contain downloaded files after `Expand-Archive FILE`: that with the archive's name, and the given one. */
function followUnpack(engine: Evaluator, words: Words): void {
  const downloads = engine.options.downloads;
  for (const path of operandPaths(words)) {
    const downloaded = downloads?.find(path) ?? null;
    const stem = path.replace(ARCHIVE, "");
    if (downloaded === null || stem === path) continue;
    downloads?.write(`${stem}/`, downloaded);
    const folder = destinationOf(words)?.replace(/[\\/]+$/, "") ?? "";
    if (folder !== "") downloads?.write(`${folder}/`, downloaded);
  }
}

/** Records a download to a file; does nothing if the file is not known. */
export function download(engine: Evaluator, file: string | null, place: Place, role: Role): void {
  if (file === null) return;
  const step = engine.report.step("fetch", place, fetchMessage(engine, place), [role]);
  engine.options.downloads?.write(file, { steps: [step] });
}

/** Reports an advisory if the file that is run was downloaded: `.\FILE`, `Start-Process FILE`, `powershell -File FILE`. */
export function runFile(engine: Evaluator, { start }: Place, { end }: Place, file: string): void {
  const downloads = engine.options.downloads;
  const downloaded = downloads?.find(file) ?? null;
  if (downloaded === null) return;
  const span = engine.report.span({ start, end });
  const step: TraceStep = {
    step: "execute",
    span,
    message: "the file that was downloaded is run",
    cardRule: 17,
  };
  engine.report.add({
    rule: "bash/fetch-file-run",
    level: "advisory",
    span,
    trace: [...downloaded.steps, step],
  });
}
