import { Option, type Command } from "commander";
import type { Context } from "../context.js";
import { withRuleOptions, type RuleOptions } from "../options.js";
import { print } from "../output.js";
import { showText } from "../report/width.js";
import { ruleChoice, ruleRemarks } from "../rules.js";

interface RulesOptions extends RuleOptions {
  readonly format: "text" | "json";
}

const HELP = `
Examples:
  $ curlew rules
  $ curlew rules --profile extended --format json
  $ curlew rules --queries our-rules
  $ curlew explain bash/fetch-pipe`;

/** `curlew rules`. */
export function registerRules(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  withRuleOptions(program.command("rules").summary("list the active rules"), "extended")
    .description(
      "Lists the active rules with their messages; custom rules also with their severity and file.",
    )
    .addOption(
      new Option("-f, --format <name>", "output format").choices(["text", "json"]).default("text"),
    )
    .addHelpText("after", HELP)
    .action(async (options: RulesOptions) => {
      await listRules(context, options);
      exit(0);
    });
}

async function listRules(context: Context, options: RulesOptions): Promise<void> {
  // creating the detector checks the query files, so that only rules that can work are listed
  const detector = await context.toolkit.createDetector(ruleChoice(options));
  const { revision, rules, disabledRules, ownQueries } = detector;
  if (options.format === "json") {
    await print(context, `${JSON.stringify({ revision, rules, disabledRules, ownQueries })}\n`);
    return;
  }
  const width = Math.max(0, ...rules.map(({ id }) => id.length));
  const lines = rules.map(({ id, message, severity, pattern }) => {
    const own = pattern === undefined ? "" : ` (${severity}, ${pattern})`;
    return `${id.padEnd(width)}  ${showText(message + own).text}\n`;
  });
  const remarks = ruleRemarks(detector).map((remark) => `${showText(remark).text}\n`);
  await print(context, [...lines, ...(remarks.length === 0 ? [] : ["\n"]), ...remarks].join(""));
}
