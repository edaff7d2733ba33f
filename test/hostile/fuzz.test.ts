import { expect, it } from "vitest";
import { sharedDetector } from "../support/marked.js";
import { assertInvariants } from "./invariants.js";
import { mutated, seeds } from "./mutations.js";

it("the results for 600 mutated contract cases satisfy all invariants", {
  timeout: 120_000,
}, async () => {
  const detector = await sharedDetector();
  let left = 600;
  for (const text of mutated(seeds(), 11)) {
    if (left-- === 0) break;
    expect(() => {
      assertInvariants(detector, text);
    }, JSON.stringify(text)).not.toThrow();
  }
});
