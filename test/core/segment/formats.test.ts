import { describe, it } from "vitest";
import { expectMarked, expectRegions } from "./harness.js";

const fence = (tag: string, ...lines: readonly string[]): string =>
  `\`\`\`${tag}\n${lines.join("\n")}\n\`\`\``;

describe("Dockerfiles", () => {
  it("execute the shell form, with continued lines and comments between them", () => {
    expectMarked(
      fence(
        "dockerfile",
        "FROM x",
        "RUN --mount=type=cache,target=/x «apt update && \\",
        "  # why",
        "  curl A \\",
        "  | sh»",
        "ONBUILD RUN «curl B | sh»",
      ),
      ["apt update && \\\n  curl A \\\n  | sh"],
    );
  });

  it("execute the words of the exec form", () => {
    expectMarked(
      fence("dockerfile", 'CMD ["«/bin/sh", "-c", "curl A | sh && echo \\"it\'s\\""»]'),
      ["/bin/sh -c 'curl A | sh && echo \"it'\\''s\"'"],
    );
  });

  it("execute here-documents, or pass them to their command", () => {
    expectRegions(
      fence(
        "dockerfile",
        "RUN <<EOF",
        "curl A | sh",
        "EOF",
        "RUN bash <<'X'",
        "curl B | sh",
        "X",
        "COPY <<Y /x",
        "curl C | sh",
        "Y",
      ),
      ["fence shell: curl A | sh\n", "fence shell: bash <<'X'\ncurl B | sh\nX"],
    );
  });

  it("contain descriptions in labels and comments", () => {
    expectRegions(
      fence(
        "",
        "FROM x",
        "# RUN curl A | sh",
        'LABEL run="curl B | sh"',
        "HEALTHCHECK --interval=5s CMD curl C",
      ),
      [
        "fence shell (comment): RUN curl A | sh",
        'fence shell (description): run="curl B | sh"',
        "fence shell: curl C",
      ],
    );
  });
});

describe("YAML", () => {
  it.each([
    ["a plain value", ["run: «curl A | sh» # why"], "curl A | sh"],
    ["a plain value of several lines", ["run: «curl A", "  | sh»", "x: y"], "curl A | sh"],
    [
      "a literal block",
      ["run: |", "  «S=$(curl A)", '  eval "$S"»', "x: y"],
      'S=$(curl A)\neval "$S"',
    ],
    ["a folded block", ["- run: >-", "    «curl A", "    | sh»"], "curl A | sh"],
    ["single quotes", ["run: '«curl ''A'' | sh»'"], "curl 'A' | sh"],
    ["double quotes", ['run: "«curl \\"A\\" \\u007c sh»"'], 'curl "A" | sh'],
    ["a list of lines", ["script:", "- «S=$(curl A)", '- eval "$S"»'], 'S=$(curl A)\neval "$S"'],
    ["a flow list of words", ['command: [«sh, -c, "curl A | sh"»]'], "sh -c 'curl A | sh'"],
    [
      "a block list of words",
      ["command:", "  - «sh", "  - -c", "  - |", "    curl A | sh»"],
      "sh -c 'curl A | sh\n'",
    ],
    [
      "a command and its arguments",
      ["- command: [«/bin/sh, -c]", '  args: ["curl A | sh"»]'],
      "/bin/sh -c 'curl A | sh'",
    ],
    [
      "a list of lines that begins with one word",
      ["script:", "- «make", "- curl A | sh»"],
      "make\ncurl A | sh",
    ],
    ["a list in a list", ["runcmd:", '- [«sh, -c, "curl A | sh"»]'], "sh -c 'curl A | sh'"],
    ["a health check", ['test: [CMD, «sh, -c, "curl A | sh"»]'], "sh -c 'curl A | sh'"],
    [
      "a nested cloud-init configuration",
      ["user-data: |", "  #cloud-config", "  runcmd:", "  - «curl A | sh»"],
      "curl A | sh",
    ],
    ["a key with dots", ["- ansible.builtin.shell: «curl A | sh»"], "curl A | sh"],
  ])("contains a command in %s", (_name, lines, decoded) => {
    expectMarked(fence("yaml", ...lines), [decoded]);
  });

  it("contains descriptions under descriptive keys and in comments", () => {
    expectRegions(
      fence(
        "yaml",
        "name: curl A | sh",
        "# curl B | sh",
        "steps:",
        "  - description: |",
        "      curl C | sh",
        "    run: curl D | sh",
      ),
      [
        "fence shell (description): curl A | sh",
        "fence shell (comment): curl B | sh",
        "fence shell (description): curl C | sh\n",
        "fence shell: curl D | sh",
      ],
    );
  });

  it("is read in here-documents of other languages that contain cloud-init configuration", () => {
    expectRegions(fence("hcl", "x = <<EOF", "#cloud-config", "runcmd:", "  - curl A | sh", "EOF"), [
      "fence unknown: x = <<EOF\n\nruncmd:\n  - curl A | sh\nEOF",
      "fence shell: curl A | sh",
    ]);
  });

  it("is recognized without a tag", () => {
    expectRegions(
      fence("", "on: push", "jobs:", "  a:", "    steps:", "      - run: curl A | sh"),
      ["fence shell: curl A | sh"],
    );
  });
});

describe("JSON", () => {
  it("contains commands under command keys, in arrays and in other values", () => {
    expectRegions(
      fence(
        "json",
        '{ "scripts": { "x": "curl \\"A\\" \\u007c sh" },',
        '  "cmd": ["sh", "-c", "curl B | sh"], // c',
        '  "t": { "command": "bash", "args": ["-c", "curl C | sh"] },',
        '  "any": "curl D | sh", "text": "Run curl E | sh", "other": "See curl F", }',
      ),
      [
        'fence shell: curl "A" | sh',
        "fence shell: sh -c 'curl B | sh'",
        "fence shell: bash -c 'curl C | sh'",
        "fence shell: curl D | sh",
        "fence shell (description): Run curl E | sh",
      ],
    );
  });

  it("may be a fragment of an object", () => {
    expectMarked(fence("jsonc", '"postCreateCommand": "«curl A | sh»",', '"x": 1'));
  });
});

describe("TOML", () => {
  it("contains commands in all kinds of strings and arrays", () => {
    expectRegions(
      fence(
        "toml",
        "[x]",
        'a = "curl \\"A\\" | sh"',
        "b = 'curl B | sh'",
        'c = """',
        "curl C \\",
        '  | sh"""',
        'd = ["sh", "-c", "curl D | sh"]',
        'e = { cmd = "curl E | sh", help = "curl F | sh" }',
      ),
      [
        'fence shell: curl "A" | sh',
        "fence shell: curl B | sh",
        "fence shell: curl C | sh",
        "fence shell: sh -c 'curl D | sh'",
        "fence shell: curl E | sh",
        "fence shell (description): curl F | sh",
      ],
    );
  });
});

describe("Makefiles", () => {
  it("have commands in recipe lines, in which `$$` is a dollar sign and variables of make are words", () => {
    expectMarked(
      fence(
        "makefile",
        "all: dep",
        "\t@«curl $(BASE)/x \\",
        "\t  | sh»",
        '\t-«bash -c "$$(curl A)"»',
        "one: ;«curl B | sh»",
        "X := $(shell «curl C | sh»)",
      ),
      ["curl ${make_BASE}/x \\\n  | sh", 'bash -c "$(curl A)"'],
    );
  });

  it("are recognized without a tag", () => {
    expectMarked(fence("", "install:", "\t«curl A | sh»"));
  });
});

describe("canned recipes of make", () => {
  it("are read as recipe lines, unless their names are those of printed texts", () => {
    expectMarked(fence("make", "define RUN", "@«curl A | sh»", "endef"));
    expectRegions(fence("make", "define USAGE", "curl A | sh", "endef", "x:", "\tcurl B | sh"), [
      "fence shell (description): curl A | sh",
      "fence shell: curl B | sh",
    ]);
  });
});

describe("build and configuration tools", () => {
  it("include Bazel rules, which contain shell code with make variables", () => {
    expectRegions(fence("bzl", 'genrule(cmd = "curl $(U) " +', '  "| sh $$x")'), [
      'fence python: genrule(cmd = "curl $(U) " +\n  "| sh $$x")',
      "fence shell: curl ${make_U} | sh $x",
    ]);
  });

  it("include Puppet, whose resources contain commands", () => {
    expectMarked(fence("puppet", "exec { 'x':", "  command => '«curl A | sh»',", "}"));
  });

  it("include Earthly and Salt, whose files contain commands", () => {
    expectMarked(fence("earthfile", "x:", "    RUN «curl A | sh»"));
    expectMarked(fence("yaml", "x:", "  cmd.run:", "    - name: «curl A | sh»"));
  });

  it("include diagrams, which are shown text", () => {
    expectRegions(fence("mermaid", "A->>B: curl A | sh"), [
      "fence shell (displayed): A->>B: curl A | sh",
    ]);
  });
});

describe("systemd units, crontabs and Windows files", () => {
  it.each([
    fence("ini", "[Service]", "ExecStart=-«/bin/sh -c 'curl A | sh'»"),
    fence("", "[Service]", "ExecStart=«/bin/sh -c 'curl A \\", "  | sh'»"),
    fence("crontab", "*/5 * * * * «curl A | sh»", "@reboot root «curl B | sh»"),
    fence("", "0 4 * * 1 «/bin/bash -c curl»"),
    fence("bat", "@echo off", '«bash -c "curl A | sh"»'),
    fence("powershell", 'PS C:\\> «bash -c "curl A | sh"»'),
  ])("contain the marked command: %j", (marked) => {
    expectMarked(marked);
  });

  it.each([
    [
      fence("ini", "Description=curl A | sh", "; curl B"),
      ["fence shell (description): curl A | sh", "fence shell (comment): ; curl B"],
    ],
    [
      fence("bat", "REM curl A | sh", ":: curl B | sh"),
      ["fence shell (comment): curl A | sh", "fence shell (comment): curl B | sh"],
    ],
    [fence("crontab", "# * * * * * curl A | sh"), ["fence shell (comment):           curl A | sh"]],
  ])("contain only shown text: %j", (text, expected) => {
    expectRegions(text, expected);
  });
});

describe("diffs", () => {
  it("have added and unchanged lines in the file's language, and removed lines as shown text", () => {
    expectRegions(
      fence(
        "diff",
        "--- a/Dockerfile",
        "+++ b/Dockerfile",
        "@@ -1,2 +1,2 @@",
        "-RUN curl A | sh",
        "+RUN curl B | sh",
        " RUN curl C | sh",
      ),
      [
        "fence shell (removed): RUN curl A | sh",
        "fence shell: curl B | sh",
        "fence shell: curl C | sh",
      ],
    );
  });
});

describe("the segmentation of Python", () => {
  it("keeps shell cells and lines of a notebook in the Python region, because the code stage recognizes strings", () => {
    expectRegions(
      fence("python", "import os", "!curl A | sh", "x = !curl B | sh", "os.system('curl')"),
      ["fence python: import os\n!curl A | sh\nx = !curl B | sh\nos.system('curl')"],
    );
    expectRegions(fence("python", "%%bash", "curl A | sh"), ["fence python: %%bash\ncurl A | sh"]);
  });

  it("splits interactive sessions", () => {
    expectRegions(fence("pycon", ">>> os.system('curl A | sh')", "curl out"), [
      "fence python: os.system('curl A | sh')\n",
      "fence shell (output): curl out",
    ]);
  });
});

describe("notebook files", () => {
  it("contain code cells, outputs and Markdown cells", () => {
    const notebook = {
      cells: [
        {
          cell_type: "code",
          source: ["import os\n", "!curl A | sh\n"],
          outputs: [{ text: "curl B" }],
        },
        { cell_type: "markdown", source: ["Run `curl C | sh`"] },
      ],
    };
    expectRegions(
      JSON.stringify(notebook),
      [
        "fence python: import os\n!curl A | sh\n",
        'fence shell (output): [{"text":"curl B"}]',
        "inline shell: curl C | sh",
      ],
      "ipynb",
    );
    expectRegions(fence("json", JSON.stringify(notebook)), [
      "fence python: import os\n!curl A | sh\n",
      'fence shell (output): [{"text":"curl B"}]',
      "inline shell: curl C | sh",
    ]);
  });
});

describe("other languages", () => {
  it.each([
    ["perl", "# curl A", 'system("curl B | sh"); # curl C'],
    ["go", "// curl A", 'run("curl B | sh") // curl C'],
    ["lua", "-- curl A", 'os.execute("curl B | sh") -- curl C'],
    ["clojure", "; curl A", '(sh "curl B | sh") ; curl C'],
  ])(
    "such as %s have comments, which are shown text, and a region with the language `unknown`",
    (tag, comment, code) => {
      const mark = comment.slice(0, comment.indexOf(" "));
      expectRegions(fence(tag, comment, code), [
        "fence shell (comment): curl A",
        `fence unknown: \n${code.slice(0, code.indexOf(mark === ";" ? " ;" : ` ${mark}`) + 1)}`,
        "fence shell (comment): curl C",
      ]);
    },
  );

  it("such as ruby, with strings over several lines, keep what looks like a comment for their grammar", () => {
    expectRegions(fence("ruby", "# curl A", 'system("curl B | sh")'), [
      'fence unknown: # curl A\nsystem("curl B | sh")',
      "fence shell (comment): curl A",
    ]);
  });

  it("have block comments as shown text", () => {
    expectRegions(fence("java", "/* curl A", " * curl B */", 'run("curl C");'), [
      "fence shell (comment): curl A\n * curl B */",
      'fence unknown: \nrun("curl C");',
    ]);
  });

  it.each(["output", "log", "history"])("do not include %s, which is shown text", (tag) => {
    expectRegions(fence(tag, "curl A | sh"), ["fence shell (output): curl A | sh"]);
  });

  it("do not include a block with an unknown tag, which is read like one without a tag", () => {
    expectRegions(fence("install", "curl A | sh"), ["fence shell: curl A | sh"]);
  });
});

describe("complete files", () => {
  it.each([
    ["dockerfile", "FROM x\nRUN curl A | sh\n", "fence shell: curl A | sh"],
    ["yaml", "run: curl A | sh\n", "fence shell: curl A | sh"],
    ["json", '{"scripts":{"x":"curl A | sh"}}', "fence shell: curl A | sh"],
    ["bash", "# Title\ncurl A | sh\n", "fence shell: # Title\ncurl A | sh\n"],
    [
      "python",
      "import os\nos.system('curl A')\n",
      "fence python: import os\nos.system('curl A')\n",
    ],
  ])("are read in the format that the option names: %s", (format, text, expected) => {
    expectRegions(text, [expected], format);
  });

  it.each([
    ["FROM alpine\nRUN curl A | sh\n", "fence shell: curl A | sh"],
    ['{\n  "scripts": { "x": "curl A | sh" }\n}', "fence shell: curl A | sh"],
    [
      "import base64\nexec(base64.b64decode(x))\n",
      "fence python: import base64\nexec(base64.b64decode(x))\n",
    ],
    [
      "<!DOCTYPE html>\n<p>x</p>\n\n<script>eval(atob(x))</script>",
      "html javascript: eval(atob(x))",
    ],
  ])("are recognized without a format: %j", (text, expected) => {
    expectRegions(text, [expected]);
  });
});
