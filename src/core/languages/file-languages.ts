import { fileName, wordsIn } from "../scan.js";
import type { Language } from "./language.js";
import { LANGUAGES } from "./table.js";

/** What the name of a file says about its content. */
export interface FileKind {
  /** Whether the name belongs to a known language or format. */
  readonly known: boolean;
  /** The language of a source file, as a value of the option `format`; null for prose and for an unknown file. */
  readonly tag: string | null;
}

const BY_NAME = new Map(
  LANGUAGES.flatMap((language) => language.files.map((name) => [name, language] as const)),
);
const BY_PROGRAM = new Map(
  LANGUAGES.flatMap((language) => language.programs.map((name) => [name, language] as const)),
);
const NAMED = new Map(LANGUAGES.map((language) => [language.name, language]));

/** Matches names of templates, and captures the name of the generated file: `install.sh.tmpl` is a script. */
const TEMPLATE = /^(.*)\.(?:tmpl|tpl|j2|jinja|erb|in|template|gotmpl|mustache|hbs)$/;
/** Matches names such as `Dockerfile.dev` and `dockerfile-2`. */
const IMAGE_FILE = /^(?:docker|container)file(?:[.-]|\d)/;

/** Returns the language of a file by its name; the folders of the path are ignored. Returns null if the name is not known. */
export function languageOfFile(path: string): Language | null {
  const name = fileName(path).toLowerCase();
  const language = BY_NAME.get(name) ?? BY_NAME.get(/\.[^.]*$/.exec(name)?.[0] ?? "");
  if (language !== undefined) return language;
  if (IMAGE_FILE.test(name)) return NAMED.get("dockerfile") ?? null;
  const made = TEMPLATE.exec(name)?.[1];
  if (made === undefined) return null;
  return languageOfFile(made) ?? NAMED.get("text") ?? null;
}

/** Returns what the name of a file says about its content. The file is not read. */
export function kindOfFile(path: string): FileKind {
  const language = languageOfFile(path);
  const isProse = language?.family === "markdown" || language?.family === "text";
  return { known: language !== null, tag: isProse ? null : (language?.name ?? null) };
}

/** Returns the tag of the language whose interpreter a `#!` line at the start names; null without such a line or a known interpreter. */
export function tagOfFirstLine(text: string): string | null {
  const line = /^\ufeff?#!([^\r\n]{1,200})/.exec(text)?.[1] ?? "";
  for (const word of wordsIn(line)) {
    // the name of the program without folders and version, as in `/usr/bin/python3.11`
    const language = BY_PROGRAM.get(/[^/\\]*?(?=-?[\d.]*$)/.exec(word)?.[0] ?? "");
    if (language !== undefined) return language.name;
  }
  return null;
}
