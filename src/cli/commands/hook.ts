import { Argument, Option, type Command } from "commander";
import type { Context } from "../context.js";
import { AGENTS, type AgentName } from "../hook/agents.js";
import { hookContextOf } from "../hook/hook-context.js";
import { install, type InstallOptions } from "../hook/install.js";
import { hook, type HookOptions } from "../hook/run.js";
import { withRuleOptions } from "../options.js";

const HELP = `
Without a finding the hook makes no decision, so the agent asks for permission as usual. The hook denies or
asks, and never allows. If an event cannot be read, it asks, or denies if the agent cannot ask. Only your own
configuration applies ($XDG_CONFIG_HOME/curlew/curlew.json), not comments in a command or a project's configuration.

Examples:
  $ curlew hook install claude-code               show the change to the agent's settings, then make it
  $ curlew hook install cursor --project --yes    for this repository only, without confirmation
  $ curlew hook uninstall claude-code
  $ curlew hook claude-code < event.json          print the response to one event`;

/** Adds the command `curlew hook`. */
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
      new Option("--on-advisory <what>", "decision on a download that is run without a check")
        .choices(["ignore", "ask"])
        .default("ask"),
    )
    .option("--no-scripts", "do not check the scripts that a command runs")
    .option("--no-log", "do not write decisions to the log")
    .option("--watch", "log decisions, but never deny or ask")
    .enablePositionalOptions()
    .addHelpText("after", HELP)
    .action(async (agent: AgentName, options: HookOptions) => {
      const profileGiven = command.getOptionValueSource("profile") !== "default";
      exit(await hook(hookContextOf(context), agent, { ...options, profileGiven }));
    });
  const version = program.version() ?? "";
  for (const isInstall of [true, false])
    registerInstall(command, context, exit, isInstall, version);
  registerDiagnostics(command, context, exit, version);
}

function registerInstall(
  parent: Command,
  context: Context,
  exit: (status: number) => void,
  isInstall: boolean,
  version: string,
): void {
  const command = parent
    .command(isInstall ? "install" : "uninstall")
    .summary(
      isInstall
        ? "add the hook to the agent's settings"
        : "remove the hook from the agent's settings",
    )
    .description(
      isInstall
        ? "Adds the hook to the agent's settings, and checks it. Exit status: 0 no problem, 1 a problem, 2 no change."
        : "Removes the hook from the agent's settings.",
    )
    .addArgument(new Argument("<agent>", "the agent whose settings to change").choices([...AGENTS]))
    .option(
      "--project",
      "change the settings of the project in the current folder instead of the user settings",
    )
    .option("-y, --yes", "make the change without confirmation");
  if (isInstall)
    command
      .addOption(decisionOption())
      .option("--files", "also check files that the agent writes")
      .option("--strict", "block commands if curlew does not run or fails")
      .option("--command <line>", "the command that runs curlew (default: detected)");
  command.action(async (agent: AgentName, options: InstallOptions) => {
    exit(await install(context, agent, { ...options, version }, isInstall));
  });
}

function registerDiagnostics(
  parent: Command,
  context: Context,
  exit: (status: number) => void,
  version: string,
): void {
  parent
    .command("doctor")
    .summary("check that installed hooks run and respond")
    .description(
      "Checks that installed hooks run and respond. Exit status: 0 no problem, 1 a problem, 2 no hook is installed.",
    )
    .addArgument(new Argument("[agent]", "only this agent").choices([...AGENTS]))
    .addOption(formatOption())
    .action(async (agent: AgentName | undefined, { format }: { format: Format }) => {
      const { doctor } = await import("../hook/doctor.js");
      exit(await doctor(context, { format, version, ...(agent !== undefined && { only: agent }) }));
    });
  parent
    .command("log")
    .summary("print the decisions of the hook")
    .description("Prints the decisions of the hook.")
    .addOption(formatOption())
    .action(async ({ format }: { format: Format }) => {
      const { showLog } = await import("../hook/log-commands.js");
      await showLog(context, format);
      exit(0);
    });
  parent
    .command("why")
    .summary("explain a logged decision; reads the command from standard input")
    .description("Explains a logged decision. Reads the command from standard input.")
    .argument("<hash>", "the hash that the log shows")
    .action(async (hash: string) => {
      const { why } = await import("../hook/log-commands.js");
      exit(await why(context, hash));
    });
  parent
    .command("allow-once")
    .summary("allow one command once within the next hour; works only in a terminal")
    .description("Allows one command once within the next hour. Works only in a terminal.")
    .argument("<hash>", "the hash that the reason or the log shows")
    .action(async (hash: string) => {
      const { allowOnce } = await import("../hook/log-commands.js");
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
    "decision on a finding (default: from your configuration, otherwise deny)",
  ).choices(["deny", "ask"]);
}
