import { basename } from "node:path";
import type { Finding } from "../../core/index.js";
import type { Detector } from "../context.js";
import type { Examined } from "../examine.js";
import { applied, rewritingOf, type Edit } from "../fix/rewrite.js";
import type { Document } from "../input/documents.js";
import { plural } from "../report/text.js";
import { commentEdits } from "./comment-edits.js";
import type { Action, NewText } from "./lsp-package.js";

/** A finding, and what is needed to determine the actions on it. */
export interface ActionContext {
  readonly document: Document;
  readonly finding: Finding;
  /** The result for the unchanged document. */
  readonly before: Examined;
  readonly detector: Pick<Detector, "takesComment">;
  /** Returns the result for a changed text; rejects if the request was cancelled. */
  examine(text: string): Promise<Examined>;
  /** Returns the baseline with an entry for the finding; null if there is no usable baseline. */
  baseline(): Promise<NewText | null>;
}

/**
 * Returns the actions for a finding: a replacement with safer commands, and a comment that ignores the finding or, if no comment is
 * possible, an entry in the baseline. An edit of the document is offered only if an analysis of the changed text shows the intended effect.
 */
export async function actionsFor(context: ActionContext): Promise<Action[]> {
  const { document, finding, before } = context;
  const offered: Action[] = [];
  const safer = rewritingOf(document, finding);
  if ("edit" in safer) {
    const after = await context.examine(applied(document.text, safer.edit));
    if (after.detection.findings.length < before.detection.findings.length)
      offered.push({
        title: "Download, look, compare, then run",
        preferred: true,
        edits: [safer.edit],
      });
  }
  if (!document.isFile) return offered;
  const ignoring = (await commentFor(context)) ?? (await baselineFor(context));
  return ignoring === null ? offered : [...offered, ignoring];
}

/** Returns the insertion of the comment that ignores the fewest findings; null if no comment ignores this finding. */
async function commentFor({
  document,
  finding,
  before,
  detector,
  examine,
}: ActionContext): Promise<Action | null> {
  let best: { readonly edit: Edit; readonly count: number } | null = null;
  for (const edit of commentEdits(document, finding, detector)) {
    const after = await examine(applied(document.text, edit));
    const count = after.ignored.length - before.ignored.length;
    if (count < 1 || !ignoresOnly(before, after, finding, edit)) continue;
    if (best === null || count < best.count) best = { edit, count };
    if (count === 1) break;
  }
  if (best === null) return null;
  const title =
    best.count === 1
      ? `Ignore ${finding.rule} here, with a reason`
      : `Ignore ${plural(best.count, "finding")} of ${finding.rule} in this block, with a reason`;
  return { title, preferred: false, edits: [best.edit] };
}

/** Whether an inserted comment ignores the finding, and no finding appears or disappears. */
function ignoresOnly(
  before: Examined,
  after: Examined,
  finding: Finding,
  { span: [at], text }: Edit,
): boolean {
  const all = ({ detection, ignored }: Examined, moved: (start: number) => number): string[] =>
    [...detection.findings, ...ignored.map((each) => each.finding)]
      .map(({ rule, span }) => `${moved(span[0])} ${rule}`)
      .sort();
  const moved = (start: number): number => (start >= at ? start + text.length : start);
  const start = moved(finding.span[0]);
  return (
    all(before, moved).join("\n") === all(after, (unmoved) => unmoved).join("\n") &&
    after.ignored.some(
      ({ finding: each }) => each.span[0] === start && each.rule === finding.rule,
    ) &&
    before.detection.outcome.status === after.detection.outcome.status
  );
}

async function baselineFor({ finding, baseline }: ActionContext): Promise<Action | null> {
  const file = await baseline();
  if (file === null) return null;
  const title = `Ignore ${finding.rule} here: add it to ${basename(file.path)}`;
  return { title, preferred: false, edits: [], file };
}
