import { beforeAll, describe, expect, it } from "vitest";
import type { Detector } from "../../src/core/index.js";
import { createNodeDetector } from "../../src/host/node.js";
import { mark } from "../contract/case-file.js";
import { neighbourFiles, readNeighbours } from "./neighbour-file.js";

let detector: Detector;
beforeAll(async () => {
  detector = await createNodeDetector({ profile: "extended" });
});

describe.each(neighbourFiles())("%s", (name) => {
  it.each(readNeighbours(name).map((each) => [each.marked, each] as const))("%s", (_marked, { marked, text, open }) => {
    const { labels, spans } = detector.detect(text);
    expect({ labels, marked: open ? marked : mark(text, spans) }).toEqual({ labels: open || marked !== text ? ["PS"] : [], marked });
  });
});
