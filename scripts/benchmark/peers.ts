import { spawn } from "node:child_process";
import { join } from "node:path";
import {
  hookEvent,
  installOutside,
  type Outside,
  PEERS,
  SAFETY_NET,
  safetyNet,
  TIRITH,
  tirithOn,
  tirithProgram,
} from "../third-party-tools.js";
import type { LabelledCase } from "./data-set.js";

/** Another analyzer, and how it is run on a case. */
export interface Peer {
  /** The analyzer's name and version, and which of its results count as a finding. */
  readonly name: string;
  /** Whether the analyzer accepts the case, which is a command, a script or a skill. */
  accepts(each: LabelledCase): boolean;
  isFlagged(folder: string, each: LabelledCase): Promise<boolean>;
}

/**
 * Installs the other analyzers into a temporary folder at pinned versions.
 * @throws Error if npm cannot install them
 */
export function installPeers(): { readonly peers: readonly Peer[]; readonly outside: Outside } {
  const outside = installOutside(...PEERS);
  const peers: readonly Peer[] = [
    {
      name: `tirith ${outside.version(TIRITH)}: \`check\` blocks a command, \`scan\` has a finding in a skill`,
      accepts: (each) => each.text === undefined || isCommand(each),
      isFlagged: async (folder, each) => {
        const code = commandOf(each);
        if (code === null) {
          const found = await run(
            outside,
            [tirithProgram(outside), "scan", "--format", "json", join(folder, each.pointer)],
            "",
          );
          return hasFinding(found);
        }
        const shell = /powershell|bat|markdown/.test(each.format ?? "") ? "powershell" : "posix";
        return /"action":"block"/.test(await run(outside, tirithOn(outside, code, shell), ""));
      },
    },
    {
      name: `cc-safety-net ${outside.version(SAFETY_NET)}: denies a command`,
      accepts: isCommand,
      isFlagged: async (_, each) => {
        const event = hookEvent(commandOf(each) ?? "", outside.folder);
        return (await run(outside, safetyNet(outside), event)).includes('"deny"');
      },
    },
  ];
  return { peers, outside };
}

/** Whether a case is a command: whole scripts are not passed to tools that judge a command before it runs. */
function isCommand({ text, format }: LabelledCase): boolean {
  return text !== undefined && format !== "powershell";
}

function commandOf({ text, command }: LabelledCase): string | null {
  return command ?? text ?? null;
}

interface Scanned {
  readonly files?: readonly { readonly findings: readonly { readonly rule_id: string }[] }[];
}

/** Whether there is a finding other than `analysis_incomplete`, which means that the analysis ended early. */
function hasFinding(json: string): boolean {
  const { files = [] } = JSON.parse(json) as Scanned;
  return files.some(({ findings }) =>
    findings.some(({ rule_id: rule }) => rule !== "analysis_incomplete"),
  );
}

function run(
  outside: Outside,
  [program = "", ...args]: readonly string[],
  stdin: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: outside.folder, env: outside.env });
    let written = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (written += part));
    child.stderr.resume();
    child.on("error", reject).on("close", () => resolve(written));
    child.stdin.on("error", () => undefined).end(stdin);
  });
}
