import { GFM, parser } from "@lezer/markdown";
import type { Block, BlockKind } from "../../../src/core/segment/document.js";

const markdown = parser.configure(GFM);
const KINDS: Readonly<Record<string, BlockKind>> = {
  Document: "document",
  Paragraph: "paragraph",
  FencedCode: "code",
  CodeBlock: "code",
  BulletList: "list",
  OrderedList: "list",
  ListItem: "item",
  Blockquote: "quote",
  Table: "table",
  TableHeader: "row",
  TableRow: "row",
  TableCell: "cell",
  HTMLBlock: "html",
  HorizontalRule: "rule",
};

interface Growing extends Block {
  readonly children: Growing[];
  readonly inlineCode: [number, number][];
}

/** The block tree of a Markdown text: a stand-in for the segment stage. */
export function blockTree(text: string): Block {
  const root: Growing = { kind: "document", start: 0, end: text.length, level: 0, parent: null, children: [], index: 0, inlineCode: [] };
  let current = root;
  markdown.parse(text).iterate({
    enter(node) {
      const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name);
      const kind = heading !== null ? "heading" : node.name === "Task" ? "paragraph" : KINDS[node.name];
      if (node.name === "InlineCode") current.inlineCode.push([node.from, node.to]);
      if (kind === undefined || kind === "document") return;
      const block: Growing = { kind, start: node.from, end: node.to, level: Number(heading?.[1] ?? 0), parent: current, children: [], index: current.children.length, inlineCode: [] };
      current.children.push(block);
      current = block;
    },
    leave(node) {
      if (node.to === current.end && node.from === current.start && current.parent !== null && (KINDS[node.name] ?? (/Heading|^Task$/.test(node.name) ? "heading" : undefined)) !== undefined && node.name !== "Document") current = current.parent as Growing;
    },
  });
  return root;
}

/** The innermost block at a position. */
export function blockAt(root: Block, position: number): Block {
  const child = root.children.find(({ start, end }) => start <= position && position < end);
  return child === undefined ? root : blockAt(child, position);
}
