import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from "chart.js";
import type { Facet } from "./report-data.js";
import { element, visible } from "./dom.js";

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

const MAX_BARS = 12;

/** Returns a chart of findings by rule, host, kind or language, and a table with the same numbers for people who cannot see the chart. */
export function facetSection(
  facet: Facet,
  onChoice: (facet: string, name: string) => void,
): HTMLElement {
  const canvas = element("canvas", {
    role: "img",
    "aria-label": `${facet.title}: the numbers are in the table below`,
  });
  const shown = facet.shares.slice(0, MAX_BARS);
  const box = element("div", { class: `chart bars-${shown.length}` }, canvas);
  const section = element(
    "section",
    {},
    element("h3", {}, facet.title),
    box,
    element("details", {}, element("summary", {}, "Table"), tableOf(facet, onChoice)),
  );
  const chart = new Chart(canvas, {
    type: "bar",
    data: {
      labels: shown.map(({ name }) => short(visible(name))),
      datasets: [{ label: "findings", data: shown.map(({ findings }) => findings) }],
    },
    options: {
      indexAxis: "y",
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      scales: { x: { beginAtZero: true, ticks: { precision: 0 } } },
      onClick: (_event, [bar]) => {
        const share = bar === undefined ? undefined : shown[bar.index];
        if (share !== undefined) onChoice(facet.name, share.name);
      },
    },
  });
  const paint = (): void => applyColours(chart);
  paint();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  return section;
}

/** Gives a chart the colours of the page, which differ between light and dark themes. */
function applyColours(chart: Chart): void {
  const style = getComputedStyle(document.documentElement);
  const [text, line, bar] = ["--ink", "--line", "--bar"].map((name) =>
    style.getPropertyValue(name).trim(),
  );
  for (const dataset of chart.data.datasets) dataset.backgroundColor = bar ?? "#000";
  for (const scale of Object.values(chart.options.scales ?? {})) {
    if (scale === undefined) continue;
    scale.ticks = { ...scale.ticks, color: text ?? "#000" };
    scale.grid = { ...scale.grid, color: line ?? "#ccc" };
  }
  chart.update();
}

function tableOf(
  { shares, more, name: facet }: Facet,
  onChoice: (facet: string, name: string) => void,
): HTMLElement {
  const rows = shares.map(({ name, findings, texts }) => {
    const choose = element("button", { type: "button", class: "link" }, visible(name));
    choose.addEventListener("click", () => onChoice(facet, name));
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, choose),
      element("td", {}, String(findings)),
      element("td", {}, String(texts)),
    );
  });
  const head = element(
    "tr",
    {},
    ...["Name", "Findings", "Texts"].map((title) => element("th", { scope: "col" }, title)),
  );
  const note =
    more > 0 ? element("p", {}, `and ${more} more; the predictions contain all of them`) : null;
  return element(
    "div",
    {},
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)),
    note,
  );
}

function short(name: string): string {
  return name.length > 40 ? `${name.slice(0, 39)}…` : name;
}
