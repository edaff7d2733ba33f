import type { Finding, TraceStep } from "../../protocol/index.js";
import type { Help } from "../bridge/assessment.js";
import { actionButton, fold, h } from "./dom.js";
import type { Translate } from "./i18n.js";
import { familyOf, FAMILY_TEXTS, nameOf, stepName } from "./state-texts.js";

/** The actions of a finding's evidence. */
export interface FindingEvents {
  /** Scrolls the page to the finding; null if there is no page. */
  readonly point: (() => void) | null;
  /** Called when the user marks these hosts as known. */
  know(hosts: readonly string[]): void;
}

/** What determines how a finding is shown: whether its hosts are known, whether it is the only one, and what can be done about it. */
export interface FindingContext {
  readonly isKnown: boolean;
  readonly isOnly: boolean;
  readonly help: Help | undefined;
}

/** Creates the article of one finding: heading, command and safer commands. The reason and the trace are in a closed `details` element. */
export function findingArticle(
  finding: Finding,
  { isKnown, isOnly, help }: FindingContext,
  t: Translate,
  events: FindingEvents,
): HTMLElement {
  const texts = FAMILY_TEXTS[familyOf(finding.rule)];
  const title = finding.level === "advisory" ? t("advisory") : t(texts.label);
  const { point } = events;
  return h(
    "article",
    { class: "finding", "data-level": isKnown ? "known" : finding.level },
    // The heading above already describes the only finding.
    isOnly && finding.level === "finding" ? null : h("h3", {}, title),
    verbatim(finding.text),
    point === null ? null : actionButton(t("showInAnswer"), point),
    ...payload(finding, t),
    ...(help === undefined ? [] : safer(help, t)),
    ...(isKnown
      ? [h("p", { class: "hint" }, t("findingKnownDetail"))]
      : knowButton(help?.hosts ?? null, t, events)),
    fold(t("why"), h("p", {}, t(texts.reason)), ...steps(finding.trace, t)),
  );
}

/** Shows what an encoded literal of the command decodes to. */
function payload({ payload: decoded }: Finding, t: Translate): HTMLElement[] {
  if (decoded === undefined) return [];
  const hints = [
    decoded.truncated && t("payloadCut"),
    decoded.findings.some(({ level }) => level === "finding") && t("payloadUnsafe"),
  ];
  return [
    h("h3", { class: "small" }, t("payload")),
    verbatim(decoded.text),
    ...hints.flatMap((hint) => (hint === false ? [] : h("p", { class: "hint" }, hint))),
  ];
}

/** Shows safer commands, or advice if they cannot be determined. */
function safer({ remedy }: Help, t: Translate): HTMLElement[] {
  const heading = h("h3", { class: "small" }, t("safer"));
  if ("advice" in remedy) return [heading, h("p", {}, t(nameOf(`instead-${remedy.advice}`)))];
  const items = remedy.steps.map(({ purpose, command, otherwise }) => {
    const caption = t(nameOf(`safer-${purpose}`));
    const others =
      otherwise === undefined
        ? []
        : [h("span", { class: "hint" }, t("saferOtherwise")), commandLine(otherwise, caption, t)];
    return h("li", {}, h("span", {}, caption), commandLine(command, caption, t), ...others);
  });
  return [heading, h("ol", { class: "safer" }, ...items)];
}

/** Shows a command with a button that copies it. Each command is copied separately, so that the file is inspected before it runs. */
function commandLine(command: string, caption: string, t: Translate): HTMLElement {
  const copy = actionButton(t("copy"), () => {
    void navigator.clipboard.writeText(command).then(
      () => announce("saferCopied"),
      () => announce("saferNotCopied"),
    );
  });
  const name = `${t("copy")}: ${caption}`;
  copy.ariaLabel = name;
  const announce = (message: "saferCopied" | "saferNotCopied"): void => {
    copy.textContent = copy.ariaLabel = t(message);
    setTimeout(() => {
      copy.textContent = t("copy");
      copy.ariaLabel = name;
    }, 2_000);
  };
  return h("div", {}, h("code", { translate: "no", dir: "ltr" }, command), copy);
}

function knowButton(
  hosts: readonly string[] | null,
  t: Translate,
  events: FindingEvents,
): HTMLElement[] {
  if (hosts === null) return [];
  const button = actionButton(t("knowHost", hosts.join(", ")), () => events.know(hosts));
  return [fold(t("knowHostTitle"), h("p", {}, t("knowHostHint")), button)];
}

/** Matches invisible characters that can change what is displayed, except line feeds and tabs. */
const INVISIBLE = /((?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])/u;

/** Shows a command literally: invisible characters are replaced by their code points, so that none can reverse the order of others. */
function verbatim(command: string): HTMLElement {
  const parts = command
    .split(INVISIBLE)
    .map((part) => (INVISIBLE.test(part) ? h("span", { class: "unseen" }, codePoint(part)) : part));
  return h("pre", { translate: "no", dir: "ltr" }, ...parts);
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function steps(trace: readonly TraceStep[], t: Translate): HTMLElement[] {
  return trace.length === 0
    ? []
    : [
        h("h3", { class: "small" }, t("trace")),
        h("ol", {}, ...trace.map((step) => stepItem(step, t))),
      ];
}

function stepItem(step: TraceStep, t: Translate): HTMLElement {
  const label = stepName(step.step);
  const words = h("span", { lang: "en" }, step.message);
  return label === undefined ? h("li", {}, words) : h("li", {}, h("b", {}, `${t(label)}: `), words);
}
