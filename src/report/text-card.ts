import type { ReportText } from "./report-data.js";
import { element, visible } from "./dom.js";

const VERDICTS = {
  tp: "rightly flagged",
  fp: "wrongly flagged",
  fn: "missed",
  tn: "rightly not flagged",
} as const;
/** Number of characters that an excerpt shows before and after the first finding. */
const AROUND = 240;

/** Returns a text with its findings marked and explained. */
export function textCard(text: ReportText): HTMLElement {
  const rules = [...new Set(text.findings.map(({ rule }) => rule))];
  const tags = [
    ...rules.map((rule) => element("span", { class: "tag" }, visible(rule))),
    text.verdict === null
      ? null
      : element("span", { class: `tag ${text.verdict}` }, VERDICTS[text.verdict]),
    text.incomplete ? element("span", { class: "tag warn" }, "not analyzed completely") : null,
  ];
  const name = `${text.id}${text.field === null ? "" : ` · ${text.field}`}`;
  const whole = element("details", {}, element("summary", {}, "Whole text and trace"));
  // The content is created when it is first shown, because most texts are never opened.
  whole.addEventListener(
    "toggle",
    () =>
      whole.open && whole.childElementCount === 1 && whole.append(wholeText(text), traces(text)),
  );
  return element(
    "article",
    {},
    element("h3", {}, visible(name)),
    element(
      "p",
      { class: "place" },
      visible(text.place),
      " ",
      ...tags.flatMap((tag) => (tag === null ? [] : [tag, " "])),
    ),
    excerpt(text),
    whole,
  );
}

function excerpt(text: ReportText): HTMLElement {
  const [start, end] = text.findings[0]?.span ?? [0, 0];
  return marked(text, Math.max(0, start - AROUND), Math.min(text.text.length, end + AROUND));
}

function wholeText(text: ReportText): HTMLElement {
  const omitted = [
    text.before > 0 ? `${text.before} characters before` : "",
    text.behind > 0 ? `${text.behind} after` : "",
  ].filter((part) => part !== "");
  const note = omitted.length === 0 ? null : element("p", {}, `Omitted: ${omitted.join(", ")}.`);
  return element("div", {}, note, marked(text, 0, text.text.length));
}

/** Returns the characters from `start` to `end`, with each finding in a `mark` element. */
function marked({ text, findings }: ReportText, start: number, end: number): HTMLElement {
  const block = element("pre", { tabindex: "0" });
  let at = start;
  for (const { span, rule, level } of findings) {
    const [from, to] = [Math.max(at, span[0]), Math.min(end, span[1])];
    if (from >= to) continue;
    block.append(
      visible(text.slice(at, from)),
      element("mark", { title: rule, class: level }, visible(text.slice(from, to))),
    );
    at = to;
  }
  block.append(visible(text.slice(at, end)));
  if (start > 0) block.prepend("… ");
  if (end < text.length) block.append(" …");
  return block;
}

function traces({ findings }: ReportText): HTMLElement {
  const items = findings.map(({ rule, trace, payload }) => {
    const decoded =
      payload === null
        ? []
        : [element("p", {}, "It decodes to:"), element("pre", { tabindex: "0" }, visible(payload))];
    return element(
      "li",
      {},
      element("strong", {}, visible(rule)),
      element("ol", {}, ...trace.map((step) => element("li", {}, visible(step)))),
      ...decoded,
    );
  });
  return element("ul", { class: "trace" }, ...items);
}
