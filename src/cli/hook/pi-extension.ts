import type { MakeOptions } from "./make-options.js";
import { NOT_RUN } from "./strict-command.js";

/** The first line of the extension, by which `hook uninstall` recognizes it. */
export const PI_MARK = "// Written by curlew hook install pi; curlew hook uninstall pi removes it.";

/**
 * Returns the extension that calls curlew before pi runs a command. If curlew is missing or fails, the command runs, unless the extension
 * is strict.
 */
export function piExtension(command: string, { files, strict }: MakeOptions): string {
  const tools = files ? ["bash", "write", "edit"] : ["bash"];
  return `${PI_MARK}
import { spawnSync } from "node:child_process";

const COMMAND = ${JSON.stringify(command)};
const TOOLS = ${JSON.stringify(tools)};

export default function (pi: any) {
  pi.on("tool_call", (event: any) => {
    if (!TOOLS.includes(event.toolName)) return;
    const input = JSON.stringify({ tool_name: event.toolName, tool_input: event.input });
    const { status, stdout } = spawnSync(COMMAND, { shell: true, input, encoding: "utf8", timeout: 20000 });
${strict ? `    if (status !== 0) return { block: true, reason: ${JSON.stringify(NOT_RUN)} };\n` : "    if (status !== 0) return undefined;\n"}    try {
      return { block: true, reason: String(JSON.parse(stdout).reason) };
    } catch {
      return undefined;
    }
  });
}
`;
}
