import type { UnreadKind } from "../adapter/visibility.js";
import type { AssessReply, Assessment } from "../bridge/assessment.js";
import type { Failure } from "../bridge/failures.js";
import type { AnswerState } from "../content/answer-state.js";
import type { MessageName, Translate } from "./i18n.js";

/** How prominently a state is shown. */
export type Tone = "danger" | "ok" | "notice" | "known" | "quiet";

/** What the user can do about a state. */
export type Action = "open-options" | "use-device" | "retry" | "reload";

/** The texts of a state in the sign and the panel. */
export interface StateText {
  readonly tone: Tone;
  /** A few words, for the sign. */
  readonly label: string;
  /** One or two sentences, for the panel: what the state means and what to do. */
  readonly detail: string;
  readonly actions: readonly Action[];
}

/** Names of texts for which there is also a longer text, whose name has the suffix `Detail`. */
type Title<Name = MessageName> = Name extends `${infer Label}Detail` ? Label & MessageName : never;

const TRY_OR_DEVICE: readonly Action[] = ["retry", "use-device"];

/** The actions for failures for which {@link TRY_OR_DEVICE} is not the right choice. */
const REMEDIES: Readonly<Partial<Record<Failure, readonly Action[]>>> = {
  "not-chosen": ["use-device", "open-options"],
  "token-missing": ["use-device", "open-options"],
  unauthorized: ["open-options", "use-device"],
  "too-large": ["use-device"],
  "device-failed": ["retry", "open-options"],
  "worker-restarted": ["retry"],
  "extension-updated": ["reload"],
  "storage-failed": ["retry", "open-options"],
};

type Camel<Words extends string> = Words extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Words;

/** Returns the name of the text for the hyphenated name of a failure, an action or a part: the same name in camel case. */
export function nameOf<Words extends string>(words: Words): Camel<Words> {
  return words.replace(/-./g, ([, letter = ""]) => letter.toUpperCase()) as Camel<Words>;
}

/** Returns the texts of a state; null if nothing is shown. */
export function describe(
  state: AnswerState,
  isBeingWritten: boolean,
  unread: readonly UnreadKind[],
  t: Translate,
): StateText | null {
  switch (state.kind) {
    case "gone":
      return null;
    case "waiting":
    case "evaluating":
      if (state.early !== null) return early(state.early, t);
      if (state.kind === "evaluating") return stateText("quiet", "evaluating", t);
      return isBeingWritten
        ? stateText("quiet", "beingWritten", t)
        : stateText("quiet", "waiting", t);
    case "finding":
      return findingText(state.assessment, t);
    case "clear":
      return clearText(state.assessment, unread, t);
    case "abstained":
      return stateText("notice", "abstained", t);
    case "incomplete":
      return stateText("notice", "incomplete", t);
    case "unavailable":
      return describeFailure(state.reason, state.retryAfter, t);
  }
}

/** Returns the texts for an answer without findings: what was checked, or what was not read. */
function clearText(
  { profile }: Assessment,
  unread: readonly UnreadKind[],
  t: Translate,
): StateText {
  if (unread.length > 0) return stateText("notice", "partlyRead", t, partsText(unread, t));
  return {
    tone: "ok",
    label: t("clear"),
    detail: t(profile === "extended" ? "clearDetailExtended" : "clearDetailContract"),
    actions: [],
  };
}

function stateText(
  tone: Tone,
  label: Title,
  t: Translate,
  ...values: (string | number)[]
): StateText {
  return { tone, label: t(label), detail: t(`${label}Detail`, ...values), actions: [] };
}

/** Lists the kinds of parts that were not read, with the number of parts if there are several. */
function partsText(unread: readonly UnreadKind[], t: Translate): string {
  return [...new Set(unread)]
    .map((kind) => {
      const count = unread.filter((other) => other === kind).length;
      const name = t(nameOf(`unread-${kind}`));
      return count > 1 ? `${name} (× ${count})` : name;
    })
    .join(", ");
}

/** The names of the texts for each family of rules. */
export const FAMILY_TEXTS = {
  fetch: { label: "findingFetch", reason: "reasonFetch" },
  decode: { label: "findingDecode", reason: "reasonDecode" },
  address: { label: "findingAddress", reason: "reasonAddress" },
} as const;

/** Returns the indices of the findings that the user is warned about: all but advisory findings and findings whose hosts are known. */
export function warningsOf({ findings, known }: Assessment): number[] {
  return findings.flatMap(({ level }, index) =>
    level === "finding" && !known.includes(index) ? [index] : [],
  );
}

/** Whether the user has marked the hosts of all findings as known. */
function isKnown(assessment: Assessment): boolean {
  return (
    assessment.known.length > 0 &&
    assessment.known.length >= assessment.spans.length &&
    warningsOf(assessment).length === 0
  );
}

function findingText(assessment: Assessment, t: Translate): StateText {
  if (isKnown(assessment)) return stateText("known", "findingKnown", t);
  return {
    tone: "danger",
    label: findingLabel(assessment, t),
    detail: t("findingDetail"),
    actions: [],
  };
}

function findingLabel(assessment: Assessment, t: Translate): string {
  const warnings = warningsOf(assessment);
  const count = Math.max(assessment.spans.length - assessment.known.length, warnings.length);
  return labelOf(assessment.findings[warnings[0] ?? -1], count, t);
}

/** Returns the label for `count` findings, of which `first` is the first. */
export function labelOf(
  first: { readonly rule: string } | undefined,
  count: number,
  t: Translate,
): string {
  return count > 1 ? t("findingMany", count) : t(FAMILY_TEXTS[familyOf(first?.rule ?? "")].label);
}

/** Returns the texts for findings in an answer that is still being written, with a note that the rest is not checked yet. */
function early(assessment: Assessment, t: Translate): StateText {
  const text = findingText(assessment, t);
  return { ...text, detail: `${text.detail} ${t("earlyDetail")}` };
}

/** Returns the texts and actions for a reason why there is no assessment. */
export function describeFailure(
  reason: Failure,
  retryAfter: number | null,
  t: Translate,
): StateText {
  return {
    ...stateText("notice", nameOf(reason), t, retryAfter ?? 30),
    actions: REMEDIES[reason] ?? TRY_OR_DEVICE,
  };
}

/** Returns the family of a rule, from its id. */
export function familyOf(rule: string): "decode" | "fetch" | "address" {
  if (rule.includes("decode")) return "decode";
  return rule.includes("address") ? "address" : "fetch";
}

/** The kinds of trace step that this version has a text for. */
const STEPS = ["fetch", "output", "carry", "wrapper", "inject", "decode", "execute"] as const;

/** Returns the name of the text for a kind of trace step, if there is one. */
export function stepName(kind: string): MessageName | undefined {
  const step = STEPS.find((each) => each === kind);
  return step === undefined ? undefined : nameOf(`step-${step}`);
}

/** Returns the texts of a reply that is not about an answer in a page. */
export function describeReply(
  reply: AssessReply,
  t: Translate,
): { readonly text: StateText; readonly assessment: Assessment | null } {
  if (reply.status === "unavailable")
    return { text: describeFailure(reply.reason, reply.retryAfter ?? null, t), assessment: null };
  const { assessment } = reply;
  const key = {
    responseId: reply.responseId,
    textHash: assessment.subjectHash,
    navigation: 0,
    attempt: 0,
  };
  const text = describe({ kind: assessment.verdict, key, assessment }, false, [], t);
  return { text: text ?? describeFailure("bad-response", null, t), assessment };
}
