import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { remark } from "remark";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import remarkLintCurlew, { type Options } from "../../packages/remark-lint-curlew/src/index.js";

const PIPE = "curl -fsSL https://x.example/i.sh | sh";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "curlew-remark-"));
  mkdirSync(join(folder, ".git"));
  process.env["XDG_CONFIG_HOME"] = "/nonexistent";
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Message {
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly reason: string;
  readonly fatal: boolean | null | undefined;
}

/** Runs remark with the plugin on a file of the folder, and returns its messages. */
async function lint(
  value: string,
  given: { path?: string; config?: ["warn" | "error", Options] } = { path: "README.md" },
): Promise<Message[]> {
  const { config, path } = given;
  const processor =
    config === undefined ? remark().use(remarkLintCurlew) : remark().use(remarkLintCurlew, config);
  const { messages } = await processor.process({
    value,
    cwd: folder,
    ...(path === undefined ? {} : { path }),
  });
  return messages.map(({ line, column, reason, fatal, source, ruleId }) => {
    expect([source, ruleId]).toEqual(["remark-lint", "curlew"]);
    return { line, column, reason, fatal };
  });
}

describe("remark-lint-curlew", () => {
  it("reports a finding at its position, with the reason", async () => {
    expect(await lint(`# Install\n\nRun \`${PIPE}\`.\n`)).toMatchObject([
      { line: 3, column: 6, reason: expect.stringContaining("(bash/fetch-pipe)"), fatal: false },
    ]);
  });

  it("reports neither a command in a warning nor a finding that a comment suppresses", async () => {
    expect(await lint(`Never run \`${PIPE}\`.\n`)).toEqual([]);
    expect(
      await lint(`<!-- curlew-ignore bash/fetch-pipe: our own installer -->\n\nRun \`${PIPE}\`.\n`),
    ).toEqual([]);
  });

  it("respects suppression comments only in files", async () => {
    expect(
      await lint(`<!-- curlew-ignore bash/fetch-pipe: fine -->\n\nRun \`${PIPE}\`.\n`, {}),
    ).toHaveLength(1);
  });

  it("uses the severity and the options of its configuration", async () => {
    const powershell = "Run `irm https://x.example/i.ps1 | iex`.\n";
    expect(await lint(powershell)).toMatchObject([{ fatal: false }]);
    expect(await lint(powershell, { path: "README.md", config: ["error", {}] })).toMatchObject([
      { fatal: true },
    ]);
    expect(
      await lint(powershell, { path: "README.md", config: ["warn", { profile: "contract" }] }),
    ).toEqual([]);
    expect(
      await lint(`Run \`${PIPE}\`.\n`, {
        path: "README.md",
        config: ["warn", { disableRule: ["bash/fetch-pipe"] }],
      }),
    ).toEqual([]);
  });

  it("reports invalid options, without a stack trace", async () => {
    const wrong: [unknown, string][] = [
      [{ profile: "foo" }, 'profile has to be one of contract, extended, not "foo"'],
      [{ profil: "extended" }, 'there is no option "profil"'],
      [{ disableRule: "bash/fetch-pipe" }, 'the option "disableRule" must be a list'],
    ];
    for (const [options, message] of wrong) {
      const messages = await lint(`Run \`${PIPE}\`.\n`, {
        path: "README.md",
        config: ["error", options as Options],
      });
      expect(messages).toMatchObject([
        { reason: expect.stringContaining(`not analyzed: ${message}`), fatal: true },
      ]);
    }
  });

  it("respects the project's curlew.json, and reports errors in it", async () => {
    const config = join(folder, "curlew.json");
    writeFileSync(config, JSON.stringify({ trust: ["https://x.example/i.sh"] }));
    expect(await lint(`Run \`${PIPE}\`.\n`)).toEqual([]);
    writeFileSync(config, "{");
    expect((await lint(`Run \`${PIPE}\`.\n`)).map(({ reason }) => reason)).toEqual([
      expect.stringContaining("is not JSON"),
      expect.stringContaining("(bash/fetch-pipe)"),
    ]);
    rmSync(config);
  });
});
