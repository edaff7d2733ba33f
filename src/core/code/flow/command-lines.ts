import { listed, roleOf, type Role } from "../../query/role.js";
import type { Place } from "../ir.js";
import type { Call } from "./evaluated-call.js";
import { executed, type Command } from "./command.js";
import { optionName, wordsOf, type Word, type Words } from "./command-words.js";
import type { Evaluator } from "./evaluator.js";
import { joinTexts } from "./text-builder.js";
import { itemOf, type Item, type Value } from "./value.js";

// This file handles command lines that are passed to a PowerShell command or object and that Windows runs now or later: the value of a
// Run key, a scheduled task, a service, an event consumer.

/** Properties of a record that contain a command line. */
const PROPERTIES = ["commandline", "commandlinetemplate"];

/** Handles the command line that is an argument of a command: `reg add …\Run /d "…"`, `New-Service NAME -BinaryPathName "…"`. */
export function runLineOf(engine: Evaluator, command: Command, role: Role): void {
  if (!hasEnding(command.words, role)) return;
  const word = lineIn(command.words, role);
  if (word === undefined) return;
  for (const item of linesOf(engine, word.item)) runLine(engine, item, command, role);
}

/** Whether one of the words has an ending that the pattern requires: a registry key, or the name of a class. */
function hasEnding(words: Words, role: Role): boolean {
  const endings = listed(role, "among");
  return (
    endings.length === 0 ||
    wordsOf(words).some((word) => endings.some((end) => word?.toLowerCase().endsWith(end) === true))
  );
}

/** Returns the word with the command line: after the pattern's option, which may be shortened, or else at the pattern's index. */
function lineIn(words: Words, role: Role): Word | undefined {
  const options = listed(role, "behind").map((option) => option.toLowerCase());
  const at = words.findIndex((word) => {
    const name = optionName(word);
    const written = word.text?.toLowerCase() ?? "";
    return options.some((option) =>
      name === null || name.length < 3
        ? option === written
        : option.startsWith(`-${name}`) && word.isBare,
    );
  });
  if (at >= 0) return words[at + 1];
  const place = role.settings["argument"];
  if (place === undefined || words.some((word) => optionName(word) !== null)) return undefined;
  return words[Number(place)];
}

/** Returns the command lines in a value: its first item, or the properties of a record that contain one. */
function linesOf(engine: Evaluator, item: Item): Item[] {
  if (item.value.fields === null) return [...(item.value.items ?? [item])].slice(0, 1);
  return PROPERTIES.flatMap((name) => {
    const stored = engine.bindings.property(item.value, name);
    return stored === undefined ? [] : [{ ...item, value: stored }];
  });
}

function runLine(engine: Evaluator, item: Item, place: Place, role: Role | null): void {
  const { value } = item;
  if (value.taint !== null) executed(engine, value, place, { role, end: item.end });
  else
    for (const { source } of value.texts)
      engine.report.inject("shell", source, place, "it", [role]);
}

/** Handles the command line that is assigned to a property or key: `CommandLineTemplate = "…"`. */
export function assignLine(engine: Evaluator, name: string, item: Item): void {
  const role = engine.roles.ofName("sink.line.property", name);
  if (role !== null) runLine(engine, item, item, role);
}

/** Handles the command line that is passed to a method such as `$shell.Run("…")`; returns false for any other call. */
export function callLine(engine: Evaluator, call: Call): boolean {
  const { receiver, positional, expr, method } = call;
  const role = roleOf(call.methodRoles, "sink.line.method");
  if (role === null || !isInstanceOf(receiver, listed(role, "class"))) return false;
  const [first, second] = positional;
  if (first === undefined) return false;
  const isProgram = method === "shellexecute" && second !== undefined;
  const texts = isProgram ? joinTexts(engine, [first, second], " ") : first.value.texts;
  const taint = isProgram ? second.value.taint : first.value.taint;
  const place = { start: expr.start, end: expr.end };
  runLine(engine, itemOf({ ...first.value, texts, taint }, place), place, role);
  return true;
}

/** Whether an object is an instance of one of the classes, or a string that names one. */
function isInstanceOf({ api, texts }: Value, classes: readonly string[]): boolean {
  const names = [
    api?.path.replace(/^new /, "") ?? "",
    ...texts.map(({ source }) => source.text.toLowerCase()),
  ];
  return names.some((name) => classes.some((each) => name === each || name.endsWith(`:${each}`)));
}
