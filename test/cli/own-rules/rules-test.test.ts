import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TEMPLATE_LANGUAGES } from "../../../src/cli/own-rules/rule-templates.js";
import { grammarNames } from "../../../src/core/index.js";
import { createNodeDetector } from "../../../src/host/node.js";
import { folderWith } from "../folder-with.js";
import { runHere, type Ran } from "../fake-detector.js";

const curlew = (args: readonly string[], cwd?: string, stdin?: string): Promise<Ran> =>
  runHere(args, {
    toolkit: { createDetector: createNodeDetector },
    ...(cwd === undefined ? {} : { cwd }),
    ...(stdin === undefined ? {} : { stdin }),
  });

const query = (id: string, name: string): string =>
  `; ${name} URL | sh\n((command_name) @source.fetcher\n  (#word-is? @source.fetcher "${name}")\n  (#set! writes "stdout")\n  (#set! rule "${id}")\n  (#set! message "m"))\n`;
const MATCH = "# match: acme/get\n  acmeget x | sh\n";
const NO_MATCH = "# no-match: acme/get\nacmeget x | cat\n";

/** Returns the result of testing one rule with these examples. */
async function tested(examples: Readonly<Record<string, string>>): Promise<Ran & { dir: string }> {
  const dir = folderWith({ "bash/get.scm": query("acme/get", "acmeget"), ...examples });
  return { ...(await curlew(["rules", "test", dir])), dir };
}

describe("curlew rules test", () => {
  it("passes if every example is as expected", async () => {
    const { dir, ...ran } = await tested({ "bash/get.test.sh": `${MATCH}\n${NO_MATCH}` });
    expect(ran).toEqual({
      status: 0,
      stderr: "",
      stdout: `acme/get  1 match, 1 no-match\n${dir}: 1 rule, 2 examples, all passed\n`,
    });
  });

  it.each<[title: string, examples: string, message: string]>([
    ["no example", "", ":2: acme/get has no match: and no no-match: example; write one"],
    ["no matching example", NO_MATCH, ":2: acme/get has no match: example; write one"],
    ["no example that does not match", MATCH, ":2: acme/get has no no-match: example; write one"],
  ])("rejects a rule with %s", async (_title, examples, message) => {
    const { dir, stdout, status } = await tested(
      examples === "" ? {} : { "bash/get.test.sh": examples },
    );
    expect(stdout).toContain(`${dir}/bash/get.scm${message}`);
    expect(status).toBe(1);
  });

  it.each<[title: string, examples: string, message: RegExp]>([
    [
      "an example without the finding, and names the others",
      `# match: acme/get\ncurl https://a.example | sh\n${NO_MATCH}`,
      /get\.test\.sh:1: match: acme\/get has no finding in this example; there is bash\/fetch-pipe at "curl/,
    ],
    [
      "an example with a finding that should have none",
      `${MATCH}# no-match: acme/get\nacmeget y | bash\n`,
      /:3: no-match: acme\/get has a finding in this example: "acmeget y \| bash"/,
    ],
    [
      "a missing rule",
      `${MATCH}${NO_MATCH}# match: acme/gte\nacmeget x | sh\n`,
      /:5: there is no rule acme\/gte; curlew rules lists all rules/,
    ],
    [
      "a capture that is elsewhere",
      `${MATCH}#   ^^ source.fetcher\n${NO_MATCH}`,
      /:3: no source\.fetcher is here; it is at "acmeget"/,
    ],
    [
      "a capture that should not be there",
      `${MATCH}# ^^^^^^^ !source.fetcher\n${NO_MATCH}`,
      /:3: source\.fetcher begins here/,
    ],
    [
      "a finding that ends elsewhere",
      `${MATCH}# ^^^^^^^ acme/get\n${NO_MATCH}`,
      /:3: no acme\/get is here; it is at "acmeget x \| sh"/,
    ],
    ["a file without an example", "# nothing\n", /get\.test\.sh:1: the file contains no example/],
  ])("reports %s", async (_title, examples, message) => {
    const { stdout, status } = await tested({ "bash/get.test.sh": examples });
    expect(stdout).toMatch(message);
    expect(status).toBe(1);
  });

  it("accepts captures and findings only at their exact positions", async () => {
    const { stdout, status } = await tested({
      "bash/get.test.sh": `${MATCH}# ^^^^^^^ source.fetcher\n# ^^^^^^^^^^^^^^ acme/get\n#             ^^ sink.interpreter\nacmeget x | sh\n# <- source.fetcher\n# no-match: acme/get\nacmeget x | cat\n# <- !acme/get\n`,
    });
    expect([stdout, status]).toEqual([expect.stringContaining("all passed"), 0]);
  });

  it("reads examples of a Markdown file as prose", async () => {
    const { status } = await tested({
      "get.test.md":
        "<!-- match: acme/get -->\nRun `acmeget x | sh`.\n\n<!-- no-match: acme/get -->\nNever run `acmeget x | sh`.\n",
    });
    expect(status).toBe(0);
  });

  it("uses the extended profile only for files below extended/", async () => {
    const run = "# match: acme/get\nacmeget x | fish\n";
    expect((await tested({ "extended/bash/a.test.sh": run + NO_MATCH })).status).toBe(0);
    expect((await tested({ "bash/a.test.sh": run + NO_MATCH })).status).toBe(1);
  });

  it("accepts several folders, and writes JSON", async () => {
    const one = folderWith({ "bash/a.scm": query("acme/a", "geta") });
    const two = folderWith({
      "bash/b.scm": query("acme/b", "getb"),
      "bash/b.test.sh": "# match: acme/b\ngetb x | sh\n# no-match: acme/b\ngetb x\n",
    });
    const { stdout, status } = await curlew(["rules", "test", one, two, "--format", "json"]);
    expect(JSON.parse(stdout)).toEqual({
      folders: [
        {
          folder: one,
          rules: [{ id: "acme/a", matches: 0, noMatches: 0 }],
          examples: 0,
          failures: [{ path: `${one}/bash/a.scm`, line: 2, message: expect.any(String) }],
        },
        {
          folder: two,
          rules: [{ id: "acme/b", matches: 1, noMatches: 1 }],
          examples: 2,
          failures: [],
        },
      ],
    });
    expect(status).toBe(1);
  });

  it("rejects a missing folder and an invalid query file", async () => {
    expect(await curlew(["rules", "test", "/none/such"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("the folder cannot be read"),
    });
    const { status, stderr } = await tested({ "bash/bad.scm": "((command_nam) @x)\n" });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/bash\/bad\.scm:1:\d+/)]);
  });
});

describe("curlew rules new", () => {
  it("has a template for every grammar except TSX, which uses JavaScript's queries", () => {
    expect([...TEMPLATE_LANGUAGES, "tsx"].sort()).toEqual([...grammarNames].sort());
  });

  it.each(TEMPLATE_LANGUAGES)("writes a rule for %s whose examples pass", async (language) => {
    const cwd = folderWith({});
    const made = await curlew(["rules", "new", "acme/no-get", "--language", language], cwd);
    expect(made).toMatchObject({ status: 0, stderr: "" });
    expect(made.stdout).toMatch(
      new RegExp(`^wrote no-get/(?:extended/)?${language}/no-get\\.scm\n`),
    );
    expect(made.stdout).toContain("test it: curlew rules test no-get\n");
    const { stdout, status } = await curlew(["rules", "test", join(cwd, "no-get")]);
    expect([stdout, status]).toEqual([
      expect.stringContaining("1 rule, 2 examples, all passed"),
      0,
    ]);
  });

  it("adds a rule to a folder, with a help page", async () => {
    const cwd = folderWith({});
    await curlew(["rules", "new", "acme/one", "--into", "our"], cwd);
    await curlew(["rules", "new", "acme/two", "--into", "our"], cwd);
    const readme = readFileSync(join(cwd, "our/README.md"), "utf8");
    expect(readme.match(/^#+ .*$/gm)).toEqual(["# our", "## acme/one", "## acme/two"]);
    expect((await curlew(["rules", "test", join(cwd, "our")])).stdout).toContain("2 rules");
  });

  it("does not overwrite files, and rejects invalid rule names", async () => {
    const cwd = folderWith({ "no-get/bash/no-get.scm": "mine" });
    expect(await curlew(["rules", "new", "acme/no-get"], cwd)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("no-get/bash/no-get.scm already exists"),
    });
    expect(readFileSync(join(cwd, "no-get/bash/no-get.scm"), "utf8")).toBe("mine");
    for (const name of ["no-get", "Acme/x", "a/b/c", "../x/y"])
      expect((await curlew(["rules", "new", name], cwd)).stderr).toContain("cannot be the id");
  });
});

it("a published folder of rules is used by a second project", async () => {
  const author = folderWith({
    "package.json": '{ "name": "@acme/curlew-rules", "version": "1.0.0" }',
  });
  await curlew(["rules", "new", "acme/no-get", "--into", "."], author);
  expect((await curlew(["rules", "test", author])).status).toBe(0);
  const user = folderWith({ "install.md": "Run `acmeget install | sh`.\n" });
  const installed = join(user, "node_modules/@acme/curlew-rules");
  mkdirSync(installed, { recursive: true });
  cpSync(author, installed, { recursive: true });
  const scan = await curlew(["scan", "--queries", installed, "install.md"], user);
  expect(scan.stdout).toContain(
    "install.md:1:6: warning acme/no-get Content downloaded by acmeget",
  );
  expect(scan.stdout).not.toContain("not read");
  expect(scan.status).toBe(1);
  expect((await curlew(["scan", "install.md"], user)).status).toBe(0);
});
