import { fileName, wordsIn } from "../scan.js";
import type { Language } from "./language.js";
import { LANGUAGES } from "./table.js";

/** The kind of file that a name suggests. */
export interface FileKind {
  readonly known: boolean;
  /** The language of a source file, as a value of the option `format`; null for prose, and for a file of no known kind. */
  readonly tag: string | null;
}

const BY_NAME = new Map(
  LANGUAGES.flatMap((language) => language.files.map((name) => [name, language] as const)),
);
const BY_PROGRAM = new Map(
  LANGUAGES.flatMap((language) => language.programs.map((name) => [name, language] as const)),
);
const NAMED = new Map(LANGUAGES.map((language) => [language.name, language]));

/** Suffixes of templates: `install.sh.tmpl` is a script. */
const TEMPLATE = /^(.*)\.(?:tmpl|tpl|j2|jinja|erb|in|template|gotmpl|mustache|hbs)$/;
/** Matches names such as `Dockerfile.dev` and `dockerfile-2`. */
const IMAGE_FILE = /^(?:docker|container)file(?:[.-]|\d)/;

/** Returns the language of a file by its name, which may have folders before it; null for one of no known kind. */
export function languageOfFile(path: string): Language | null {
  const name = fileName(path).toLowerCase();
  const language = BY_NAME.get(name) ?? BY_NAME.get(/\.[^.]*$/.exec(name)?.[0] ?? "");
  if (language !== undefined) return language;
  if (IMAGE_FILE.test(name)) return NAMED.get("dockerfile") ?? null;
  const made = TEMPLATE.exec(name)?.[1];
  if (made === undefined) return null;
  return languageOfFile(made) ?? NAMED.get("text") ?? null;
}

/** Returns the kind of file that a path names, by its name only. */
export function kindOfFile(path: string): FileKind {
  const language = languageOfFile(path);
  const isProse = language?.family === "markdown" || language?.family === "text";
  return { known: language !== null, tag: isProse ? null : (language?.name ?? null) };
}

/** Returns the tag of the language that a first line such as `#!/usr/bin/env bash` names; null if it names no known one. */
export function tagOfFirstLine(text: string): string | null {
  const line = /^\ufeff?#!([^\r\n]{1,200})/.exec(text)?.[1] ?? "";
  for (const word of wordsIn(line)) {
    // without the folders before it and the version after it: `/usr/bin/python3.11`
    const language = BY_PROGRAM.get(/[^/\\]*?(?=-?[\d.]*$)/.exec(word)?.[0] ?? "");
    if (language !== undefined) return language.name;
  }
  return null;
}
