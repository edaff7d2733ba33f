import type { Detection, Finding, Rule } from "../../core/index.js";
import type { Document } from "../input/documents.js";
import type { Position } from "../report/lines.js";
import { Lines } from "../report/lines.js";
import type { Baseline } from "./baseline.js";
import { ignoreComments, type IgnoreComment } from "./comments.js";
import { isTrusted } from "./trust.js";

/** An ignored finding. */
export interface Ignored {
  readonly finding: Finding;
  readonly by: "comment" | "trust" | "baseline";
  readonly reason: string | null;
}

/** Something about an ignore comment that its author should know. */
export interface IgnoreRemark {
  readonly place: Position;
  readonly message: string;
}

/** Sources that may ignore a finding of a text. */
export interface Suppressions {
  /** Whether comments apply: in files only. */
  readonly comments: boolean;
  readonly requireReason: boolean;
  readonly trust: ReadonlySet<string>;
  readonly baseline: Baseline | null;
  /** The active rules, and the ids of all rules. */
  readonly rules: ReadonlyMap<string, Rule>;
  readonly isRule: (id: string) => boolean;
}

export interface Suppressed {
  /** The result without ignored findings. */
  readonly detection: Detection;
  readonly ignored: readonly Ignored[];
  readonly remarks: readonly IgnoreRemark[];
}

/** Removes ignored findings from a result, and returns the reason for each. */
export function suppress(
  document: Document,
  detection: Detection,
  given: Suppressions,
): Suppressed {
  const comments = given.comments
    ? ignoreComments(document).map((comment) => ({ ...comment, used: new Set<string>() }))
    : [];
  const { findings } = detection;
  if (findings.length === 0 && comments.length === 0 && given.baseline === null)
    return { detection, ignored: [], remarks: [] };
  const lines = new Lines(document.text);
  const remarked = findings.map((finding) => {
    const { line } = lines.position(finding.span[0]);
    const about = comments.filter(
      ({ rules, reach }) =>
        rules.includes(finding.rule) && reach !== null && line >= reach[0] && line <= reach[1],
    );
    for (const comment of about) comment.used.add(finding.rule);
    return about.find(({ reason }) => reason !== null || !given.requireReason);
  });
  const fine = findings.map((finding, i): Ignored | null => {
    const comment = remarked[i];
    if (comment !== undefined) return { finding, by: "comment", reason: comment.reason };
    return isTrusted(finding, document.text, given.trust)
      ? { finding, by: "trust", reason: "every address in it is trusted" }
      : null;
  });
  const known =
    given.baseline?.matches(
      document.path,
      findings,
      fine.map((each) => each !== null),
    ) ?? [];
  const all = findings.map(
    (finding, i): Ignored | null =>
      fine[i] ??
      (known[i] === true ? { finding, by: "baseline", reason: "listed in the baseline" } : null),
  );
  return {
    detection: withFindings(
      detection,
      findings.filter((_, i) => all[i] === null),
    ),
    ignored: all.filter((each) => each !== null),
    remarks: comments.flatMap((comment) => remarksOn(comment, given, detection)),
  };
}

/** Returns the result with some of its findings; without any, the label is removed, too. */
export function withFindings(detection: Detection, findings: readonly Finding[]): Detection {
  if (findings.length === detection.findings.length) return detection;
  const spans = findings.filter(({ level }) => level === "finding").map(({ span }) => span);
  return { ...detection, findings, spans, labels: spans.length > 0 ? ["PS"] : [] };
}

/** Returns the problem of a comment: no rule, an unknown one, a missing required reason, or no matching finding. */
function remarksOn(
  { place, rules, reason, used }: IgnoreComment & { readonly used: ReadonlySet<string> },
  { requireReason, rules: inForce, isRule }: Suppressions,
  { outcome }: Detection,
): IgnoreRemark[] {
  const say = (message: string): IgnoreRemark => ({ place, message: `curlew-ignore ${message}` });
  if (rules.length === 0)
    return [
      say(
        "names no rule, so it ignores nothing; write it as curlew-ignore bash/fetch-pipe: reason",
      ),
    ];
  if (requireReason && reason === null)
    return [
      say(`${rules.join(", ")} has no reason, so it ignores nothing; write one after a colon`),
    ];
  return rules.flatMap((rule) => {
    if (!isRule(rule)) return [say(`names "${rule}", which is not a rule`)];
    // without the rule, or in a text that was not read completely, it is unknown whether the comment would match
    const open = !inForce.has(rule) || outcome.status === "incomplete";
    return used.has(rule) || open ? [] : [say(`${rule} matches nothing`)];
  });
}
