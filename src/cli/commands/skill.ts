import type { Command } from "commander";
import type { Context } from "../context.js";
import { withoutFileScheme } from "../fetched/source-address.js";
import { withBounds, withRuleOptions } from "../options.js";
import { agentPaths } from "../skill/agent-paths.js";
import { checkSkills, type SkillOptions } from "../skill/run.js";

const HELP = `
A unit is what is installed or trusted as one piece: a folder with a SKILL.md; a plugin or extension with its
hooks and servers; a command, an agent, a rules file (AGENTS.md, CLAUDE.md, .cursorrules, *.mdc); settings with
hooks; a configuration of MCP servers; a package.json; a list of tools saved as JSON. PATH is a file, a folder, a zip or
tar archive, the http(s) address of one, or the address of a Git repository (https, ssh, git@host:, git+file), which is
fetched with your git.
Every file is analyzed according to its role, and hashed. Nothing is run, and nothing in a unit can suppress a finding.

Verdicts:
  flagged     something in it runs code that nobody has seen
  incomplete  nothing was found, but a file could not be read or analyzed completely
  advice      something to look at, such as a download that is run in a later step
  clear       none of these

Exit status:
  0  no unit is flagged
  1  a unit is flagged, or differs from the lock file
  2  error: wrong usage, a path could not be read or contains no unit, or nothing was found
     in a unit that was not analyzed completely

Examples:
  $ curlew skill ~/.claude/skills
  $ curlew skill skills/pdf --json
  $ curlew skill https://github.com/anthropics/skills/tree/main/skills/pdf
  $ curlew skill .claude --lock skills.lock.json
  $ curlew skill --agents`;

/** Adds the command `curlew skill`. */
export function registerSkill(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const command = withRuleOptions(
    program
      .command("skill")
      .summary("check skills, plugins, rules files and server configurations of coding agents"),
  )
    .description(
      "Finds skills, plugins, commands, agents, rules, hooks, servers and tool lists, and reports one verdict for each.",
    )
    .argument("[path...]", "files, folders, archives and addresses (default: the current folder)")
    .option(
      "--agents",
      "check the files that coding agents load from your home folder and the current folder, and the given paths",
    )
    .option("--json", "print one JSON document")
    .option("--lock <file>", "record the units in this file, or report differences if it exists")
    .option("--update-lock", "write the units of this run to the lock file")
    .option("-t, --trace", "show the steps that led to each finding, and what was dismissed")
    .option("--include-dependencies", "also read dependency folders (node_modules, .venv, …)");
  withBounds(command)
    .addHelpText("after", HELP)
    .action(async (given: string[], options: SkillOptions) => {
      const paths = given.map(withoutFileScheme);
      const profileGiven = command.getOptionValueSource("profile") !== "default";
      const version = program.version() ?? "0.0.0";
      const allPaths = options.agents === true ? [...agentPaths(context), ...paths] : paths;
      const named = allPaths.length > 0 || options.agents === true ? allPaths : ["."];
      exit(await checkSkills(context, named, { ...options, version }, profileGiven));
    });
}
