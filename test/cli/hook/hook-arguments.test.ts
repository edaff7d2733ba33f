import { Command } from "commander";
import { describe, expect, it, vi } from "vitest";
import { registerHook } from "../../../src/cli/commands/hook.js";
import type { Context } from "../../../src/cli/context.js";
import { hookArguments, type HookArguments } from "../../../src/cli/hook/hook-arguments.js";

const { read } = vi.hoisted(() => ({ read: [] as unknown[] }));
vi.mock("../../../src/cli/hook/run.js", () => ({
  hook: (_context: unknown, agent: unknown, options: unknown) => {
    read.push({ agent, options });
    return Promise.resolve(0);
  },
}));

/** Returns the hook arguments that the complete program parses from the arguments of `curlew`. */
async function byProgram(args: readonly string[]): Promise<HookArguments> {
  const program = new Command("curlew").exitOverride().enablePositionalOptions();
  registerHook(program, {} as Context, () => undefined);
  await program.parseAsync([...args], { from: "user" });
  return read.pop() as HookArguments;
}

describe("the arguments of a hook in the fast parser", () => {
  it.each([
    "hook claude-code",
    "hook codex --decision ask",
    "hook cline --decision deny --files",
    "hook pi --on-advisory ignore --no-scripts",
    "hook goose --on-advisory ask --no-log --watch",
    "hook kiro --profile contract",
    "hook droid --files --profile extended --decision ask",
    "hook windsurf --decision ask --decision deny",
  ])("are parsed as the complete program parses them: %s", async (line) => {
    const args = line.split(" ");
    expect(hookArguments(args)).toEqual(await byProgram(args));
  });

  it.each([
    "",
    "scan -",
    "hook",
    "hook install claude-code",
    "hook nobody",
    "hook __proto__",
    "hook claude-code --help",
    "hook claude-code -p contract",
    "hook claude-code --profile",
    "hook claude-code --profile other",
    "hook claude-code --decision allow",
    "hook claude-code --decision=deny",
    "hook claude-code --decision toString",
    "hook claude-code toString",
    "hook claude-code --queries mine",
    "hook claude-code --disable-rule bash/fetch-pipe",
    "hook claude-code --files extra",
  ])("are not parsed, so that the complete program parses them: %s", (line) => {
    expect(hookArguments(line.split(" "))).toBeNull();
  });
});
