import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explanations } from "../../src/cli/explain/explanations.js";
import type { Detector } from "../../src/core/index.js";
import { createNodeDetector, loadAssets } from "../../src/host/node.js";
import { runHere } from "./fake-detector.js";

const detectors = new Map<string, Detector>();

beforeAll(async () => {
  for (const profile of ["contract", "extended"] as const)
    detectors.set(profile, await createNodeDetector({ profile }));
});

afterAll(() => {
  for (const detector of detectors.values()) detector.dispose();
});

/** Returns a text without marks, and the marked spans in UTF-16 code units. */
function expectation(marked: string): { text: string; spans: [number, number][] } {
  let text = "";
  const spans: [number, number][] = [];
  for (const part of marked.split(/([«»])/)) {
    if (part === "«") spans.push([text.length, text.length]);
    else if (part === "»") spans[spans.length - 1]![1] = text.length;
    else text += part;
  }
  return { text, spans };
}

describe.each([...explanations])("the explanation of %s", (rule, { profile, findings, clean }) => {
  it.each(findings)("has an example with the marked findings: %s", (marked) => {
    const { text, spans } = expectation(marked);
    const detection = detectors.get(profile)!.detect(text);
    expect(detection.findings.map((finding) => [finding.rule, finding.span])).toEqual(
      spans.map((span) => [rule, span]),
    );
  });

  it.each(clean)("has an example without a finding: %s", (text) => {
    expect(
      detectors
        .get(profile)!
        .detect(text)
        .findings.map((finding) => finding.text),
    ).toEqual([]);
  });

  it("shows examples with and without findings, without marks", async () => {
    expect(findings.length).toBeGreaterThan(0);
    expect(clean.length).toBeGreaterThan(0);
    const { stdout, status } = await runHere(["explain", rule]);
    expect(stdout).toContain(expectation(findings[0]!).text.split("\n")[0]!);
    expect(stdout).toContain(clean[0]!.split("\n")[0]!);
    expect(stdout).not.toMatch(/[«»]/);
    expect(status).toBe(0);
  });
});

describe("explain", () => {
  it("lists the rules for an unknown id", async () => {
    const { stderr, status } = await runHere(["explain", "bash/pipe"]);
    expect(stderr).toMatch(
      /^curlew: there is no rule or file "bash\/pipe"; the rules are: bash\/fetch-pipe, /,
    );
    expect(status).toBe(2);
  });

  it("explains every rule of the registry, and no other", async () => {
    const { registry } = await loadAssets();
    expect([...explanations.keys()].sort()).toEqual(Object.keys(registry.rules).sort());
  });
});

describe("rules", () => {
  it.each(["contract", "extended"] as const)("lists the active rules in %s", async (profile) => {
    const { stdout } = await runHere(["rules", "--profile", profile, "--format", "json"], {
      toolkit: { createDetector: async () => detectors.get(profile)! },
    });
    const expected = [...explanations]
      .filter(([, explanation]) => profile === "extended" || explanation.profile === "contract")
      .map(([id]) => id);
    expect(JSON.parse(stdout).rules.map(({ id }: { id: string }) => id)).toEqual(expected.sort());
  });
});
