import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Finding } from "../../core/index.js";
import type { Examined } from "../examine.js";
import type { Document } from "../input/documents.js";
import { Lines, type Position } from "../report/lines.js";
import { applied, rewritingOf, type Edit } from "./rewrite.js";

/** A finding that is not changed, and the reason. */
export interface UnchangedFinding {
  readonly place: Position;
  readonly rule: string;
  readonly reason: string;
}

/** The possible changes for the findings of a file. */
export interface Plan {
  readonly document: Document;
  /** In the order of the text. */
  readonly edits: readonly Edit[];
  readonly unchanged: readonly UnchangedFinding[];
  /** The text with all edits. */
  readonly text: string;
}

/** Maximum number of edits that are tried in a file: for each, the complete file is analyzed again, once or twice. */
const MAX_ATTEMPTS = 200;
/** Time after which no more edits of a file are tried. */
const MAX_DURATION_MS = 60_000;

/**
 * Plans the edits of a file. Each edit is tried on the text, and is kept only if its finding disappears and no other finding
 * appears or disappears.
 * @param withAdvice ids of the custom rules with a help text; their findings are not changed
 */
export async function planOf(
  first: Examined,
  examine: (text: string) => Promise<Examined>,
  withAdvice: ReadonlySet<string>,
  cwd: string,
): Promise<Plan> {
  const { document } = first;
  const folder = dirname(resolve(cwd, document.path));
  const isTaken = (file: string): boolean =>
    [folder, cwd].some((each) => existsSync(join(each, file)));
  const lines = new Lines(document.text);
  const edits: Edit[] = [];
  const unchanged: UnchangedFinding[] = [];
  let now = first;
  let attempts = 0;
  const end = Date.now() + MAX_DURATION_MS;
  // in reverse order, so that the spans of the other findings stay valid
  for (const finding of [...first.detection.findings].reverse()) {
    const leave = (reason: string): void =>
      void unchanged.unshift({
        place: lines.position(finding.span[0]),
        rule: finding.rule,
        reason,
      });
    if (attempts === MAX_ATTEMPTS || Date.now() > end) {
      leave("the limit of edits for one run was reached; run `curlew fix` again for the rest");
      continue;
    }
    if (withAdvice.has(finding.rule)) {
      leave("the rule has its own advice, which `curlew scan` shows");
      continue;
    }
    const rewriting = hasLoneCarriageReturn(document.text)
      ? { reason: "the file has lines that end with CR alone" }
      : rewritingOf(document, finding, isTaken);
    if ("reason" in rewriting) {
      leave(rewriting.reason);
      continue;
    }
    attempts++;
    const tried = await tryEdit(now, finding, rewriting.edit, examine);
    if (tried !== null) {
      edits.unshift(tried.edit);
      now = tried.after;
    } else {
      leave("the safer command would leave or add a finding");
    }
  }
  return { document, edits, unchanged, text: now.document.text };
}

/**
 * Returns the edit and the result after it; null if the edit would leave its finding, or add or remove another one. An edit that fails
 * is tried again without its comments: with them, a block without a language may no longer be read as one program.
 */
async function tryEdit(
  before: Examined,
  finding: Finding,
  edit: Edit,
  examine: (text: string) => Promise<Examined>,
): Promise<{ readonly edit: Edit; readonly after: Examined } | null> {
  for (const text of [edit.text, edit.text.replace(/ {4,}# [^\r\n]*/g, "")]) {
    const each = { span: edit.span, text };
    const after = await examine(applied(before.document.text, each));
    if (isClean(before, after, finding, each)) return { edit: each, after };
  }
  return null;
}

/** Whether an edit removes its finding, leaves all others, and adds none. */
function isClean(
  before: Examined,
  after: Examined,
  finding: Finding,
  { span: [start, end], text }: Edit,
): boolean {
  const all = ({ detection, ignored }: Examined): readonly Finding[] => [
    ...detection.findings,
    ...ignored.map((each) => each.finding),
  ];
  const grown = text.length - (end - start);
  const names = (findings: readonly Finding[], moved: number): string[] =>
    findings
      .map(({ rule, span }) => `${rule} ${span[0] >= end ? span[0] + moved : span[0]}`)
      .sort();
  const expected = names(
    all(before).filter(({ rule, span }) => rule !== finding.rule || span[0] !== finding.span[0]),
    grown,
  );
  return (
    before.detection.outcome.status === after.detection.outcome.status &&
    names(all(after), 0).join("\n") === expected.join("\n")
  );
}

function hasLoneCarriageReturn(text: string): boolean {
  return /\r(?!\n)/.test(text);
}
