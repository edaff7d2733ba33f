import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Profile } from "../../src/core/index.js";
import { caseFiles, readCases, readGaps, unmark } from "../../test/contract/case-file.js";
import { neighbourFiles, readNeighbours } from "../../test/extended/neighbour-file.js";

/** A text with an expected answer in some test. */
export interface Case {
  readonly text: string;
  /** The profile in which it is expected. */
  readonly profile: Profile;
  /** Whether a finding is expected. */
  readonly positive: boolean;
  /** The text in lower case: some languages are case-insensitive. */
  readonly lower: string;
}

/** Returns all cases of the project; those that are likely to notice a change first: short ones with a finding. */
export function allCases(): Case[] {
  const gaps = readGaps();
  const contract = caseFiles().flatMap((file) =>
    readCases(file)
      .filter(({ id }) => !gaps.has(id))
      .flatMap((one) => {
        const { text } = unmark(one.marked);
        // the extended profile finds what the contract finds, with its own files
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
 * Returns the cases that contain one of some words; those that contain one exactly as it is written first. A name in a path may
 * be imported, far from the others: the longest one counts.
 */
export function holding(cases: readonly Case[], words: readonly string[]): Case[] {
  const names = words.map((word) => namePattern(longestName(word).toLowerCase()));
  const some = cases.filter(({ lower }) => names.some((name) => name.test(lower)));
  const plainly = words.map((word) => new RegExp(`(?<![\\w-])${escaped(word)}(?![\\w-])`));
  const isPlain = ({ text }: Case): boolean => plainly.some((word) => word.test(text));
  return [...some.filter(isPlain), ...some.filter((one) => !isPlain(one))];
}

/** Short names are part of many other words, which do not count. */
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
