import type { Source } from "../../source.js";
import { decodeDoubled, decodeEscapes, foldLines } from "./decode-strings.js";

/** The languages that have values in brackets. */
export type Dialect = "json" | "yaml" | "toml";

/** A value of JSON, of a YAML flow collection or of TOML. */
export interface FlowNode {
  readonly kind: "scalar" | "array" | "object";
  readonly style: "double" | "single" | "plain" | "long-double" | "long-single";
  /** The key of the value in its object; null in an array. */
  readonly key: string | null;
  /** The offset of the first character, including quotes and brackets. */
  readonly start: number;
  end: number;
  readonly items: FlowNode[];
}

/** Returns the decoded text of a scalar. */
export function scalarSource(source: Source, node: FlowNode, dialect: Dialect): Source {
  const folded = (text: Source): Source => (dialect === "yaml" ? foldLines(text) : text);
  if (node.style === "plain") return folded(source.slice(node.start, node.end));
  const width = node.style.startsWith("long") ? 3 : 1;
  let start = node.start + width;
  const end = Math.max(
    start,
    source.text.endsWith(source.text[node.start] ?? "", node.end) ? node.end - width : node.end,
  );
  if (width === 3 && source.text[start] === "\n") start++;
  if (node.style === "long-double") return decodeEscapes(source, start, end);
  if (node.style === "long-single") return source.slice(start, end);
  if (node.style === "double") {
    const text = folded(source.slice(start, end));
    return decodeEscapes(text, 0, text.text.length);
  }
  if (dialect === "yaml") return foldLines(decodeDoubled(source, start, end));
  return dialect === "toml" ? source.slice(start, end) : decodeEscapes(source, start, end);
}

/**
 * Parses the value at `at`, leniently: comments, trailing commas, single quotes and bare words are accepted, and an unclosed
 * value ends with the text. It does not recurse.
 */
export function parseFlow(text: string, at: number, dialect: Dialect): FlowNode {
  return new FlowParser(text, at, dialect).parse();
}

class FlowParser {
  private readonly open: FlowNode[] = [];
  private key: string | null = null;

  constructor(
    private readonly text: string,
    private at: number,
    private readonly dialect: Dialect,
  ) {}

  parse(): FlowNode {
    let root: FlowNode | null = null;
    while (this.at < this.text.length) {
      this.skipBlanks();
      const char = this.text[this.at] ?? "";
      const parent = this.open[this.open.length - 1];
      if (char === "") break;
      if (parent !== undefined && (char === "]" || char === "}")) {
        parent.end = ++this.at;
        this.open.pop();
        this.key = null;
        if (this.open.length === 0) return parent;
      } else if (parent !== undefined && char === ",") {
        this.key = null;
        this.at++;
      } else if (char === "[" || char === "{") {
        const kind = char === "[" ? "array" : "object";
        const node = this.add({
          kind,
          style: "plain",
          key: this.key,
          start: this.at,
          end: this.text.length,
          items: [],
        });
        root ??= node;
        this.open.push(node);
        this.key = null;
        this.at++;
      } else {
        const node = this.scalar();
        root ??= node;
        if (parent === undefined) return node;
        this.keyOrValue(parent, node);
      }
    }
    return (
      root ?? { kind: "scalar", style: "plain", key: null, start: this.at, end: this.at, items: [] }
    );
  }

  private keyOrValue(parent: FlowNode, node: FlowNode): void {
    this.skipBlanks();
    const mark = this.text[this.at];
    if (parent.kind === "object" && this.key === null && (mark === ":" || mark === "=")) {
      const width = node.style === "plain" ? 0 : 1;
      this.key = this.text.slice(node.start + width, node.end - width);
      this.at++;
    } else {
      parent.items.push({ ...node, key: this.key });
      this.key = null;
    }
  }

  private add(node: FlowNode): FlowNode {
    this.open[this.open.length - 1]?.items.push(node);
    return node;
  }

  private scalar(): FlowNode {
    const start = this.at;
    const quote = this.text[start] ?? "";
    let style: FlowNode["style"] = "plain";
    if (quote === '"' || quote === "'") {
      const long = this.dialect === "toml" && this.text.startsWith(quote.repeat(3), start);
      style = quote === '"' ? (long ? "long-double" : "double") : long ? "long-single" : "single";
      this.at = long ? this.longEnd(quote) : this.quotedEnd(quote);
    } else this.at = this.plainEnd();
    return { kind: "scalar", style, key: this.key, start, end: this.at, items: [] };
  }

  private quotedEnd(quote: string): number {
    const escapes = quote === '"' || this.dialect === "json";
    for (let at = this.at + 1; at < this.text.length; at++) {
      const char = this.text[at];
      if (char === "\\" && escapes) at++;
      else if (char === quote) {
        if (quote === "'" && this.dialect === "yaml" && this.text[at + 1] === "'") at++;
        else return at + 1;
      } else if (char === "\n" && this.dialect !== "yaml")
        return this.endAfterLines(at, quote) ?? at;
    }
    return this.text.length;
  }

  /**
   * Returns the offset after the next quote if it may close a JSON string that contains unescaped line ends, as language models
   * write it; null if no value can end there.
   */
  private endAfterLines(at: number, quote: string): number | null {
    if (this.dialect !== "json" || this.key === null) return null;
    let close = this.text.indexOf(quote, at);
    while (close > 0 && this.text[close - 1] === "\\") close = this.text.indexOf(quote, close + 1);
    return close > 0 &&
      [",", "}", "]"].includes(
        this.text
          .slice(close + 1, close + 80)
          .trimStart()
          .charAt(0),
      )
      ? close + 1
      : null;
  }

  private longEnd(quote: string): number {
    let close = this.text.indexOf(quote.repeat(3), this.at + 3);
    while (close > 0 && quote === '"' && this.text[close - 1] === "\\")
      close = this.text.indexOf(quote.repeat(3), close + 1);
    if (close < 0) return this.text.length;
    // the content of the string may end with up to two quotes
    const extra = this.text.startsWith(quote.repeat(2), close + 3)
      ? 2
      : this.text[close + 3] === quote
        ? 1
        : 0;
    return close + 3 + extra;
  }

  private plainEnd(): number {
    let at = this.at;
    const inside = this.open.length > 0;
    for (; at < this.text.length; at++) {
      const char = this.text[at] ?? "";
      if (char === "\n" || char === "\r") break;
      if (inside && ",]}".includes(char)) break;
      // in YAML, a space or line end follows the colon after a key
      if (
        char === ":" &&
        inside &&
        (this.dialect !== "yaml" || (this.text[at + 1] ?? " ").trim() === "")
      )
        break;
      if (char === "=" && this.dialect === "toml") break;
      if (char === "#" && (this.text[at - 1] ?? " ").trim() === "" && this.dialect !== "json")
        break;
    }
    const raw = this.text.slice(this.at, at);
    return Math.max(this.at + 1, this.at + raw.trimEnd().length);
  }

  private skipBlanks(): void {
    for (;;) {
      while ((this.text[this.at] ?? "x").trim() === "") this.at++;
      const comment =
        this.text[this.at] === "#"
          ? this.dialect !== "json"
          : this.dialect === "json" && this.text.startsWith("//", this.at);
      const block = this.dialect === "json" && this.text.startsWith("/*", this.at);
      if (!comment && !block) return;
      const close = this.text.indexOf(block ? "*/" : "\n", this.at + 1);
      this.at = close < 0 ? this.text.length : close + (block ? 2 : 1);
    }
  }
}
