import type { Detection, Finding, Rule } from "../../core/index.js";
import type { Document } from "../input/documents.js";
import type { Position } from "../report/lines.js";
import { Lines } from "../report/lines.js";
import type { Baseline } from "./baseline.js";
import { ignoreComments, type IgnoreComment } from "./ignore-comments.js";
import { isTrusted } from "./trusted-commands.js";

/** An ignored finding, and what ignores it. */
export interface Ignored {
  readonly finding: Finding;
  readonly by: "comment" | "trust" | "baseline";
  readonly reason: string | null;
}

/** A warning about an ignore comment. */
export interface IgnoreRemark {
  readonly place: Position;
  readonly message: string;
}

/** The settings that decide which findings in a text are ignored. */
export interface Suppressions {
  /** Whether ignore comments in the text apply; true only for files of the user. */
  readonly comments: boolean;
  readonly requireReason: boolean;
  readonly trust: ReadonlySet<string>;
  readonly baseline: Baseline | null;
  /** The active rules. */
  readonly rules: ReadonlyMap<string, Rule>;
  /** Returns whether an id names a rule, active or not. */
  readonly isRule: (id: string) => boolean;
}

/** A result after the suppressions were applied. */
export interface Suppressed {
  /** The result without ignored findings. */
  readonly detection: Detection;
  readonly ignored: readonly Ignored[];
  readonly remarks: readonly IgnoreRemark[];
}

/** Removes ignored findings from a result. */
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
  const matching = findings.map((finding) => {
    const { line } = lines.position(finding.span[0]);
    const about = comments.filter(
      ({ rules, appliesTo }) =>
        rules.includes(finding.rule) &&
        appliesTo !== null &&
        line >= appliesTo[0] &&
        line <= appliesTo[1],
    );
    for (const comment of about) comment.used.add(finding.rule);
    return about.find(({ reason }) => reason !== null || !given.requireReason);
  });
  const ignoredInText = findings.map((finding, i): Ignored | null => {
    const comment = matching[i];
    if (comment !== undefined) return { finding, by: "comment", reason: comment.reason };
    return isTrusted(finding, document.text, given.trust)
      ? { finding, by: "trust", reason: "every address in it is trusted" }
      : null;
  });
  const known =
    given.baseline?.matches(
      document.path,
      findings,
      ignoredInText.map((each) => each !== null),
    ) ?? [];
  const all = findings.map(
    (finding, i): Ignored | null =>
      ignoredInText[i] ??
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

/** Returns the result with a subset of its findings, and with the spans and labels of that subset. */
export function withFindings(detection: Detection, findings: readonly Finding[]): Detection {
  if (findings.length === detection.findings.length) return detection;
  const spans = findings.filter(({ level }) => level === "finding").map(({ span }) => span);
  return { ...detection, findings, spans, labels: spans.length > 0 ? ["PS"] : [] };
}

/** Returns warnings about a comment: it names no rule, or an unknown one, lacks a required reason, or matches no finding. */
function remarksOn(
  { place, rules, reason, used }: IgnoreComment & { readonly used: ReadonlySet<string> },
  { requireReason, rules: active, isRule }: Suppressions,
  { outcome }: Detection,
): IgnoreRemark[] {
  const warning = (message: string): IgnoreRemark => ({
    place,
    message: `curlew-ignore ${message}`,
  });
  if (rules.length === 0)
    return [
      warning(
        "names no rule, so it ignores nothing; write it as curlew-ignore bash/fetch-pipe: reason",
      ),
    ];
  if (requireReason && reason === null)
    return [
      warning(`${rules.join(", ")} has no reason, so it ignores nothing; write one after a colon`),
    ];
  return rules.flatMap((rule) => {
    if (!isRule(rule)) return [warning(`names "${rule}", which is not a rule`)];
    // a disabled rule, or a part of the text that was not analyzed, might have produced a matching finding
    const isUnknown = !active.has(rule) || outcome.status === "incomplete";
    return used.has(rule) || isUnknown ? [] : [warning(`${rule} matches nothing`)];
  });
}
