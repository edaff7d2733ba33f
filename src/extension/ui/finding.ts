import type { Finding, TraceStep } from "../../protocol/index.js";
import { h } from "./dom.js";
import type { Translate } from "./i18n.js";
import { familyOf, STEP_LABELS } from "./texts.js";

/** One finding: the command, why it is one, a safer way, and the steps that led there. */
export function findingArticle(finding: Finding, index: number, t: Translate, point: () => void): HTMLElement {
  const decode = familyOf(finding.rule) === "decode";
  const heading = finding.level === "advisory" ? t("advisory") : t("findingNumber", index + 1);
  return h(
    "article",
    { class: "finding", "data-level": finding.level },
    h("h3", {}, heading),
    h("pre", { translate: "no" }, ...visibly(finding.text)),
    h("button", { class: "action", type: "button", onclick: point }, t("showInAnswer")),
    h("h4", {}, t("reason")),
    h("p", {}, t(decode ? "reasonDecode" : "reasonFetch")),
    h("h4", {}, t("safer")),
    h("p", {}, t(decode ? "saferDecode" : "saferFetch")),
    ...(finding.trace.length === 0 ? [] : [h("h4", {}, t("trace")), h("ol", {}, ...finding.trace.map((step) => stepItem(step, t)))]),
  );
}

/** Characters that nobody sees and that can change what is seen: line ends and tabs are not among them. */
const UNSEEN = /((?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}])/u;

/** A command as it is, character by character: none of them hides, and none reverses the order of others. */
function visibly(command: string): (Node | string)[] {
  return command.split(UNSEEN).map((part) => (UNSEEN.test(part) ? h("span", { class: "unseen" }, codePoint(part)) : part));
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function stepItem(step: TraceStep, t: Translate): HTMLElement {
  const label = STEP_LABELS[step.step];
  const words = h("span", { lang: "en" }, step.message);
  return label === undefined ? h("li", {}, words) : h("li", {}, h("b", {}, `${t(label)}: `), words);
}
