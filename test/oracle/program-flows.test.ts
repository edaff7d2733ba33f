import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedDetector } from "../support/marked.js";
import { run } from "./run-tool.js";

/** How the programs of a language are made of the lines and the expression of a case. */
interface Language {
  readonly program: string;
  readonly begin: string;
  /** A call that fetches content, and its replacement that returns `MARK` when the program runs. */
  readonly fetch: string;
  readonly stub: string;
  /** Returns a statement that prints a number and whether a value contains `MARK`. */
  readonly print: (at: number, value: string) => string;
  readonly before: string;
  readonly after?: string;
  readonly execute: (value: string) => string;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  python: {
    program: "python3",
    before: "import os\nimport requests\n",
    begin: 'import os\nFETCHED = "MARK"\n',
    fetch: 'requests.get("https://x.example/i").text',
    stub: "FETCHED",
    print: (at, value) => `print(${String(at)}, "MARK" in str(${value}))`,
    execute: (value) => `os.system(${value})`,
  },
  javascript: {
    program: "node",
    before: 'const fetched = await (await fetch("https://x.example/i")).text();\n',
    begin:
      'const { createRequire } = await import("node:module");\nconst require = createRequire("file:///x.js");\nconst FETCHED = "MARK";\n',
    fetch: "fetched",
    stub: "FETCHED",
    print: (at, value) => `console.log(${String(at)}, String(${value}).includes("MARK"));`,
    execute: (value) => `eval(${value});`,
  },
  ruby: {
    program: "ruby",
    before: 'require "net/http"\nrequire "json"\nrequire "base64"\n',
    begin: 'require "json"\nrequire "base64"\ndef FETCHED = "MARK".dup\n',
    fetch: 'Net::HTTP.get(URI("https://x.example/i"))',
    stub: "FETCHED()",
    print: (at, value) => `puts "${String(at)} #{(${value}).to_s.include?("MARK")}"`,
    execute: (value) => `eval(${value})`,
  },
  php: {
    program: "php",
    before: "<?php\n",
    begin: '<?php\nerror_reporting(0);\nfunction FETCHED() { return "MARK"; }\n',
    fetch: 'file_get_contents("https://x.example/i")',
    stub: "FETCHED()",
    print: (at, value) =>
      `echo ${String(at)}, " ", json_encode(str_contains(json_encode(${value}), "MARK")), "\\n";`,
    execute: (value) => `eval(${value});`,
  },
  lua: {
    program: "lua",
    before: 'local http = require("socket.http")\n',
    begin: 'function FETCHED() return "MARK" end\n',
    fetch: 'http.request("https://x.example/i")',
    stub: "FETCHED()",
    print: (at, value) =>
      `do local value = ${value}; print(${String(at)}, tostring(value):upper():find("MARK") ~= nil) end`,
    execute: (value) => `load(${value})()`,
  },
  perl: {
    program: "perl",
    before: "use LWP::Simple;\n",
    begin: 'sub fetched { return "MARK"; }\n',
    fetch: 'get("https://x.example/i")',
    stub: "fetched()",
    print: (at, value) =>
      `print "${String(at)} ", (scalar(${value}) =~ /MARK/ ? "true" : "false"), "\\n";`,
    execute: (value) => `eval(${value});`,
  },
};

/** A program that passes a value to an expression, or does not; `unlike` if the detector is known to answer otherwise. */
interface Flow {
  readonly lines: string;
  readonly value: string;
  readonly unlike: boolean;
}

/** Reads cases that lines of `---` separate. The last line is the expression; a first line `# unlike` marks a known difference. */
function flowsOf(name: string): Flow[] {
  const text = readFileSync(new URL(`flows/${name}.txt`, import.meta.url), "utf8").trimEnd();
  return text.split("\n---\n").map((each, at) => {
    const unlike = /^(?:#|\/\/) unlike\n/.exec(each)?.[0] ?? "";
    const lines = each
      .slice(unlike.length)
      .replaceAll("NAME", `v${String(at)}`)
      .split("\n");
    const value = lines.pop() ?? "";
    return { lines: lines.join("\n"), value, unlike: unlike !== "" };
  });
}

/** Runs the programs of all cases as one, and returns for each whether the fetched content is in the value of its expression. */
function reached(flows: readonly Flow[], language: Language): Map<number, boolean> | null {
  const parts = flows.map(({ lines, value }, at) =>
    `${lines}\n${language.print(at, value)}\n`.replaceAll("FETCHED", language.stub),
  );
  const folder = mkdtempSync(join(tmpdir(), "curlew-flows-"));
  try {
    const file = join(folder, language.program === "node" ? "all.mjs" : "all");
    writeFileSync(file, language.begin + parts.join(""));
    const ran = run(language.program, [file], "", 60_000, folder);
    if (ran === null) return null;
    const answers = [...ran.output.matchAll(/^(\d+)\s(true|false)$/gim)];
    expect(answers.length, ran.output.slice(-2000)).toBe(flows.length);
    return new Map(answers.map(([, at, answer]) => [Number(at), answer?.toLowerCase() === "true"]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.each(Object.entries(LANGUAGES))("in programs of %s,", (name, language) => {
  it("the detector finds fetched content in a value exactly if the running program has it there", async () => {
    const flows = flowsOf(name);
    const real = reached(flows, language);
    if (real === null) return;
    const detector = await sharedDetector("extended");
    const wrong = flows.flatMap(({ lines, value, unlike }, at) => {
      const text = `${language.before}${lines}\n${language.execute(value)}\n`;
      const { findings } = detector.detect(text.replaceAll("FETCHED", language.fetch), {
        format: name,
      });
      const isAlike = findings.length > 0 === real.get(at);
      return isAlike === unlike ? [`${isAlike ? "alike" : "unlike"}: ${lines}\n${value}`] : [];
    });
    expect(wrong).toEqual([]);
  });
});
