import { showText } from "../../report/terminal-text.js";
import { duration, withSeparators } from "../progress.js";
import type { InputFailure } from "../shard.js";
import { facets, labelled, total, type Facet, type Share, type Tally } from "./tally.js";
import { confusionTable, markdownRows, percent, plainRows, rates } from "./table.js";
import { rate, type Rate } from "./wilson-interval.js";

/** The summary of a run. */
export interface Summary {
  readonly tallies: readonly Tally[];
  /** Inputs that could not be read, or not completely. */
  readonly failures: readonly Pick<InputFailure, "name" | "failure">[];
  /** Duration, bytes and texts of this run, without those of an earlier run that it resumed; null for merged partitions. */
  readonly rate: {
    readonly seconds: number;
    readonly bytes: number;
    readonly records: number;
  } | null;
  readonly revision: {
    readonly package: string;
    readonly profile: string;
    readonly queries: string;
  };
  /** Requested size of the random sample; null if all records were read. */
  readonly sample: number | null;
}

export type TableFormat = "text" | "json" | "markdown";

export function showSummary(summary: Summary, format: TableFormat): string {
  return format === "json" ? jsonSummary(summary) : textSummary(summary, format);
}

export const TITLES: Readonly<Record<Facet, string>> = {
  rule: "by rule",
  language: "by language",
  kind: "by kind of snippet",
  host: "by host",
};
/** Maximum number of hosts, and of unread inputs, in a table; JSON contains all of them. */
const MAX_SHOWN = 10;

function textSummary(summary: Summary, format: "text" | "markdown"): string {
  const all = total(summary.tallies);
  const rows = format === "markdown" ? markdownRows : plainRows;
  const scored = summary.tallies.filter((tally) => labelled(tally) > 0);
  const parts = [
    scored.length > 0 ? confusionTable(scored, format) : "",
    rows(["", ""], factRows(summary, all), false),
    ...facets.map((facet) => facetTable(all, facet, scored.length > 0, rows)),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

/** Returns names and values of the facts about a run. */
export function factRows(
  { tallies, failures, rate: speed, revision, sample }: Summary,
  all: Tally,
): [string, string][] {
  const { flagged, findings, advisories, incomplete, broken, skipped, unlabelled } = all;
  const share = rate(flagged, all.records);
  const rows: [string, string | null][] = [
    [
      "texts",
      `${withSeparators(all.records)}${tallies.length > 1 ? ` in ${withSeparators(tallies.length)} inputs` : ""}${sample === null ? "" : `, a random sample (--sample ${sample})`}`,
    ],
    ["flagged", `${withSeparators(flagged)}${share === null ? "" : ` (${interval(share)})`}`],
    [
      "findings",
      `${withSeparators(findings)}${advisories > 0 ? `, and ${withSeparators(advisories)} advisories` : ""}`,
    ],
    ["incomplete", incomplete > 0 ? `${withSeparators(incomplete)} not analyzed completely` : "0"],
    [
      "unread inputs",
      failures.length > 0
        ? `${withSeparators(failures.length)}, not read, or read only in part: ${nameList(failures)}`
        : null,
    ],
    ["with errors", broken > 0 ? `${withSeparators(broken)}${notRead(skipped, broken)}` : null],
    [
      "without labels",
      unlabelled > 0 && unlabelled < all.records
        ? `${withSeparators(unlabelled)}: predicted, not scored`
        : null,
    ],
    [
      "time",
      speed === null
        ? null
        : `${duration(speed.seconds)}, ${(speed.bytes / 1e6 / speed.seconds).toFixed(1)} MB/s, ${withSeparators(Math.round(speed.records / speed.seconds))} texts/s`,
    ],
    [
      "rules",
      `curlew ${revision.package}, ${revision.profile} profile, queries ${revision.queries.slice(0, 12)}`,
    ],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== null);
}

/** Returns the names of the first unread inputs, and how many more there are. */
function nameList(failures: Summary["failures"]): string {
  const names = failures.slice(0, MAX_SHOWN).map(({ name }) => showText(name).text);
  const more = failures.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${withSeparators(more)} more` : ""}`;
}

/** Returns `1.2%, 95% interval 1.0% to 1.4%`. */
function interval({ value, low, high }: Rate): string {
  return `${percent(value)}, 95% interval ${percent(low)} to ${percent(high)}`;
}

function facetTable(all: Tally, facet: Facet, scored: boolean, rows: typeof plainRows): string {
  const shares = sortedShares(all.by[facet]);
  if (shares.length === 0) return "";
  const head = [
    TITLES[facet],
    "findings",
    "texts",
    ...(scored ? ["tp", "fp", "exact", "overlapping", "spurious"] : []),
  ];
  const shown = facet === "host" ? shares.slice(0, MAX_SHOWN) : shares;
  const body = shown.map(([name, share]) =>
    [
      name,
      share.findings,
      share.texts,
      ...(scored ? [share.tp, share.fp, share.exact, share.overlapping, share.spurious] : []),
    ].map(String),
  );
  const rest = shares.length - shown.length;
  return rows(head, rest > 0 ? [...body, [`and ${withSeparators(rest)} more`]] : body, true);
}

/** Returns the names and their counts, those with the most findings first. */
export function sortedShares(shares: Readonly<Record<string, Share>>): [string, Share][] {
  return Object.entries(shares).sort(
    ([a, x], [b, y]) => y.findings - x.findings || (a < b ? -1 : 1),
  );
}

function jsonSummary({ tallies, failures, rate: speed, revision, sample }: Summary): string {
  const withRates = (tally: Tally) => ({
    ...tally,
    ...rates(tally),
    ...intervals(tally),
    by: Object.fromEntries(
      facets.map((facet) => [facet, Object.fromEntries(sortedShares(tally.by[facet]))]),
    ),
  });
  const { file: _file, ...all } = withRates(total(tallies));
  const shown = speed === null ? null : speedOf(speed);
  const unreadInputs = failures.map(({ name, failure }) => ({ file: name, message: failure }));
  return `${JSON.stringify({ files: tallies.map(withRates), total: all, unreadInputs, rate: shown, revision, sample })}\n`;
}

function speedOf({ seconds, bytes, records }: NonNullable<Summary["rate"]>): object {
  return {
    seconds,
    bytes,
    texts: records,
    bytesPerSecond: bytes / seconds,
    textsPerSecond: records / seconds,
  };
}

/** Returns how many of the records and texts with errors were not read, as the end of their count. */
function notRead(skipped: number, broken: number): string {
  if (skipped === 0) return "";
  return skipped === broken ? ", not read" : `, ${withSeparators(skipped)} of them not read`;
}

/** Returns the rate of flagged texts and the 95% intervals of all rates; null where the denominator is 0. */
function intervals({ tp, fp, fn, flagged, records }: Tally): object {
  const pair = (found: Rate | null) => (found === null ? null : [found.low, found.high]);
  return {
    flaggedRate: rate(flagged, records)?.value ?? null,
    intervals: {
      flagged: pair(rate(flagged, records)),
      precision: pair(rate(tp, tp + fp)),
      recall: pair(rate(tp, tp + fn)),
    },
  };
}
