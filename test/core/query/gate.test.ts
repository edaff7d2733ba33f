import { describe, expect, it } from "vitest";
import { createGate } from "../../../src/core/query/gate.js";

const gate = createGate(["curl", "b64decode"]);

describe("the gate opens for", () => {
  it.each([
    "curl",
    "/usr/bin/curl -s",
    'c""url',
    "c'u'rl",
    "\\curl",
    "cu\\rl",
    "$'\\x63url'",
    "&#99;url",
    "\\u0063url",
    "cu\\\nrl",
    "cu\\\r\nrl",
    "cu\\\n> rl",
    '"cu" + "rl"',
    '"cu" "rl"',
    '"cu"+"rl"',
    '"cu" +\n  "rl"',
    "base64.b64decode(x)",
  ])("%j", (text) => {
    expect(gate(`first line\n  ${text} a`)).toBe(true);
  });
});

describe("the gate stays closed for", () => {
  it.each(["", "wget", "CURL", "an ordinary sentence", "cu rn", 'say "hello"\nand go', "C:\\Windows"])("%j", (text) => {
    expect(gate(text)).toBe(false);
  });
});

it("an unknown set of words keeps the gate open, an empty one closed", () => {
  expect(createGate(null)("")).toBe(true);
  expect(createGate([])("curl")).toBe(false);
});

it("words are taken literally", () => {
  expect(createGate(["a.c"])("abc")).toBe(false);
  expect(createGate(["$$("])("x $$( y")).toBe(true);
});
