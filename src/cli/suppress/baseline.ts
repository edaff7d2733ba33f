import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import * as v from "valibot";
import type { Finding } from "../../core/index.js";
import { Failure, fileErrorMessage } from "../failure.js";
import { fingerprints } from "./fingerprint.js";

const File = v.object({
  version: v.literal(1),
  findings: v.record(v.string(), v.array(v.object({ rule: v.string(), fingerprint: v.string() }))),
});
type Entries = v.InferOutput<typeof File>["findings"];

/** The findings that were there when the file was written. Its paths are relative to the file's folder. */
export class Baseline {
  private readonly scanned = new Map<string, { rule: string; fingerprint: string }[]>();

  private constructor(
    private readonly path: string,
    private readonly shown: string,
    private readonly cwd: string,
    private readonly known: Entries,
    /** Whether it is to be written: then it knows whatever is found. */
    private readonly fresh: boolean,
  ) {}

  /**
   * @param fresh whether it will be written, so that it may not exist yet @throws Failure
   * if it cannot be read, or is not a baseline
   */
  static async read(cwd: string, shown: string, fresh: boolean): Promise<Baseline> {
    const path = resolve(cwd, shown);
    if (!existsSync(path) && fresh) return new Baseline(path, shown, cwd, {}, fresh);
    const text = await readFile(path, "utf8").catch((error: unknown) => {
      throw new Failure(
        `${shown}: ${fileErrorMessage(error)}${existsSync(path) ? "" : "; --update-baseline creates it"}`,
      );
    });
    const checked = v.safeParse(File, parsed(text));
    if (!checked.success)
      throw new Failure(
        `${shown}: is not a curlew baseline; use another name with --update-baseline to write one`,
      );
    return new Baseline(path, shown, cwd, checked.output.findings, fresh);
  }

  /**
   * Which of the findings of a file were known.
   * @param fine which are fine for another reason, and need no entry
   */
  matches(path: string, findings: readonly Finding[], fine: readonly boolean[]): boolean[] {
    const name = this.nameOf(path);
    const names = fingerprints(findings);
    this.scanned.set(
      name,
      findings
        .map(({ rule }, i) => ({ rule, fingerprint: names[i] ?? "" }))
        .filter((_, i) => fine[i] !== true),
    );
    const known = new Set(
      (Object.hasOwn(this.known, name) ? (this.known[name] ?? []) : []).map(
        ({ fingerprint }) => fingerprint,
      ),
    );
    return names.map((fingerprint) => this.fresh || known.has(fingerprint));
  }

  private nameOf(path: string): string {
    return relative(dirname(this.path), resolve(this.cwd, path)).split(sep).join("/");
  }

  /** Returns the text of the file with an entry for one of the findings of a file. */
  including(path: string, findings: readonly Finding[], finding: Finding): string {
    const name = this.nameOf(path);
    const at = findings.indexOf(finding);
    const fingerprint = fingerprints(findings)[at] ?? "";
    const known = Object.hasOwn(this.known, name) ? (this.known[name] ?? []) : [];
    const entries = [...known, { rule: finding.rule, fingerprint }];
    return textOf({ ...this.known, [name]: entries });
  }

  /** The number of entries of scanned files that are no longer needed. */
  get stale(): number {
    return Object.entries(this.known).flatMap(([name, entries]) => {
      const found = new Set(this.scanned.get(name)?.map(({ fingerprint }) => fingerprint));
      return this.scanned.has(name)
        ? entries.filter(({ fingerprint }) => !found.has(fingerprint))
        : [];
    }).length;
  }

  /**
   * Writes the findings. Entries of files that were not scanned stay, unless the file
   * is deleted. @returns the number of
   * its findings @throws Failure
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
