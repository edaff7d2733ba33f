import type { Finding, Note, Payload, Span, TraceStep } from "../../src/core/index.js";
import { remedyLines } from "../../src/cli/report/remedy.js";
import { element } from "./element.js";
import type { Mark } from "./editor.js";
import type { Analysis } from "./messages.js";

/** The maximum number of listed findings, notes or limits; the others are only counted. */
const MAX_LISTED = 100;
const MAX_EXCERPT_LENGTH = 300;

export interface ResultsContext {
  readonly text: string;
  /** Selects a part of the text in the editor. */
  readonly select: (span: Span) => void;
  /** Announces a message to screen readers. */
  readonly announce: (message: string) => void;
}

/** Returns a summary of the analysis in one line. */
export function summaryOf({ detection }: Analysis): string {
  const { findings, labels, notes, outcome } = detection;
  const advisories = findings.filter(({ level }) => level === "advisory").length;
  const counted = [
    plural(findings.length - advisories, "finding"),
    ...(advisories === 0 ? [] : [advisories === 1 ? "1 advisory" : `${advisories} advisories`]),
    ...(notes.length === 0 ? [] : [`${notes.length} not reported`]),
    ...(outcome.status === "complete" ? [] : ["not analyzed completely"]),
  ];
  return `${labels.length === 0 ? "No label" : "Label PS"}: ${counted.join(", ")}`;
}

/** Returns the ranges to underline in the editor. */
export function marksOf({ detection, rules }: Analysis): Mark[] {
  const found = detection.findings.map(({ rule, level, span }): Mark => {
    const { severity = "error", message = rule } = rules[rule] ?? {};
    const shown = level === "advisory" || severity === "note" ? "info" : severity;
    return { span, severity: shown, message, source: rule };
  });
  const dismissed = detection.notes.map(
    ({ span, message, rule }): Mark => ({
      span,
      severity: "hint",
      message: `Not reported: ${message}`,
      source: rule ?? "curlew",
    }),
  );
  return [...found, ...dismissed].slice(0, 1000);
}

/** Fills the list of results. */
export function showResults(
  parent: HTMLElement,
  analysis: Analysis,
  context: ResultsContext,
): void {
  const { findings, notes, outcome } = analysis.detection;
  const limits = outcome.status === "complete" ? [] : outcome.limits;
  parent.replaceChildren(
    ...(findings.length === 0 ? [] : [element("h2", {}, "Findings")]),
    ...findings.slice(0, MAX_LISTED).map((finding) => findingCard(finding, analysis, context)),
    ...more(findings.length),
    ...(notes.length === 0 ? [] : [element("h2", {}, "Not reported, and why")]),
    ...notes.slice(0, MAX_LISTED).map((note) => noteCard(note, context)),
    ...more(notes.length),
    ...(limits.length === 0 ? [] : [element("h2", {}, "Not analyzed completely")]),
    ...limits
      .slice(0, MAX_LISTED)
      .map(({ limit, message, span }) =>
        element(
          "article",
          {},
          element("p", {}, `${limit}: ${message} `),
          positionButton(span, context),
        ),
      ),
    ...analysis.warnings.map((warning) => element("p", {}, warning)),
  );
}

function more(count: number): HTMLElement[] {
  return count > MAX_LISTED ? [element("p", {}, `${count - MAX_LISTED} more are not listed.`)] : [];
}

function findingCard(finding: Finding, analysis: Analysis, context: ResultsContext): HTMLElement {
  const { rule, level, span, trace, payload } = finding;
  const known = analysis.rules[rule];
  const severity = level === "advisory" ? "advisory" : (known?.severity ?? "error");
  const page =
    known?.pattern === undefined
      ? element("a", { href: `../rules/${rule}.html` }, rule)
      : element("span", {}, rule);
  return element(
    "article",
    { class: `finding ${severity}` },
    element("h3", {}, element("span", { class: "badge" }, severity), " ", page),
    element("p", {}, `${known?.message ?? ""} `),
    excerpt(finding.text),
    positionButton(span, context),
    element("h4", {}, "Trace"),
    element("ol", { class: "trace" }, ...trace.map((step) => traceStep(step, context))),
    ...(payload === undefined ? [] : decoded(payload)),
    ...safer(finding, known?.help, context),
  );
}

function traceStep(
  { step, message, span, patterns = [] }: TraceStep,
  context: ResultsContext,
): HTMLElement {
  return element(
    "li",
    {},
    element("strong", {}, step),
    `: ${message} `,
    span === undefined ? null : positionButton(span, context),
    ...patterns.map((pattern) => element("code", { class: "pattern" }, pattern)),
  );
}

function decoded({ text, truncated, findings }: Payload): HTMLElement[] {
  return [
    element("h4", {}, "Decoded payload"),
    excerpt(text + (truncated ? "…" : "")),
    element(
      "p",
      {},
      `${plural(findings.length, "finding")} in it${findings.map(({ rule, text: found }) => `; ${rule}: ${found}`).join("")}`,
    ),
  ];
}

function safer(finding: Finding, help: string | undefined, context: ResultsContext): HTMLElement[] {
  const lines = help === undefined ? remedyLines(finding, context.text) : [help];
  if (lines.length === 0) return [];
  const text = lines.join("\n");
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => context.announce("Copied"),
      () => context.announce("The browser does not allow copying"),
    );
  };
  return [
    element("h4", {}, help === undefined ? "Safer" : "What to do"),
    element("pre", { class: "safer", tabindex: "0" }, element("code", {}, text)),
    element("button", { type: "button", click: copy }, "Copy"),
  ];
}

function noteCard(
  { kind, reason, message, span, evidence, rule }: Note,
  context: ResultsContext,
): HTMLElement {
  return element(
    "article",
    { class: "note" },
    element(
      "h3",
      {},
      element("span", { class: "badge" }, kind === "dismissed" ? reason : kind),
      rule === undefined ? null : ` ${rule}`,
    ),
    element("p", {}, message),
    excerpt(context.text.slice(...span)),
    positionButton(span, context),
    evidence === undefined ? null : positionButton(evidence, context, "Show the evidence"),
  );
}

function excerpt(text: string): HTMLElement {
  const shown = text.length > MAX_EXCERPT_LENGTH ? `${text.slice(0, MAX_EXCERPT_LENGTH)}…` : text;
  return element("pre", { tabindex: "0" }, element("code", {}, shown));
}

/** Returns a button that shows the line and column of a span and selects the span in the editor. */
function positionButton(span: Span, { text, select }: ResultsContext, label = "Show"): HTMLElement {
  const before = text.slice(0, span[0]);
  const line = before.split("\n").length;
  const column = span[0] - before.lastIndexOf("\n");
  return element(
    "button",
    { type: "button", class: "place", click: () => select(span), title: "Select it in the text" },
    `${label} ${line}:${column}`,
  );
}

function plural(count: number, noun: string): string {
  return `${count === 0 ? "no" : count} ${noun}${count === 1 ? "" : "s"}`;
}
