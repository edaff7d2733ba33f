import { facetSection } from "./charts.js";
import type { ReportData, ReportText, Table } from "./report-data.js";
import { element, visible } from "./dom.js";
import { textCard } from "./text-card.js";

/** Number of texts that are added at a time while the page is scrolled. */
const CHUNK = 50;

const data = JSON.parse(document.querySelector("#data")?.textContent ?? "{}") as ReportData;
const main = document.querySelector("main") ?? document.body;

function table({ head, rows }: Table, label: string): HTMLElement {
  const heads = element("tr", {}, ...head.map((name) => element("th", { scope: "col" }, name)));
  const lines = rows.map(([first = "", ...cells]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, visible(first)),
      ...cells.map((cell) => element("td", {}, visible(cell))),
    ),
  );
  return element(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": label },
    element("table", {}, element("thead", {}, heads), element("tbody", {}, ...lines)),
  );
}

function facts(): HTMLElement {
  return element(
    "dl",
    {},
    ...data.facts.map(([name, value]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, visible(value))),
    ),
  );
}

/** Returns the section with inputs and records that have a problem; empty if there are none. */
function unread(): HTMLElement[] {
  if (data.unread.length === 0) return [];
  const rest = data.moreUnread === 0 ? [] : [element("p", {}, `and ${data.moreUnread} more`)];
  const rows = data.unread.map(({ place, message }) => [place, message]);
  return [
    element("h2", {}, "Not read, or read with a problem"),
    table({ head: ["where", "what"], rows }, "Not read"),
    ...rest,
  ];
}

interface Choice {
  readonly search: HTMLInputElement;
  readonly rule: HTMLSelectElement;
  readonly host: HTMLSelectElement;
  readonly verdict: HTMLSelectElement;
}

function select(
  id: string,
  label: string,
  all: string,
  options: readonly (readonly [value: string, shown: string])[],
): { box: HTMLElement; input: HTMLSelectElement } {
  const input = element(
    "select",
    { id },
    element("option", { value: "" }, all),
    ...options.map(([value, shown]) => element("option", { value }, visible(shown))),
  );
  return { box: element("label", { for: id }, `${label} `, input), input };
}

/** Returns the options of a select element: the names in a facet. */
function optionsOf(facet: string): (readonly [string, string])[] {
  return (data.facets.find(({ name }) => name === facet)?.shares ?? []).map(
    ({ name }) => [name, name] as const,
  );
}

const rule = select("rule", "Rule", "all rules", optionsOf("rule"));
const host = select("host", "Host", "all hosts", optionsOf("host"));
const verdict = select("verdict", "Show", "all texts", [
  ["fp", "wrongly flagged"],
  ["fn", "missed"],
  ["tp", "rightly flagged"],
  ["incomplete", "not analyzed completely"],
]);
const search = element("input", { type: "search", id: "search", autocomplete: "off" });
const choice: Choice = { search, rule: rule.input, host: host.input, verdict: verdict.input };
const status = element("p", { role: "status" });
const list = element("div", { class: "texts" });
const more = element("button", { type: "button", class: "more" }, "Show more");

function matches(text: ReportText): boolean {
  const words = choice.search.value.toLowerCase();
  if (words !== "" && !`${text.id}\n${text.place}\n${text.text}`.toLowerCase().includes(words))
    return false;
  if (
    choice.rule.value !== "" &&
    !text.findings.some((finding) => finding.rule === choice.rule.value)
  )
    return false;
  if (
    choice.host.value !== "" &&
    !text.findings.some(({ hosts }) => hosts.includes(choice.host.value))
  )
    return false;
  return (
    choice.verdict.value === "" ||
    (choice.verdict.value === "incomplete"
      ? text.incomplete
      : text.verdict === choice.verdict.value)
  );
}

let waiting: ReportText[] = [];

function showMore(count: number): void {
  list.append(...waiting.splice(0, count).map(textCard));
  more.hidden = waiting.length === 0;
}

function update(): void {
  waiting = data.texts.filter(matches);
  const sample =
    data.candidates > data.texts.length
      ? ` of a random sample of ${data.texts.length} from ${data.candidates}`
      : ` of ${data.texts.length}`;
  status.textContent = `${waiting.length}${sample} texts`;
  list.replaceChildren();
  showMore(CHUNK);
}

function choose(facet: string, name: string): void {
  const input = facet === "rule" ? choice.rule : facet === "host" ? choice.host : null;
  if (input === null) choice.search.value = name;
  else input.value = name;
  update();
  document.querySelector("#texts")?.scrollIntoView();
  search.focus({ preventScroll: true });
}

document.title = visible(data.title);
main.append(
  element("h1", {}, visible(data.title)),
  facts(),
  ...(data.confusion === null
    ? []
    : [element("h2", {}, "Right and wrong"), table(data.confusion, "Right and wrong answers")]),
  ...unread(),
  element("h2", {}, "Findings"),
  element(
    "div",
    { class: "charts" },
    ...data.facets
      .filter(({ shares }) => shares.length > 0)
      .map((facet) => facetSection(facet, choose)),
  ),
  element("h2", { id: "texts" }, "Texts"),
  element(
    "form",
    { role: "search" },
    element("label", { for: "search" }, "Search ", search),
    rule.box,
    host.box,
    verdict.box,
  ),
  status,
  list,
  more,
);
for (const input of [choice.search, choice.rule, choice.host, choice.verdict])
  input.addEventListener("input", update);
document.querySelector("form")?.addEventListener("submit", (event) => event.preventDefault());
more.addEventListener("click", () => showMore(CHUNK));
new IntersectionObserver(
  (entries) => entries.some(({ isIntersecting }) => isIntersecting) && showMore(CHUNK),
  {
    rootMargin: "600px",
  },
).observe(more);
// A printed page cannot be scrolled, so all texts are shown.
addEventListener("beforeprint", () => showMore(Infinity));
document.addEventListener("keydown", (event) => {
  if (
    event.key !== "/" ||
    event.target instanceof HTMLInputElement ||
    event.target instanceof HTMLSelectElement
  )
    return;
  event.preventDefault();
  search.focus();
});
update();
