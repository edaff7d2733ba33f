import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import * as v from "valibot";
import type { Finding } from "../../core/index.js";
import { Failure, fileErrorMessage } from "../failure.js";
import { fingerprints } from "./finding-fingerprint.js";

const BaselineFile = v.object({
  version: v.literal(1),
  findings: v.record(v.string(), v.array(v.object({ rule: v.string(), fingerprint: v.string() }))),
});
type Entries = v.InferOutput<typeof BaselineFile>["findings"];

/** The known findings, which are recorded in a file. The paths in the file are relative to its folder. */
export class Baseline {
  private readonly scanned = new Map<string, { rule: string; fingerprint: string }[]>();

  private constructor(
    private readonly path: string,
    private readonly shown: string,
    private readonly cwd: string,
    private readonly known: Entries,
    /** Whether the file will be written; then every finding counts as known. */
    private readonly isUpdated: boolean,
  ) {}

  /**
   * Reads a baseline.
   * @param shown the path as the user wrote it
   * @param isUpdated whether the file will be written; then it need not exist
   * @throws Failure if the file cannot be read or is not a baseline
   */
  static async read(cwd: string, shown: string, isUpdated: boolean): Promise<Baseline> {
    const path = resolve(cwd, shown);
    if (!existsSync(path) && isUpdated) return new Baseline(path, shown, cwd, {}, isUpdated);
    const text = await readFile(path, "utf8").catch((error: unknown) => {
      throw new Failure(
        `${shown}: ${fileErrorMessage(error)}${existsSync(path) ? "" : "; --update-baseline creates it"}`,
      );
    });
    const checked = v.safeParse(BaselineFile, parseJson(text));
    if (!checked.success)
      throw new Failure(
        `${shown}: is not a curlew baseline; use another name with --update-baseline to write one`,
      );
    return new Baseline(path, shown, cwd, checked.output.findings, isUpdated);
  }

  /**
   * Returns for each finding of a file whether it is known, and remembers the findings for `write`.
   * @param isIgnored for each finding, whether it is ignored for another reason; it then needs no entry
   */
  matches(path: string, findings: readonly Finding[], isIgnored: readonly boolean[]): boolean[] {
    const name = this.nameOf(path);
    const names = fingerprints(findings);
    this.scanned.set(
      name,
      findings
        .map(({ rule }, i) => ({ rule, fingerprint: names[i] ?? "" }))
        .filter((_, i) => isIgnored[i] !== true),
    );
    const known = new Set(
      (Object.hasOwn(this.known, name) ? (this.known[name] ?? []) : []).map(
        ({ fingerprint }) => fingerprint,
      ),
    );
    return names.map((fingerprint) => this.isUpdated || known.has(fingerprint));
  }

  private nameOf(path: string): string {
    return relative(dirname(this.path), resolve(this.cwd, path)).split(sep).join("/");
  }

  /**
   * Returns the content of the baseline file with an additional entry.
   * @param findings all findings of the scanned file, one of which is `finding`
   */
  including(path: string, findings: readonly Finding[], finding: Finding): string {
    const name = this.nameOf(path);
    const at = findings.indexOf(finding);
    const fingerprint = fingerprints(findings)[at] ?? "";
    const known = Object.hasOwn(this.known, name) ? (this.known[name] ?? []) : [];
    const entries = [...known, { rule: finding.rule, fingerprint }];
    return textOf({ ...this.known, [name]: entries });
  }

  /** Number of entries of scanned files without a matching finding. */
  get stale(): number {
    return Object.entries(this.known).flatMap(([name, entries]) => {
      const found = new Set(this.scanned.get(name)?.map(({ fingerprint }) => fingerprint));
      return this.scanned.has(name)
        ? entries.filter(({ fingerprint }) => !found.has(fingerprint))
        : [];
    }).length;
  }

  /**
   * Writes the findings of this run, and the entries of existing files that were not scanned.
   * @returns the number of written entries
   * @throws Failure if the file cannot be written
   */
  async write(): Promise<number> {
    const kept = Object.entries(this.known).filter(
      ([name]) => !this.scanned.has(name) && existsSync(join(dirname(this.path), name)),
    );
    const all = [...kept, ...this.scanned];
    const text = textOf(Object.fromEntries(all));
    await writeFile(this.path, text).catch((error: unknown) => {
      throw new Failure(`${this.shown}: ${fileErrorMessage(error)}`);
    });
    return all.reduce((sum, [, entries]) => sum + entries.length, 0);
  }
}

function textOf(findings: Entries): string {
  const sorted = Object.entries(findings)
    .filter(([, entries]) => entries.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ version: 1, findings: Object.fromEntries(sorted) }, null, 2)}\n`;
}

/** Returns the parsed JSON; null if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
