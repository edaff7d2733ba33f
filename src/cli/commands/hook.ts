import { Argument, Option, type Command } from "commander";
import type { Context } from "../context.js";
import { AGENTS, type AgentName } from "../hook/agents.js";
import { install, type InstallOptions } from "../hook/install.js";
import { hook, type HookOptions } from "../hook/run.js";
import { withRuleOptions } from "../options.js";

const HELP = `
AGENT is ${AGENTS.join(", ")}.

Without a finding it states no decision, so that the agent asks for permission as it always does; it may
deny or ask, and never allows. What cannot be read asks. Only your own configuration counts
($XDG_CONFIG_HOME/curlew/curlew.json), no comment in a command and no configuration of a project.

Examples:
  $ curlew hook install claude-code               show what changes in the agent's settings, and make it
  $ curlew hook install cursor --project --yes    for this repository only, without a question
  $ curlew hook uninstall claude-code
  $ curlew hook claude-code < event.json          what the agent would be told`;

/** `curlew hook`. */
export function registerHook(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const command = withRuleOptions(
    program.command("hook").summary("judge the commands that a coding agent is about to run"),
    "extended",
  )
    .description(
      "Reads a coding agent's event on standard input, judges the shell command it is about to run, and answers in the agent's format.",
    )
    .addArgument(new Argument("<agent>", "whose event it is").choices([...AGENTS]))
    .addOption(decisionOption())
    .option("--files", "judge files that the agent writes, too")
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
      into
        ? "puts the hook into the agent's settings, and keeps what is there"
        : "takes the hook out of the agent's settings, and keeps the rest",
    )
    .addArgument(new Argument("<agent>", "whose settings").choices([...AGENTS]))
    .option("--project", "the settings of the project in the current folder, not your own")
    .option("-y, --yes", "show the difference and make it without a question");
  if (into)
    command
      .addOption(decisionOption())
      .option("--files", "judge files that the agent writes, too")
      .option("--command <line>", "how curlew is called; found out by itself");
  command.action(async (agent: AgentName, options: InstallOptions) => {
    exit(await install(context, agent, options, into));
  });
}

function decisionOption(): Option {
  return new Option(
    "--decision <what>",
    "what a finding is answered with; your configuration says, else deny",
  ).choices(["deny", "ask"]);
}
