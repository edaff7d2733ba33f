import type { Assessment } from "../bridge/assessment.js";
import { h } from "./dom.js";
import type { Translate } from "./i18n.js";

/** Creates the section about what was checked, and with which version and rules. */
export function evidenceSection(assessment: Assessment, t: Translate): HTMLElement {
  const { redaction } = assessment;
  return h(
    "div",
    {},
    h(
      "dl",
      {},
      ...entry(
        t("checkedBy"),
        t(assessment.mode === "gateway" ? "checkedByGateway" : "checkedByDevice"),
      ),
      ...entry(
        t("profile"),
        t(assessment.profile === "extended" ? "profileExtended" : "profileContract"),
      ),
      ...entry(t("contractLabel"), contractText(assessment.contractLabels, t)),
      ...entry(t("subjectHash"), assessment.subjectHash, "hash"),
      ...entry(t("sourceHash"), assessment.sourceHash, "hash"),
      ...entry(t("modelRevision"), assessment.modelRevision, "hash"),
      ...entry(t("redaction"), redactionText(redaction, t)),
    ),
    ...(redaction === null ? [] : [h("p", { class: "redaction-notice" }, t("redactionNotice"))]),
  );
}

function contractText(labels: Assessment["contractLabels"], t: Translate): string {
  if (labels === null) return t("contractLabelUnknown");
  return labels.length === 0 ? t("contractLabelNone") : labels.join(", ");
}

function redactionText(redaction: Assessment["redaction"], t: Translate): string {
  if (redaction === null) return t("redactionDevice");
  const counts = new Map(redaction.entities.map(({ type, count }) => [type, count]));
  const types = redaction.entityTypes.map((type) =>
    t("redactionEntity", type, counts.get(type) ?? 1),
  );
  return types.length === 0 ? t("redactionNone") : types.join(", ");
}

function entry(name: string, value: string, kind?: string): HTMLElement[] {
  return [h("dt", {}, name), h("dd", { class: kind }, value)];
}
