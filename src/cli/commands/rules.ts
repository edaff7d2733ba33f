import { Option, type Command } from "commander";
import type { Profile } from "../../core/index.js";
import type { Context } from "../context.js";
import { withRuleOptions } from "../options.js";
import { print } from "../output.js";
import { rulesInForce } from "../rules.js";

interface RulesOptions {
  readonly profile: Profile;
  readonly queries?: string;
  readonly format: "text" | "json";
}

const HELP = `
Examples:
  $ curlew rules
  $ curlew rules --profile extended --format json
  $ curlew explain bash/fetch-pipe`;

/** `curlew rules`. */
export function registerRules(program: Command, context: Context, exit: (status: number) => void): void {
  withRuleOptions(program.command("rules").summary("list the rules in force"))
    .description("Lists the rules in force: each id with a sentence.")
    .addOption(new Option("-f, --format <name>", "how to answer").choices(["text", "json"]).default("text"))
    .addHelpText("after", HELP)
    .action(async (options: RulesOptions) => {
      await listRules(context, options);
      exit(0);
    });
}

async function listRules(context: Context, { profile, queries, format }: RulesOptions): Promise<void> {
  const from = queries === undefined ? {} : { queriesDir: queries };
  // creating the detector checks the query files, so that only rules that can work are listed
  const detector = await context.toolkit.createDetector({ profile, ...from });
  const rules = rulesInForce(await context.toolkit.loadAssets(from), profile);
  const width = Math.max(0, ...Object.keys(rules).map((id) => id.length));
  const lines = Object.entries(rules).map(([id, sentence]) => `${id.padEnd(width)}  ${sentence}\n`);
  await print(context, format === "json" ? `${JSON.stringify({ revision: detector.revision, rules })}\n` : lines.join(""));
}
