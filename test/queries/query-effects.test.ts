import { describe, expect, it } from "vitest";
import {
  createDetector,
  type Detection,
  type Detector,
  type DetectorOptions,
} from "../../src/core/index.js";
import { loadAssets } from "../../src/host/node.js";

const assets = await loadAssets();

type Options = Omit<DetectorOptions, "assets" | "queries">;

/** Calls a function with a detector that has one custom query file for bash, or none if the text is empty. */
async function using<T>(
  file: string,
  use: (detector: Detector) => T,
  options: Options = {},
): Promise<T> {
  const detector = await createDetector({
    ...options,
    assets,
    queries: file === "" ? [] : [{ path: "mine/bash/own.scm", text: file }],
  });
  try {
    return use(detector);
  } finally {
    detector.dispose();
  }
}

const overruled = ({ ownQueries }: Detector): readonly string[] => ownQueries.overruled;

/** Returns the rule and text of each finding. */
const marks = ({ findings }: Detection): string[] =>
  findings.map(({ rule, text }) => `${rule} ${text}`);

/** Returns the findings of each text. */
function found(file: string, texts: readonly string[], options?: Options): Promise<string[][]> {
  return using(file, (detector) => texts.map((text) => marks(detector.detect(text))), options);
}

/** Returns the trace of the first finding, one line for each step. */
function trace(file: string, text: string, options?: Options): Promise<string[]> {
  return using(
    file,
    (detector) =>
      detector
        .detect(text)
        .findings[0]?.trace.map(({ step, message, patterns }) =>
          `${step}: ${message} ${patterns?.join(" ") ?? ""}`.trim(),
        ) ?? [],
    options,
  );
}

/** Returns a pattern of three lines that gives commands a role. `@` in `words` stands for the capture. */
const as = (capture: string, words: string, settings: string): string =>
  `((command_name) @${capture}\n  ${words.replace("@", `@${capture}`)}\n  ${settings})`;

describe("a pattern with a structure applies", () => {
  const gh =
    '(command\n  name: (command_name) @source.fetcher\n  . argument: (word) @_sub\n  (#word-is? @source.fetcher "gh")\n  (#eq? @_sub "api")\n  (#set! writes "stdout"))';

  it("only to a command with the required argument", async () => {
    expect(
      await found(gh, ["gh api /x | sh", "gh pr list | sh", "gh | sh", "echo gh api /x | sh"]),
    ).toEqual([["bash/fetch-pipe gh api /x | sh"], [], [], []]);
  });

  it("also after wrappers, with variables and in code strings", async () => {
    expect(
      await found(gh, [
        "sudo gh api /x | sh",
        "sudo gh pr list | sh",
        "G=gh; $G api /x | sh",
        "G=gh; $G pr list | sh",
        "bash -c 'gh api /x | sh'",
        "bash -c 'gh pr list | sh'",
      ]),
    ).toEqual([
      ["bash/fetch-pipe gh api /x | sh"],
      [],
      ["bash/fetch-pipe $G api /x | sh"],
      [],
      ["bash/fetch-pipe gh api /x | sh"],
      [],
    ]);
  });

  it("only to the pipe that contains both roles", async () => {
    const deploy = `(pipeline
      (command name: (command_name) @source.fetcher)
      (command name: (command_name) @sink.interpreter)
      (#word-is? @source.fetcher "curl")
      (#word-is? @sink.interpreter "deploy")
      (#set! @source.fetcher options "curl")
      (#set! reads "shell"))`;
    expect(
      await found(deploy, [
        "curl https://a.example | deploy",
        'deploy "$(curl https://a.example)"',
        "deploy -c 'curl https://a.example | sh'",
        "curl https://a.example | tee x",
      ]),
    ).toEqual([["bash/fetch-pipe curl https://a.example | deploy"], [], [], []]);
  });

  it("each setting to the capture that the setting names", async () => {
    const both = `(pipeline
      (command name: (command_name) @source.fetcher)
      (command name: (command_name) @sink.interpreter)
      (#word-is? @source.fetcher "acmeget")
      (#word-is? @sink.interpreter "acmesh")
      (#set! writes "stdout")
      (#set! @sink.interpreter values "-x")
      (#set! reads "shell"))`;
    // -x has a value only for acmesh; for acmeget, the word after -x is the URL
    expect(
      await found(both, [
        "acmeget -x https://a.example | acmesh -x -",
        "acmeget https://a.example | acmesh -x FILE",
        "acmeget https://a.example | acmesh install.sh",
      ]),
    ).toEqual([
      ["bash/fetch-pipe acmeget -x https://a.example | acmesh"],
      ["bash/fetch-pipe acmeget https://a.example | acmesh"],
      [],
    ]);
  });
});

describe("a regular expression in a pattern applies", () => {
  const curls =
    '((command_name) @source.fetcher\n  (#match? @source.fetcher "^curl-[0-9.]+$")\n  (#set! options "curl"))';

  it("to the name of a fetcher, and opens the gate only for names that match", async () => {
    expect(
      await found(curls, [
        "curl-8.5 -s https://a.example | sh",
        "curl-x -s https://a.example | sh",
        "curl-8.5 -so f https://a.example | sh",
      ]),
    ).toEqual([["bash/fetch-pipe curl-8.5 -s https://a.example | sh"], [], []]);
  });

  it("to the name of an interpreter", async () => {
    const shells =
      '((command_name) @sink.interpreter\n  (#match? @sink.interpreter "^acme[a-z]*sh$")\n  (#set! reads "shell")\n  (#set! options "bash"))';
    expect(
      await found(shells, ["curl https://a.example | acmezsh", "curl https://a.example | acmefmt"]),
    ).toEqual([["bash/fetch-pipe curl https://a.example | acmezsh"], []]);
  });
});

describe("the settings of a pattern define how a command is read:", () => {
  it("a wrapper executes the words after it", async () => {
    const firejail =
      '((command_name) @flow.wrapper\n  (#word-is? @flow.wrapper "firejail")\n  (#set! operands "0")\n  (#set! values "--profile"))';
    const texts = [
      "curl https://a.example | firejail sh",
      "curl https://a.example | firejail --net=none --profile p sh",
      "curl https://a.example | firejail --profile sh",
    ];
    expect(await found(firejail, texts)).toEqual([
      ["bash/fetch-pipe curl https://a.example | firejail sh"],
      ["bash/fetch-pipe curl https://a.example | firejail --net=none --profile p sh"],
      [],
    ]);
    expect(await found("", texts)).toEqual([[], [], []]);
    expect(await trace(firejail, texts[0] ?? "")).toContain(
      "wrapper: firejail runs the words after it mine/bash/own.scm:1",
    );
  });

  it("a launcher executes only the words after its subcommand", async () => {
    const toolbox =
      '((command_name) @flow.launcher\n  (#word-is? @flow.launcher "toolbox")\n  (#set! subcommands "run enter")\n  (#set! operands "0")\n  (#set! values "-c --container"))';
    const texts = [
      "curl https://a.example | toolbox run -c box bash",
      "curl https://a.example | toolbox list bash",
    ];
    expect(await found(toolbox, texts)).toEqual([
      ["bash/fetch-pipe curl https://a.example | toolbox run -c box bash"],
      [],
    ]);
    expect(await found("", texts)).toEqual([[], []]);
  });

  it("a fetcher has its own options", async () => {
    const aria2c =
      '((command_name) @source.fetcher\n  (#word-is? @source.fetcher "aria2c")\n  (#set! writes "file")\n  (#set! output "-o --out")\n  (#set! values "-d --dir -x")\n  (#set! idle "-h --help"))';
    const texts = [
      "aria2c -o f https://a.example | sh",
      "aria2c https://a.example | sh",
      "aria2c -o - https://a.example | sh",
      "aria2c -x 4 --out=- https://a.example | sh",
      "aria2c -h https://a.example -o - | sh",
    ];
    expect(await found(aria2c, texts)).toEqual([
      [],
      [],
      ["bash/fetch-pipe aria2c -o - https://a.example | sh"],
      ["bash/fetch-pipe aria2c -x 4 --out=- https://a.example | sh"],
      [],
    ]);
  });

  it("a fetcher has its own name for standard output", async () => {
    const acme =
      '((command_name) @source.fetcher\n  (#word-is? @source.fetcher "acmeget")\n  (#set! writes "file")\n  (#set! output "--to")\n  (#set! stdout "out"))';
    expect(
      await found(acme, [
        "acmeget --to out https://a.example | sh",
        "acmeget --to - https://a.example | sh",
      ]),
    ).toEqual([["bash/fetch-pipe acmeget --to out https://a.example | sh"], []]);
  });

  it("an interpreter executes the values of its code options, and nothing with an idle option", async () => {
    const acme =
      '((command_name) @sink.interpreter\n  (#word-is? @sink.interpreter "acmesh")\n  (#set! reads "shell")\n  (#set! code "--run")\n  (#set! values "-x")\n  (#set! idle "--check"))';
    expect(
      await found(acme, [
        'acmesh --run "$(curl https://a.example)"',
        "curl https://a.example | acmesh -x 1",
        "curl https://a.example | acmesh --check",
        "curl https://a.example | acmesh install.sh",
      ]),
    ).toEqual([
      ['bash/fetch-substitution acmesh --run "$(curl https://a.example)"'],
      ["bash/fetch-pipe curl https://a.example | acmesh"],
      [],
      [],
    ]);
  });

  it("a built-in fetcher has the settings of the package", async () => {
    const texts = [
      "lynx -source https://a.example | sh",
      "lynx https://a.example | sh",
      "http https://a.example | sh",
      "http -o f https://a.example | sh",
      "fetch -o - https://a.example | sh",
      "fetch https://a.example | sh",
    ];
    expect(await found("", texts, { profile: "extended" })).toEqual([
      [`bash/fetch-pipe ${texts[0] ?? ""}`],
      [],
      [`bash/fetch-pipe ${texts[2] ?? ""}`],
      [],
      [`bash/fetch-pipe ${texts[4] ?? ""}`],
      [],
    ]);
    const steps = await trace("", "http https://a.example | sh", { profile: "extended" });
    expect(steps[0]).toMatch(
      /^fetch: http fetches remote content extended\/bash\/fetchers\.scm:\d+$/,
    );
    expect(steps[1]).toBe("output: http writes to standard output by default");
  });
});

describe("a custom pattern for a built-in name", () => {
  it.each([
    [
      "a fetcher a wrapper",
      as("flow.wrapper", '(#word-is? @ "curl")', '(#set! operands "0")'),
      /"curl" is @source\.fetcher in contract\/bash\/fetchers\.scm:\d+, and cannot also be @flow\.wrapper/,
    ],
    [
      "an interpreter a fetcher",
      as("source.fetcher", '(#word-is? @ "acmeget" "sh")', '(#set! writes "stdout")'),
      /"sh" is @sink\.interpreter in /,
    ],
    [
      "interpreters fetchers",
      as("source.fetcher", '(#match? @ "^bas[a-z]+$")', '(#set! writes "stdout")'),
      /"bash" is @sink\.interpreter in /,
    ],
    [
      "a wrapper an interpreter",
      as("sink.interpreter", '(#word-is? @ "sudo")', '(#set! reads "shell")'),
      /"sudo" is @flow\.wrapper in /,
    ],
  ])("is rejected if it would remove findings by making %s", async (_what, file, message) => {
    await expect(using(file, () => 0)).rejects.toThrow(message);
  });

  it("may add a role, and is reported if it cannot change how the name is read", async () => {
    expect(
      await found(as("sink.interpreter", '(#word-is? @ "perl")', '(#set! reads "shell")'), [
        "curl https://a.example | perl",
      ]),
    ).toEqual([["bash/fetch-pipe curl https://a.example | perl"]]);
    const curl = as("source.fetcher", '(#word-is? @ "curl")', '(#set! writes "file")');
    expect(await found(curl, ["curl https://a.example | sh"])).toEqual([
      ["bash/fetch-pipe curl https://a.example | sh"],
    ]);
    expect(await using(curl, overruled)).toEqual([
      expect.stringMatching(
        /^mine\/bash\/own\.scm:1: "curl" is read as contract\/bash\/fetchers\.scm:\d+ defines it$/,
      ),
    ]);
  });
});

describe("two custom patterns for one name", () => {
  const get = (word: string, settings: string): string =>
    as("source.fetcher", `(#word-is? @ ${word})`, settings);

  it("have the settings of the first pattern, and the second one is reported", async () => {
    const two = `${get('"acmeget"', '(#set! writes "stdout")')}\n${get('"acmeget" "other"', '(#set! writes "file")')}`;
    expect(
      await found(two, ["acmeget https://a.example | sh", "other https://a.example | sh"]),
    ).toEqual([["bash/fetch-pipe acmeget https://a.example | sh"], []]);
    expect(await using(two, overruled)).toEqual([
      'mine/bash/own.scm:4: "acmeget" is read as mine/bash/own.scm:1 defines it',
    ]);
  });

  it("have the settings of the pattern without a structure, whichever is first", async () => {
    const more =
      '(command name: (command_name) @source.fetcher . argument: (word) @_to (#word-is? @source.fetcher "acmeget") (#eq? @_to "to") (#set! writes "file"))';
    const two = `${more}\n${get('"acmeget"', '(#set! writes "stdout")')}`;
    expect(await using(two, overruled)).toEqual([
      'mine/bash/own.scm:1: "acmeget" is read as mine/bash/own.scm:2 defines it',
    ]);
  });

  it("both apply, each with its own rule, if they have different subcommands", async () => {
    const two = `${get('"acme"', '(#set! subcommand "get") (#set! writes "stdout") (#set! rule "acme/no-get")')}\n${get('"acme"', '(#set! subcommand "show") (#set! writes "stdout")')}`;
    expect(
      await found(two, [
        "acme get https://a.example | sh",
        "acme show https://a.example | sh",
        "acme list https://a.example | sh",
      ]),
    ).toEqual([
      ["acme/no-get acme get https://a.example | sh"],
      ["bash/fetch-pipe acme show https://a.example | sh"],
      [],
    ]);
    expect(await using(two, overruled)).toEqual([]);
  });

  it("are rejected if a command may match both", async () => {
    const two = `${get('"acmeget"', '(#set! writes "stdout")')}\n${as("flow.wrapper", '(#word-is? @ "acmeget")', '(#set! operands "0")')}`;
    await expect(using(two, () => 0)).rejects.toThrow(
      /"acmeget" is @source\.fetcher in mine\/bash\/own\.scm:1, and cannot also be @flow\.wrapper; leave this name out of one of the two/,
    );
  });
});

describe("a custom rule", () => {
  const pipe =
    '; curl URL | sh\n((pipeline) @flow.pipe\n  (#set! rule "acme/no-pipe")\n  (#set! message "Pipes into interpreters are against our rules.")\n  (#set! severity "warning")\n  (#set! help "Use the package of the distribution."))';

  it("is reported, and described by the detector", async () => {
    expect(
      await found(pipe, ["curl https://a.example | sh", 'sh -c "$(curl https://a.example)"']),
    ).toEqual([
      ["acme/no-pipe curl https://a.example | sh"],
      ['bash/fetch-substitution sh -c "$(curl https://a.example)"'],
    ]);
    await using(pipe, ({ rules }) => {
      expect(rules.find(({ id }) => id === "acme/no-pipe")).toEqual({
        id: "acme/no-pipe",
        message: "Pipes into interpreters are against our rules.",
        severity: "warning",
        help: "Use the package of the distribution.",
        pattern: "mine/bash/own.scm:2",
        example: "curl URL | sh",
      });
      expect(rules.map(({ id }) => id)).toContain("bash/fetch-pipe");
      expect(rules.map(({ id }) => id)).not.toContain("bash/decode-pipe");
    });
  });

  it("of a source or executor takes precedence over the rule of the shape between them", async () => {
    const sh =
      '((command_name) @sink.interpreter\n  (#word-is? @sink.interpreter "sh")\n  (#set! reads "shell")\n  (#set! options "bash")\n  (#set! rule "acme/no-sh"))';
    const curl =
      '((command_name) @source.fetcher\n  (#word-is? @source.fetcher "curl")\n  (#set! options "curl")\n  (#set! rule "acme/no-curl"))';
    expect(
      await found(sh, ["curl https://a.example | sh", "curl https://a.example | bash"]),
    ).toEqual([
      ["acme/no-sh curl https://a.example | sh"],
      ["bash/fetch-pipe curl https://a.example | bash"],
    ]);
    expect(
      await found(`${sh}\n${curl}`, [
        "curl https://a.example | sh",
        "curl https://a.example | bash",
      ]),
    ).toEqual([
      ["acme/no-sh curl https://a.example | sh"],
      ["acme/no-curl curl https://a.example | bash"],
    ]);
  });

  it("of a call in another language is reported for that call", async () => {
    const exec =
      '(call function: (identifier) @sink.execute arguments: (argument_list (keyword_argument))\n  (#eq? @sink.execute "exec")\n  (#set! rule "acme/no-exec"))';
    const detector = await createDetector({
      assets,
      queries: [{ path: "mine/python/own.scm", text: exec }],
    });
    expect(
      marks(
        detector.detect(
          "```python\nexec(base64.b64decode(x), globals=g)\nexec(base64.b64decode(y))\n```",
        ),
      ),
    ).toEqual(["acme/no-exec exec(base64", "python/decode-execute exec(base64"]);
    detector.dispose();
  });

  it("of a structure is reported only for that structure", async () => {
    const direct = `(pipeline
      (command name: (command_name) @source.fetcher)
      . (command name: (command_name) @sink.interpreter)
      (#word-is? @source.fetcher "curl")
      (#word-is? @sink.interpreter "sh")
      (#set! @source.fetcher options "curl")
      (#set! @sink.interpreter options "bash")
      (#set! reads "shell")
      (#set! @sink.interpreter rule "acme/direct"))`;
    expect(
      await found(direct, ["curl https://a.example | sh", "curl https://a.example | tee f | sh"]),
    ).toEqual([
      ["acme/direct curl https://a.example | sh"],
      ["bash/fetch-pipe curl https://a.example | tee f | sh"],
    ]);
  });

  it("keeps the trace, with the pattern of every role", async () => {
    const steps = await trace(pipe, "curl https://a.example | sh");
    expect(steps.find((step) => step.startsWith("fetch"))).toMatch(
      /contract\/bash\/fetchers\.scm:\d+$/,
    );
    expect(steps.find((step) => step.startsWith("execute"))).toMatch(
      /contract\/bash\/\w+\.scm:\d+ contract\/bash\/interpreters\.scm:\d+$/,
    );
  });
});

describe("a disabled rule", () => {
  const sh =
    '((command_name) @sink.interpreter\n  (#word-is? @sink.interpreter "sh")\n  (#set! reads "shell")\n  (#set! options "bash")\n  (#set! rule "acme/no-sh"))';
  const acme =
    '((command_name) @source.fetcher\n  (#word-is? @source.fetcher "acmeget")\n  (#set! writes "stdout")\n  (#set! rule "acme/get"))';

  it("is not reported, and sets no label, if it is built-in", async () => {
    await using(
      "",
      (detector) => {
        const { labels, spans, findings, notes } = detector.detect(
          "curl https://a.example | sh\n\nNever run `curl https://a.example | sh`.",
        );
        expect({ labels, spans, findings, notes }).toEqual({
          labels: [],
          spans: [],
          findings: [],
          notes: [],
        });
        expect(marks(detector.detect('sh -c "$(curl https://a.example)"'))).toEqual([
          'bash/fetch-substitution sh -c "$(curl https://a.example)"',
        ]);
        expect(detector.disabledRules).toEqual(["bash/fetch-pipe"]);
        expect(detector.rules.map(({ id }) => id)).not.toContain("bash/fetch-pipe");
      },
      { disabledRules: ["bash/fetch-pipe"] },
    );
  });

  it("does not remove a match of another rule inside its match", async () => {
    const text = 'bash -c "$(curl https://a.example; curl https://b.example | sh)"';
    expect(await found("", [text])).toEqual([[`bash/fetch-substitution ${text}`]]);
    expect(await found("", [text], { disabledRules: ["bash/fetch-substitution"] })).toEqual([
      ["bash/fetch-pipe curl https://b.example | sh"],
    ]);
  });

  it("removes the roles of its own pattern, but not built-in ones, if it is custom", async () => {
    const texts = ["curl https://a.example | sh", "acmeget https://a.example | sh"];
    expect(await found(`${sh}\n${acme}`, texts)).toEqual([
      [`acme/no-sh ${texts[0] ?? ""}`],
      [`acme/no-sh ${texts[1] ?? ""}`],
    ]);
    expect(await found(`${sh}\n${acme}`, texts, { disabledRules: ["acme/no-sh"] })).toEqual([
      [`bash/fetch-pipe ${texts[0] ?? ""}`],
      [`acme/get ${texts[1] ?? ""}`],
    ]);
    expect(await found(`${sh}\n${acme}`, texts, { disabledRules: ["acme/get"] })).toEqual([
      [`acme/no-sh ${texts[0] ?? ""}`],
      [],
    ]);
  });

  it("does not prevent matches of custom rules with its shape, if it is built-in", async () => {
    expect(
      await found(sh, ["curl https://a.example | sh", "curl https://a.example | bash"], {
        disabledRules: ["bash/fetch-pipe"],
      }),
    ).toEqual([["acme/no-sh curl https://a.example | sh"], []]);
  });

  it("changes the revision, and must exist", async () => {
    const [all, some] = [
      await using("", ({ revision }) => revision),
      await using("", ({ revision }) => revision, { disabledRules: ["bash/fetch-pipe"] }),
    ];
    expect(some.queries).not.toBe(all.queries);
    await expect(using("", () => 0, { disabledRules: ["bash/fetch-pip"] })).rejects.toThrow(
      'there is no rule "bash/fetch-pip" to switch off; did you mean bash/fetch-pipe?',
    );
    await expect(using(sh, () => 0, { disabledRules: ["acme/no-s"] })).rejects.toThrow(
      /did you mean acme\/no-sh\?/,
    );
    // a rule that exists only in the other profile is ignored without an error
    expect(
      await using("", ({ disabledRules }) => disabledRules, {
        disabledRules: ["bash/decode-pipe"],
      }),
    ).toEqual([]);
  });
});
