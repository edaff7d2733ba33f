import type { Language } from "./context/language/prose-language.js";
import type { Candidate } from "./evaluate/candidate.js";

/** Returns the candidates without advisories for runs of downloaded files that are mentions, or repeat an earlier one. */
export function reportedRuns(
  candidates: readonly Candidate[],
  text: string,
  languages: () => readonly Language[],
): Candidate[] {
  const runs = candidates.filter((candidate) => !isMention(candidate, text, languages));
  return withoutRepeatedRuns(runs, text);
}

/**
 * Returns the candidates. If a downloaded program is run by its bare name several times, only the first run is kept, because a manual
 * may contain very many.
 */
function withoutRepeatedRuns(candidates: readonly Candidate[], text: string): Candidate[] {
  const reported = new Set<string>();
  return candidates.filter(({ finding: { rule, level, span, trace } }) => {
    const name = text.slice(...span);
    if (level !== "advisory" || rule !== "bash/fetch-file-run" || !/^[\w+-]+$/.test(name))
      return true;
    const run = `${name} ${String(trace[0]?.span?.join())}`;
    const isFirst = !reported.has(run);
    reported.add(run);
    return isFirst;
  });
}

/** Matches a path as the whole inline code, but not one that begins with `./`, which is how a program is run. */
const PATH_IN_CODE = /[`>](?!\.[\\/])[^\s`<>]*[\\/][^\s`<>]*[`<]$/;
/** Number of characters on each side of a path in inline code that are searched for a verb. */
const VERB_DISTANCE = 60;

/** Whether an advisory is for a path in inline code without a verb of running near it: prose names the downloaded file. */
function isMention(
  { finding: { rule, level, span, snippet } }: Candidate,
  text: string,
  languages: () => readonly Language[],
): boolean {
  const [start, end] = span;
  if (level !== "advisory" || rule !== "bash/fetch-file-run" || snippet.kind !== "inline")
    return false;
  if (!PATH_IN_CODE.test(text.slice(start - 1, end + 1))) return false;
  const around = `${text.slice(Math.max(0, start - VERB_DISTANCE), start)} ${text.slice(end, end + VERB_DISTANCE)}`;
  const written = around.toLowerCase();
  return !languages().some((language) =>
    language.list("running-verbs.base").some((verb) => written.includes(verb)),
  );
}
