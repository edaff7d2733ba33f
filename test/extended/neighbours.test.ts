import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Detector } from "../../src/core/index.js";
import { createNodeDetector } from "../../src/host/node.js";
import { mark } from "../contract/case-file.js";

/**
 * Neighbours of the sentences of the extended profile, both ways, by the smallest difference. A case is what stands between lines
 * of `---`: the tag of its fence (`@bash`; `@md` for none, a question mark behind it where the span is left open), then the text with
 * its spans marked.
 */
interface Neighbour {
  readonly marked: string;
  readonly text: string;
  readonly open: boolean;
}

const FOLDER = new URL("./neighbours/", import.meta.url);

function read(name: string): Neighbour[] {
  const cases = readFileSync(new URL(name, FOLDER), "utf8").split(/^---\n/m);
  return cases.map((written) => {
    const [head = "", ...lines] = written.trimEnd().split("\n");
    const [, tag = "", question = ""] = /^@(\w+)( \?)?$/.exec(head) ?? [];
    const body = lines.join("\n");
    const marked = tag === "md" ? body : `\`\`\`${tag}\n${body}\n\`\`\``;
    return { marked, text: marked.replace(/[⟦⟧]/g, ""), open: question !== "" };
  });
}

let detector: Detector;
beforeAll(async () => {
  detector = await createNodeDetector({ profile: "extended" });
});

describe.each(readdirSync(FOLDER).sort())("%s", (name) => {
  it.each(read(name).map((each) => [each.marked, each] as const))("%s", (_marked, { marked, text, open }) => {
    const { labels, spans } = detector.detect(text);
    expect({ labels, marked: open ? marked : mark(text, spans) }).toEqual({ labels: open || marked !== text ? ["PS"] : [], marked });
  });
});
