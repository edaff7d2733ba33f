import { Argument, Option, type Command } from "commander";
import type { Context } from "../context.js";
import { AGENTS, type AgentName } from "../hook/agents.js";
import { install, type InstallOptions } from "../hook/install.js";
import { hook, type HookOptions } from "../hook/run.js";
import { withRuleOptions } from "../options.js";

const HELP = `
AGENT is ${AGENTS.join(", ")}.

Without a finding the hook makes no decision, so the agent asks for permission as usual; the hook may deny
or ask, and never allows. An event that cannot be read asks. Only your own configuration applies
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
    "extended",
  )
    .description(
      "Reads a coding agent's event from standard input, checks the shell command it is about to run, and answers in the agent's format.",
    )
    .addArgument(new Argument("<agent>", "the agent that sends the event").choices([...AGENTS]))
    .addOption(decisionOption())
    .option("--files", "also check files that the agent writes")
    .enablePositionalOptions()
    .addHelpText("after", HELP)
    .action(async (agent: AgentName, options: HookOptions) => {
      await hook(context, agent, options);
      exit(0);
    });
  for (const into of [true, false]) registerInstall(command, context, exit, into);
}

function registerInstall(
  parent: Command,
  context: Context,
  exit: (status: number) => void,
  into: boolean,
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
      .option("--command <line>", "the command that runs curlew (default: detected)");
  command.action(async (agent: AgentName, options: InstallOptions) => {
    exit(await install(context, agent, options, into));
  });
}

function decisionOption(): Option {
  return new Option(
    "--decision <what>",
    "the answer to a finding (default: from your configuration, otherwise deny)",
  ).choices(["deny", "ask"]);
}
