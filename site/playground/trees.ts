import type { Span } from "../../src/core/index.js";
import type { Client } from "./client.js";
import { byId, element } from "./element.js";
import type { TreeNode, TreeSource } from "./messages.js";

/** The view of syntax trees and captures, for authors of query files. Trees are only computed while it is open. */
export class Trees {
  private readonly panel = byId("trees", HTMLDetailsElement);
  private readonly choice = byId("tree-choice", HTMLSelectElement);
  private readonly captures = byId("captures", HTMLTableSectionElement);
  private readonly nodes = byId("nodes", HTMLOListElement);
  private readonly status = byId("tree-status", HTMLParagraphElement);
  private sources: readonly TreeSource[] = [];
  private turn = 0;

  constructor(
    private readonly client: Client,
    private readonly select: (span: Span) => void,
  ) {
    this.panel.addEventListener("toggle", () => void this.show());
    this.choice.addEventListener("change", () => void this.show());
  }

  /** Shows the parsed parts of a new analysis. Selects the part with the same number as the part selected before, if any. */
  update(sources: readonly TreeSource[]): void {
    const chosen = this.choice.value;
    this.sources = sources;
    this.choice.replaceChildren(
      ...sources.map(({ language, text }, index) =>
        element(
          "option",
          { value: String(index), selected: String(index) === chosen },
          `${index + 1}: ${language}, ${text.trim().split("\n")[0]?.slice(0, 60) ?? ""}`,
        ),
      ),
    );
    void this.show();
  }

  private async show(): Promise<void> {
    if (!this.panel.open) return;
    const turn = ++this.turn;
    const source = this.sources[Number(this.choice.value)];
    if (source === undefined) {
      this.nodes.replaceChildren();
      this.captures.replaceChildren();
      this.status.textContent =
        "Nothing is parsed: no part of the text names a command or call that the rules look for.";
      return;
    }
    const answer = await this.client.tree(source);
    if (turn !== this.turn) return;
    const nodes = answer.kind === "tree" ? answer.nodes : [];
    this.status.textContent =
      answer.kind === "failed"
        ? answer.message
        : source.whole
          ? `Parsed as ${source.language} without an error.`
          : `Parsed as ${source.language}; the grammar found an error.`;
    this.captures.replaceChildren(
      ...source.captures.slice(0, 500).map((each) => this.captureRow(each)),
    );
    this.nodes.replaceChildren(...nodes.map((node) => this.nodeLine(node, source)));
  }

  private captureRow({ role, word, span, pattern }: TreeSource["captures"][number]): HTMLElement {
    return element(
      "tr",
      {},
      element("td", {}, element("code", {}, `@${role}`)),
      element("td", {}, span === null ? element("code", {}, word) : this.link(word, span)),
      element("td", {}, element("code", {}, pattern)),
    );
  }

  private nodeLine(
    { depth, type, field, span, isError }: TreeNode,
    source: TreeSource,
  ): HTMLElement {
    const name = `${field === null ? "" : `${field}: `}(${type})`;
    const text = source.text.slice(...span).split("\n")[0] ?? "";
    const here: Span = [source.span[0] + span[0], source.span[0] + span[1]];
    const line = element(
      "li",
      isError ? { class: "error" } : {},
      source.exact ? this.link(name, here) : element("code", {}, name),
      element("code", { class: "source" }, ` ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`),
    );
    line.style.setProperty("--depth", String(depth));
    return line;
  }

  private link(text: string, span: Span): HTMLElement {
    return element(
      "button",
      { type: "button", class: "node", click: () => this.select(span) },
      text.length > 80 ? `${text.slice(0, 80)}…` : text,
    );
  }
}
