import { SELECTORS } from "../adapter/selectors.js";
import { shadowHosts } from "../adapter/shadow-hosts.js";
import { Visibility } from "../adapter/visibility.js";
import { BLOCK_TAGS, CODE_TAGS } from "./blocks.js";
import { writeCodeBlock, preservesLines } from "./code-block.js";
import type { Extraction } from "./extraction.js";
import { InlineRun } from "./inline-run.js";
import { childElements, eachChild } from "./nodes.js";
import { writeTable } from "./table.js";
import { visibleText } from "./visible-text.js";
import { Writer } from "./writer.js";

/** Maximum depth of nested elements that is read; the markup of an answer is never that deep. */
const MAX_DEPTH = 200;

/**
 * Reads an answer's visible text as Markdown-like text, with a map back to the page.
 * @param findShadowRoots whether to find shadow roots and record them as not read. This visits every element, so it is false while an
 * answer is being written.
 */
export function extract(answer: Element, findShadowRoots = true): Extraction {
  const visibility = new Visibility();
  const reader = new Reader(new Writer(), visibility);
  if (findShadowRoots)
    for (const host of shadowHosts(answer))
      if (visibility.shows(host, answer)) visibility.unread.set(host, "embedded");
  return reader.read(answer);
}

/** Reads one answer. Blocks are written in order; the text between blocks is collected in a run. */
class Reader {
  private run = new InlineRun({ singleLine: false, cell: false });
  private gap: 1 | 2 = 2;
  private depth = 0;
  /** The list directly before this position, if any: the next list gets another marker, because Markdown would join the two lists. */
  private lastList: { readonly ordered: boolean; readonly alternate: boolean } | null = null;

  constructor(
    private readonly writer: Writer,
    private readonly visibility: Visibility,
  ) {}

  read(answer: Element): Extraction {
    this.children(answer);
    this.flush();
    return this.writer.finish([...this.visibility.unread.values()]);
  }

  private children(parent: Element): void {
    if (parent.firstElementChild === null) return this.run.text(parent, parent.textContent ?? "");
    eachChild(
      parent,
      (text) => this.run.text(text, text.data),
      (element) => this.element(element),
    );
  }

  private element(element: Element): void {
    const tag = element.tagName;
    if (this.visibility.excludes(element, tag)) return;
    if (this.depth >= MAX_DEPTH) return void this.visibility.unread.set(element, "deep");
    this.depth++;
    if (BLOCK_TAGS.has(tag)) this.block(element, tag);
    else if (tag === "BR") this.run.lineBreak();
    else if (CODE_TAGS.has(tag)) this.code(element);
    else this.children(element);
    this.depth--;
  }

  private code(element: Element): void {
    if (!preservesLines(element)) return this.run.code(visibleText(element, this.visibility));
    this.flush();
    this.codeBlock(element);
  }

  private codeBlock(element: Element): void {
    this.writer.startBlock();
    writeCodeBlock(this.writer, element, this.visibility);
  }

  private block(element: Element, tag: string): void {
    this.flush();
    switch (tag) {
      case "PRE":
        this.codeBlock(element);
        break;
      case "UL":
      case "OL":
        return this.list(element);
      case "BLOCKQUOTE":
        this.startBlock();
        this.writer.inside("> ", "> ", () => this.container(element));
        break;
      case "TABLE":
        for (const child of childElements(element))
          if (child.tagName === "CAPTION") this.element(child);
        this.flush();
        this.writer.startBlock();
        writeTable(this.writer, element, this.visibility);
        break;
      case "HR":
        this.writer.startBlock();
        this.writer.mark("---");
        break;
      case "H1":
      case "H2":
      case "H3":
      case "H4":
      case "H5":
      case "H6":
        this.heading(element);
        break;
      case "DETAILS":
        this.details(element);
        break;
      default:
        if (!element.className.includes(SELECTORS.editorTextClass)) this.container(element);
        else this.codeBlock(element);
    }
    this.lastList = null;
  }

  /** Reads a block whose children are blocks or text. */
  private container(element: Element): void {
    this.children(element);
    this.flush();
  }

  private heading(element: Element): void {
    const outer = this.run;
    this.run = new InlineRun({ singleLine: true, cell: false });
    this.children(element);
    if (!this.run.isBlank) {
      this.startBlock();
      this.writer.mark(`${"#".repeat(Number(element.tagName.slice(1)))} `);
      this.run.write(this.writer);
    }
    this.run = outer;
  }

  /** Reads a `details` element. A closed one shows only its summary; its content is recorded as not read. */
  private details(element: Element): void {
    if (element.hasAttribute("open")) return this.container(element);
    const summary = childElements(element).find((child) => child.tagName === "SUMMARY");
    const folded = (element.textContent ?? "").replace(summary?.textContent ?? "", "");
    if (/\S/.test(folded)) this.visibility.unread.set(element, "folded");
    if (summary !== undefined) this.element(summary);
    this.flush();
  }

  private list(list: Element): void {
    const ordered = list.tagName === "OL";
    const alternate = this.lastList?.ordered === ordered && !this.lastList.alternate;
    const items = childElements(list).filter((item) => !this.visibility.excludes(item));
    const loose = items.some((item) => childElements(item).some((child) => child.tagName === "P"));
    let number = Number.parseInt(list.getAttribute("start") ?? "1", 10) || 1;
    this.startBlock();
    const outerGap = this.gap;
    items.forEach((item, index) => {
      if (index > 0) this.writer.startBlock(loose ? 2 : 1);
      this.gap = loose ? 2 : 1;
      const marker = ordered ? `${number++}${alternate ? ")" : "."} ` : alternate ? "* " : "- ";
      this.lastList = null;
      this.writer.inside(marker, " ".repeat(marker.length), () => this.container(item));
    });
    this.gap = outerGap;
    this.lastList = { ordered, alternate };
  }

  /** Starts a block; in an item of a tight list, without an empty line before it. */
  private startBlock(): void {
    this.writer.startBlock(this.gap);
  }

  private flush(): void {
    if (this.run.isBlank) return this.run.clear();
    this.startBlock();
    this.run.write(this.writer);
    this.lastList = null;
  }
}
