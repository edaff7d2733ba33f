import { createContext } from "../../../src/core/context/index.js";
import type { Dismissal, Span } from "../../../src/core/model.js";
import type { Region } from "../../../src/core/segment/region.js";
import { Source } from "../../../src/core/source.js";
import { blockAt, blockTree } from "./tree.js";

/** What the flow stages would report: enough to stand in for them here. */
const COMMAND = /(?:curl|wget) [^|`"'“”‘’«»„\n]*\\?\| ?(?:sudo )?(?:sh|bash)\b|(?:bash|sh|zsh) -c "\$\((?:curl|wget) [^)]*\)"|(?:eval|exec)\((?:atob|base64)/g;

export interface Verdict {
  readonly span: Span;
  readonly text: string;
  readonly dismissal: Dismissal | null;
}

/** Every stand-in match of a text with what the context stage says of it. */
export function verdicts(text: string): Verdict[] {
  const root = blockTree(text);
  const context = createContext(text, root);
  return Array.from(text.matchAll(COMMAND), (match) => {
    const span: Span = [match.index, match.index + match[0].length];
    return { span, text: match[0], dismissal: context.dismiss({ rule: "bash/fetch-pipe", span, trace: [] }, regionOf(text, root, span)) };
  });
}

function regionOf(text: string, root: ReturnType<typeof blockTree>, span: Span): Region {
  const block = blockAt(root, span[0]);
  const inline = block.inlineCode.some(([start, end]) => start <= span[0] && span[1] <= end);
  const kind = block.kind === "code" ? "fence" : inline ? "inline" : block.kind === "html" ? "html" : "prose";
  const tag = block.kind === "code" ? (/^[`~]{3,}\s*([\w+-]+)/.exec(text.slice(block.start, block.end))?.[1]?.toLowerCase() ?? null) : null;
  return { kind, language: "shell", tag, source: Source.whole(text), block };
}

/**
 * Reads a text in which the commands that are meant stand between `«` and `»`; all others are dismissed.
 * Returns the text with marks put round what the context stage lets through, for comparison.
 */
export function remark(marked: string): { readonly text: string; readonly marked: string; readonly dismissals: readonly Dismissal[] } {
  const text = marked.replace(/[«»]/g, "");
  let result = "";
  let at = 0;
  const dismissals: Dismissal[] = [];
  for (const { span, dismissal } of verdicts(text)) {
    result += text.slice(at, span[0]) + (dismissal === null ? `«${text.slice(...span)}»` : text.slice(...span));
    if (dismissal !== null) dismissals.push(dismissal);
    at = span[1];
  }
  return { text, marked: result + text.slice(at), dismissals };
}
