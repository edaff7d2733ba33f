import type { MakeOptions } from "./make-options.js";
import { NOT_RUN } from "./strict-command.js";

/** The first line of the plugin, by which `hook uninstall` recognizes it. */
export const OPENCODE_MARK =
  "// Written by curlew hook install opencode; curlew hook uninstall opencode removes it.";

/**
 * Returns the plugin that calls curlew before opencode runs a command. The plugin throws an error to stop the tool. If curlew is missing,
 * fails or takes too long, the command runs, unless the plugin is strict.
 */
export function opencodePlugin(command: string, { files, strict }: MakeOptions): string {
  const tools = files
    ? ["bash", "shell", "powershell", "write", "edit"]
    : ["bash", "shell", "powershell"];
  return `${OPENCODE_MARK}
import { spawn } from "node:child_process";

const COMMAND = ${JSON.stringify(command)};
const TOOLS = ${JSON.stringify(tools)};

function ask(event, cwd) {
  return new Promise((resolve) => {
    const child = spawn(COMMAND, { shell: true, cwd, stdio: ["pipe", "pipe", "ignore"], timeout: 20000 });
    let answer = "";
    const failed = ${strict ? `JSON.stringify({ reason: ${JSON.stringify(NOT_RUN)} })` : '""'};
    child.stdout.on("data", (chunk) => (answer += chunk));
    child.stdin.on("error", () => {});
    child.on("error", () => resolve(failed));
    child.on("close", (status) => resolve(status === 0 ? answer : failed));
    child.stdin.end(JSON.stringify(event));
  });
}

function reasonIn(answer) {
  try {
    return JSON.parse(answer).reason;
  } catch {
    return undefined;
  }
}

export const Curlew = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    if (!TOOLS.includes(input.tool)) return;
    const reason = reasonIn(await ask({ tool: input.tool, args: output.args }, directory));
    if (reason !== undefined) throw new Error(reason);
  },
});
`;
}
