import { Argument, Option, type Command } from "commander";
import type { Context } from "../context.js";
import { AGENTS, type AgentName } from "../hook/agents.js";
import { hookContextOf } from "../hook/hook-context.js";
import { install, type InstallOptions } from "../hook/install.js";
import { hook, type HookOptions } from "../hook/run.js";
import { withRuleOptions } from "../options.js";

const HELP = `
AGENT is ${AGENTS.join(", ")}.

Without a finding the hook makes no decision, so the agent asks for permission as usual; the hook may deny
or ask, and never allows. It asks where an event cannot be read. Only your own configuration applies
($XDG_CONFIG_HOME/curlew/curlew.json), not comments in a command or the configuration of a project.

Examples:
  $ curlew hook install claude-code               show the change to the agent's settings, then make it
  $ curlew hook install cursor --project --yes    for this repository only, without confirmation
  $ curlew hook uninstall claude-code
  $ curlew hook claude-code < event.json          print the answer for one event`;

/** `curlew hook`. */
export function registerHook(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const command = withRuleOptions(
    program.command("hook").summary("check the commands that a coding agent is about to run"),
  )
    .description(
      "Reads a coding agent's event from standard input, checks the shell command it is about to run, and answers in the agent's format.",
    )
    .addArgument(new Argument("<agent>", "the agent that sends the event").choices([...AGENTS]))
    .addOption(decisionOption())
    .option("--files", "also check files that the agent writes")
    .addOption(
      new Option("--on-advisory <what>", "the answer to a download that is run unchecked")
        .choices(["ignore", "ask"])
        .default("ask"),
    )
    .option("--no-scripts", "do not check the scripts that a command runs")
    .option("--no-log", "do not write decisions to the log")
    .option("--watch", "only log what would be denied or asked")
    .enablePositionalOptions()
    .addHelpText("after", HELP)
    .action(async (agent: AgentName, options: HookOptions) => {
      const profileGiven = command.getOptionValueSource("profile") !== "default";
      exit(await hook(hookContextOf(context), agent, { ...options, profileGiven }));
    });
  const version = program.version() ?? "";
  for (const into of [true, false]) registerInstall(command, context, exit, into, version);
  registerRecords(command, context, exit, version);
}

function registerInstall(
  parent: Command,
  context: Context,
  exit: (status: number) => void,
  into: boolean,
  version: string,
): void {
  const command = parent
    .command(into ? "install" : "uninstall")
    .description(
      into ? "add the hook to the agent's settings" : "remove the hook from the agent's settings",
    )
    .addArgument(new Argument("<agent>", "the agent whose settings to change").choices([...AGENTS]))
    .option(
      "--project",
      "change the settings of the project in the current folder instead of the user settings",
    )
    .option("-y, --yes", "make the change without confirmation");
  if (into)
    command
      .addOption(decisionOption())
      .option("--files", "also check files that the agent writes")
      .option("--strict", "block commands where curlew does not run or fails")
      .option("--command <line>", "the command that runs curlew (default: detected)");
  command.action(async (agent: AgentName, options: InstallOptions) => {
    exit(await install(context, agent, { ...options, version }, into));
  });
}

function registerRecords(
  parent: Command,
  context: Context,
  exit: (status: number) => void,
  version: string,
): void {
  parent
    .command("doctor")
    .description("check that installed hooks run and answer")
    .addArgument(new Argument("[agent]", "only this agent").choices([...AGENTS]))
    .addOption(formatOption())
    .action(async (agent: AgentName | undefined, { format }: { format: Format }) => {
      const { doctor } = await import("../hook/doctor.js");
      exit(await doctor(context, { format, version, ...(agent !== undefined && { only: agent }) }));
    });
  parent
    .command("log")
    .description("print the decisions of the hook")
    .addOption(formatOption())
    .action(async ({ format }: { format: Format }) => {
      const { showLog } = await import("../hook/records.js");
      await showLog(context, format);
      exit(0);
    });
  parent
    .command("why")
    .description("explain a decision: reads the command again from standard input")
    .argument("<hash>", "the hash that the log shows")
    .action(async (hash: string) => {
      const { why } = await import("../hook/records.js");
      exit(await why(context, hash));
    });
  parent
    .command("allow-once")
    .description("let one command through once, within an hour; needs a terminal")
    .argument("<hash>", "the hash that the reason or the log shows")
    .action(async (hash: string) => {
      const { allowOnce } = await import("../hook/records.js");
      await allowOnce(context, hash);
      exit(0);
    });
}

type Format = "text" | "json";

function formatOption(): Option {
  return new Option("-f, --format <name>", "output format")
    .choices(["text", "json"])
    .default("text");
}

function decisionOption(): Option {
  return new Option(
    "--decision <what>",
    "the answer to a finding (default: from your configuration, otherwise deny)",
  ).choices(["deny", "ask"]);
}
