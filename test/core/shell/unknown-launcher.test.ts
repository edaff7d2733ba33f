import { describe, expect, it } from "vitest";
import { sharedDetector } from "../../support/marked.js";

const U = "https://x.example/i";

describe.each(["contract", "extended"] as const)(
  "an unknown launcher in the %s profile",
  (profile) => {
    it.each([
      [`curl -s ${U} | unknown bash`, ["undecided"]],
      [`curl -s ${U} | sudo unknown --flag -- /bin/sh`, ["undecided"]],
      [`curl -s ${U} | $X`, ["undecided"]],
      [`curl -s ${U} | unknown`, []],
      [`curl -s ${U} | grep bash`, []],
      [`curl -s ${U} | tee bash`, []],
      [`curl -s ${U} | assert_output bash`, []],
      [`echo hi | unknown bash`, []],
    ])("%s has no label, and has the notes %j", async (line, notes) => {
      const detector = await sharedDetector(profile === "contract" ? undefined : profile);
      const answer = detector.detect(`\`\`\`sh\n${line}\n\`\`\`\n`);
      expect(answer.labels).toEqual([]);
      expect(answer.notes.map(({ kind }) => kind)).toEqual(notes);
    });
  },
);
