import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Option, type Command } from "commander";
import type { Profile, Rule } from "../../core/index.js";
import type { Context } from "../context.js";
import { explanations } from "../explain/explanations.js";
import { explainMissed } from "../explain/explain-missed.js";
import { readText } from "../explain/read-text.js";
import { renderOwnRule, renderRule } from "../explain/render-explanation.js";
import { Failure } from "../failure.js";
import { collected } from "../options.js";
import { print } from "../output.js";
import { paintFor } from "../paint.js";
import { Lines } from "../report/lines.js";
import { showText } from "../report/terminal-text.js";
import { ruleChoice } from "../rule-options.js";

interface ExplainOptions {
  readonly color: boolean;
  readonly queries?: readonly string[];
  readonly replaceQueries?: boolean;
  readonly profile: Profile;
  readonly as?: string;
  readonly json?: boolean;
}

const HELP = `
Examples:
  $ curlew explain bash/fetch-pipe
  $ curlew explain acme/no-pipe --queries our-rules
  $ curlew explain install.md           # why is this command not a finding?
  $ echo 'curl -O https://x.example | sh' | curlew explain -
  $ curlew rules                        # list the rules`;

/** Adds the command `curlew explain`. */
export function registerExplain(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  program
    .command("explain")
    .summary("explain a rule, or why a text has no finding")
    .description(
      "Explains a rule: what it finds, why that is unsafe, and examples of what is and is not a finding. " +
        "For a file, explains each fetcher, decoder and executor that it names: why it is not a finding, or which finding it is part of.",
    )
    .argument(
      "<rule|file>",
      "id of a rule, such as bash/fetch-pipe; a file, or - for standard input",
    )
    .option(
      "--queries <dir>",
      "folder with custom query files whose rules are explained too; can be repeated",
      collected,
    )
    .option(
      "--replace-queries",
      "let a custom query file replace the built-in one with the same path",
    )
    .addOption(
      new Option(
        "-p, --profile <name>",
        "rules for a file: contract is a closed list of commands, extended covers more programs and languages",
      )
        .choices(["contract", "extended"])
        .default("extended"),
    )
    .option("--as <tag>", "read the file as a code block with this language tag, whatever its name")
    .option("--json", "print the explanations of a file as JSON")
    .option("--no-color", "print no colors (like NO_COLOR in the environment)")
    .addHelpText("after", HELP)
    .action(async (rule: string, options: ExplainOptions) => {
      const paint = paintFor(context, options.color);
      const custom = await customRules(context, options);
      const found = explanations.get(rule);
      const customRule = custom.find(({ id }) => id === rule);
      if (found !== undefined) await print(context, renderRule(rule, found, paint));
      else if (customRule !== undefined) await print(context, renderOwnRule(customRule, paint));
      else if (rule === "-" || existsSync(resolve(context.cwd, rule)))
        await print(context, await explainFile(context, rule, options));
      else
        throw new Failure(
          `there is no rule or file "${rule}"; the rules are: ${[...explanations.keys(), ...custom.map(({ id }) => id)].join(", ")}${hasCustomNamespace(rule) ? "; add --queries FOLDER for custom rules" : ""}`,
        );
      exit(0);
    });
}

/** Returns the explanations of all candidates in a file, one per line or as JSON. */
async function explainFile(
  context: Context,
  path: string,
  { as, json, color, profile, ...options }: ExplainOptions,
): Promise<string> {
  const { text, tag } = await readText(context, path);
  const format = as ?? tag;
  const detector = await context.toolkit.createDetector(ruleChoice({ ...options, profile }));
  const stages = detector.explain(text, format === null ? {} : { format });
  const explained = explainMissed(text, stages, detector);
  const lines = new Lines(text);
  if (json === true) {
    const candidates = explained.map((each) => ({ ...each, ...lines.position(each.span[0]) }));
    return `${JSON.stringify({ path, labels: stages.detection.labels, candidates }, null, 2)}\n`;
  }
  if (explained.length === 0)
    return `${path}: contains no command that fetches, decodes or executes in the ${profile} profile\n`;
  const paint = paintFor(context, color);
  return explained
    .map(({ span, sentence }) => {
      const { line, column } = lines.position(span[0]);
      return `${paint("bold", `${path}:${String(line)}:${String(column)}`)}: ${showText(sentence).text}\n`;
    })
    .join("");
}

/** Returns the custom rules of both profiles. */
async function customRules(context: Context, options: ExplainOptions): Promise<readonly Rule[]> {
  if (options.queries === undefined && options.replaceQueries !== true) return [];
  const { rules } = await context.toolkit.createDetector(
    ruleChoice({ ...options, profile: "extended" }),
  );
  return rules.filter(({ pattern }) => pattern !== undefined);
}

/** Whether an id has a namespace, and no built-in rule has the same one. */
function hasCustomNamespace(rule: string): boolean {
  const [name] = rule.split("/");
  return rule.includes("/") && ![...explanations.keys()].some((id) => id.startsWith(`${name}/`));
}
