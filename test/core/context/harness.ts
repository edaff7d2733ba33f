import { readdirSync, readFileSync } from "node:fs";
import { createContext } from "../../../src/core/context/index.js";
import { languagesOf, type Language } from "../../../src/core/context/language/prose-language.js";
import type { Dismissal, Span } from "../../../src/core/model.js";
import { createVocabulary } from "../../../src/core/query/vocabulary.js";
import { segment, type Region } from "../../../src/core/segment/index.js";

const vocabulary = createVocabulary({
  "source.fetcher": ["curl", "wget"],
  "sink.interpreter": ["sh", "bash", "zsh", "python3", "node"],
  "sink.shell": ["sh", "bash", "zsh"],
  "sink.builtin": ["eval", "source", "."],
  "sink.execute": ["eval", "exec"],
  "source.decoder": ["b64decode", "atob", "fromhex"],
  "flow.print": ["echo", "printf"],
  "flow.carrier": ["cat", "tee"],
  "flow.wrapper": ["sudo", "env"],
  "flow.launcher": ["docker", "ssh"],
});

/** Matches the commands of the tests, instead of the shell and code stages. */
const COMMAND =
  /(?:curl|wget) (?:"\$URL"|[^|`"'“”‘’«»„\n])*\\?\| ?(?:sudo )?(?:sh|bash)\b|(?:bash|source) <\(curl [^)]*\)|(?:bash -c|eval) "\$\(curl [^)]*\)"|eval\(atob|exec\(base64/g;

/** Returns the phrases and shapes of a language. `tag` is the name of its folder, such as `en`. */
export function languageOf(tag: string): Language {
  const language = languagesOf(proseFiles("any", tag)).get(tag);
  if (language === undefined) throw new Error(`no language ${tag}`);
  return language;
}

/** Returns the prose files in folders of queries/prose. */
export function proseFiles(...folders: readonly string[]): { path: string; text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(`queries/prose/${folder}`)
      .sort()
      .map((name) => ({
        path: `prose/${folder}/${name}`,
        text: readFileSync(`queries/prose/${folder}/${name}`, "utf8"),
      })),
  );
}

const english = [languageOf("en")];

export interface Verdict {
  readonly span: Span;
  /** The reason for which the command is dismissed, or null if it is an instruction. */
  readonly dismissal: Dismissal | null;
}

/** Returns the result of the context stage for each command in a text. */
export function verdicts(text: string): Verdict[] {
  const { document, regions, complete } = segment(text, {
    vocabulary,
    mentions: (part) => /curl|wget|atob|base64/.test(part),
    powershellCode: () => null,
    limits: { expired: () => false, limit: () => undefined },
  });
  complete();
  const context = createContext(text, document, () => english);
  return Array.from(text.matchAll(COMMAND), (match) => {
    const span: Span = [match.index, match.index + match[0].length];
    const region = regionOf(regions, span);
    if (region === undefined)
      return { span, dismissal: { reason: "displayed", message: "no region" } };
    return { span, dismissal: region.shown ?? context.dismiss(span, region) };
  });
}

/** Returns the smallest region that contains a span. */
function regionOf(regions: readonly Region[], [start, end]: Span): Region | undefined {
  return regions
    .filter(
      ({ source }) =>
        source.origin(0, 1)[0] <= start &&
        end <= source.origin(source.text.length - 1, source.text.length)[1],
    )
    .sort((a, b) => a.source.text.length - b.source.text.length)[0];
}

/** The result of the context stage for a text. */
export interface MarkedResult {
  readonly text: string;
  /** The text with `«` and `»` around the commands that are not dismissed. */
  readonly marked: string;
  /** The dismissals of the other commands, in order. */
  readonly dismissals: readonly Dismissal[];
}

/** Removes the marks `«` and `»` from a text, and returns the result of the context stage for it. */
export function markInstructions(expected: string): MarkedResult {
  const text = expected.replace(/[«»]/g, "");
  let marked = "";
  let at = 0;
  const dismissals: Dismissal[] = [];
  for (const { span, dismissal } of verdicts(text)) {
    marked +=
      text.slice(at, span[0]) +
      (dismissal === null ? `«${text.slice(...span)}»` : text.slice(...span));
    if (dismissal !== null) dismissals.push(dismissal);
    at = span[1];
  }
  return { text, marked: marked + text.slice(at), dismissals };
}
