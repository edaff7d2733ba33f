import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Profile } from "../../src/core/index.js";
import { caseFiles, readCases, readGaps, unmark } from "../../test/contract/case-file.js";
import { neighbourFiles, readNeighbours } from "../../test/extended/neighbour-file.js";

/** A text for which a test asserts whether the detector finds something. */
export interface Case {
  readonly text: string;
  /** The profile to which the assertion applies. */
  readonly profile: Profile;
  /** Whether a finding is expected. */
  readonly positive: boolean;
  /** The text in lower case: some languages are case-insensitive. */
  readonly lower: string;
}

/**
 * Returns all cases of the project except the known gaps: those with a finding first, because a mutant is most likely to change their
 * results, and short ones before long ones.
 */
export function allCases(): Case[] {
  const gaps = readGaps();
  const contract = caseFiles().flatMap((file) =>
    readCases(file)
      .filter(({ id }) => !gaps.has(id))
      .flatMap((one) => {
        const { text } = unmark(one.marked);
        // The extended profile finds everything that the contract profile finds.
        const profiles: readonly Profile[] = one.ps ? ["contract", "extended"] : ["contract"];
        const { profile } = one as { readonly profile?: Profile };
        return (profile === undefined ? profiles : [profile]).map((each) =>
          made(text, one.ps, each),
        );
      }),
  );
  const corpora = readdirSync("corpora")
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) =>
      readFileSync(join("corpora", name), "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => {
          const { text, labels } = JSON.parse(line) as {
            readonly text: string;
            readonly labels: readonly string[];
          };
          return made(
            text,
            labels.length > 0,
            name.startsWith("extended.") ? "extended" : "contract",
          );
        }),
    );
  const neighbours = neighbourFiles()
    .flatMap(readNeighbours)
    .map(({ text, marked }) => made(text, marked !== text, "extended"));
  return [...contract, ...corpora, ...neighbours].sort(
    (a, b) => Number(b.positive) - Number(a.positive) || a.text.length - b.text.length,
  );
}

function made(text: string, positive: boolean, profile: Profile = "contract"): Case {
  return { text, profile, positive, lower: text.toLowerCase() };
}

/**
 * Returns the cases that contain one of the words. Cases that contain a word exactly as it is written come first. A case need only
 * contain the longest part of a qualified name, because an import may separate the parts.
 */
export function casesWith(cases: readonly Case[], words: readonly string[]): Case[] {
  const names = words.map((word) => namePattern(longestName(word).toLowerCase()));
  const some = cases.filter(({ lower }) => names.some((name) => name.test(lower)));
  const plainly = words.map((word) => new RegExp(`(?<![\\w-])${escaped(word)}(?![\\w-])`));
  const isPlain = ({ text }: Case): boolean => plainly.some((word) => word.test(text));
  return [...some.filter(isPlain), ...some.filter((one) => !isPlain(one))];
}

/** Returns an expression that matches a name; a short name must not be part of a longer word. */
function namePattern(name: string): RegExp {
  return new RegExp(
    name.length < 4 && /^\w+$/.test(name) ? `(?<![a-z])${name}(?![a-z])` : escaped(name),
  );
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function longestName(word: string): string {
  const names = word.match(/[\p{L}\p{N}_$-]+/gu) ?? [word];
  return (
    names.reduce((longest, name) => (name.length > longest.length ? name : longest), "") || word
  );
}
