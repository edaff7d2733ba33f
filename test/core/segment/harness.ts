import { expect } from "vitest";
import { createVocabulary } from "../../../src/core/query/vocabulary.js";
import { segment, type Block, type Region } from "../../../src/core/segment/index.js";

export const vocabulary = createVocabulary({
  "source.fetcher": ["curl", "wget"],
  "sink.interpreter": ["sh", "bash", "zsh", "python3", "node"],
  "sink.shell": ["sh", "bash", "zsh"],
  "sink.builtin": ["eval", "source", "."],
  "sink.execute": ["eval", "exec"],
  "source.decoder": ["b64decode", "atob", "fromhex"],
  "flow.wrapper": ["sudo", "doas", "env", "command", "exec", "nohup", "time", "timeout"],
  "flow.launcher": ["docker", "kubectl", "ssh", "su", "xargs"],
  "flow.print": ["echo", "printf"],
  "flow.carrier": ["cat", "tee"],
});

export const mentions = (text: string): boolean => /curl|wget|b64decode|atob|fromhex/.test(text);

/** Returns a document and its regions, sorted by their starts. */
export function segmented(text: string, format?: string): { document: Block; regions: Region[] } {
  const { document, regions, complete } = segment(text, {
    vocabulary,
    mentions,
    powershellCode: () => null,
    limits: { expired: () => false, limit: () => undefined },
    ...(format === undefined ? {} : { format }),
  });
  complete();
  return { document, regions: [...regions].sort((a, b) => a.start - b.start) };
}

/** Returns a region as one line: its kind, its language, the reason if it is shown text, and its decoded text. */
export function line({ kind, language, shown, source }: Region): string {
  return `${kind} ${language}${shown === undefined ? "" : ` (${shown.reason})`}: ${source.text}`;
}

/** Expects the regions of a text, each as a {@link line}. */
export function expectRegions(text: string, expected: readonly string[], format?: string): void {
  expect(segmented(text, format).regions.map(line)).toEqual(expected);
}

/**
 * Expects the regions that are not shown text to cover exactly the text between « and » in the document.
 * @param decoded the expected decoded texts of the first regions
 */
export function expectMarked(marked: string, decoded: readonly string[] = []): void {
  const spans: [number, number][] = [];
  let text = "";
  for (const part of marked.split(/([«»])/)) {
    if (part === "«") spans.push([text.length, text.length]);
    else if (part === "»")
      spans[spans.length - 1] = [spans[spans.length - 1]?.[0] ?? 0, text.length];
    else text += part;
  }
  const active = segmented(text).regions.filter((region) => region.shown === undefined);
  const found = active.map(({ source }) => source.origin(0, source.text.trimEnd().length));
  expect(found.map(([start, end]) => text.slice(start, end))).toEqual(
    spans.map(([start, end]) => text.slice(start, end)),
  );
  expect(found).toEqual(spans);
  decoded.forEach((want, index) => {
    expect(active[index]?.source.text.trimEnd()).toBe(want);
  });
}
