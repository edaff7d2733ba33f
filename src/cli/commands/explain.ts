import type { Command } from "commander";
import type { Rule } from "../../core/index.js";
import type { Context } from "../context.js";
import { explanations } from "../explain/explanations.js";
import { renderOwnRule, renderRule } from "../explain/render.js";
import { Failure } from "../failure.js";
import { collected } from "../options.js";
import { print } from "../output.js";
import { paintFor } from "../paint.js";
import { ruleChoice } from "../rules.js";

interface ExplainOptions {
  readonly color: boolean;
  readonly queries?: readonly string[];
  readonly replaceQueries?: boolean;
}

const HELP = `
Examples:
  $ curlew explain bash/fetch-pipe
  $ curlew explain acme/no-pipe --queries our-rules
  $ curlew rules                        # list the rules`;

/** `curlew explain`. */
export function registerExplain(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  program
    .command("explain")
    .summary("explain a rule, with examples")
    .description(
      "Explains a rule: what it finds, why that is unsafe, and examples of what is and is not a finding.",
    )
    .argument("<rule>", "id of a rule, such as bash/fetch-pipe")
    .option(
      "--queries <dir>",
      "folder with custom query files whose rules are explained too; can be repeated",
      collected,
    )
    .option(
      "--replace-queries",
      "let a custom query file replace the built-in one with the same path",
    )
    .option("--no-color", "print no colors (like NO_COLOR in the environment)")
    .addHelpText("after", HELP)
    .action(async (rule: string, options: ExplainOptions) => {
      const paint = paintFor(context, options.color);
      const own = await ownRules(context, options);
      const found = explanations.get(rule);
      const mine = own.find(({ id }) => id === rule);
      if (found !== undefined) await print(context, renderRule(rule, found, paint));
      else if (mine !== undefined) await print(context, renderOwnRule(mine, paint));
      else
        throw new Failure(
          `no rule "${rule}"; the rules are: ${[...explanations.keys(), ...own.map(({ id }) => id)].join(", ")}${isOwn(rule) ? "; add --queries FOLDER for custom rules" : ""}`,
        );
      exit(0);
    });
}

/** The rules of a user's own, of both profiles. */
async function ownRules(context: Context, options: ExplainOptions): Promise<readonly Rule[]> {
  if (options.queries === undefined && options.replaceQueries !== true) return [];
  const { rules } = await context.toolkit.createDetector(
    ruleChoice({ ...options, profile: "extended" }),
  );
  return rules.filter(({ pattern }) => pattern !== undefined);
}

/** Whether an id cannot be that of a built-in rule. */
function isOwn(rule: string): boolean {
  const [name] = rule.split("/");
  return rule.includes("/") && ![...explanations.keys()].some((id) => id.startsWith(`${name}/`));
}
