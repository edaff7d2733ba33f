import { Option, type Command } from "commander";
import type { Context } from "../context.js";
import { pagePath, siteAddress } from "../explain/page-urls.js";
import { withRuleOptions, type RuleOptions } from "../options.js";
import { print } from "../output.js";
import { renderReport } from "../own-rules/render-report.js";
import { scaffoldRule } from "../own-rules/scaffold-rule.js";
import { TEMPLATE_LANGUAGES, type TemplateLanguage } from "../own-rules/rule-templates.js";
import { testRules } from "../own-rules/test-rules.js";
import { paintFor } from "../paint.js";
import { showText } from "../report/terminal-text.js";
import { ruleChoice, ruleRemarks } from "../rule-options.js";

interface RulesOptions extends RuleOptions {
  readonly format: "text" | "json";
}

const HELP = `
Examples:
  $ curlew rules
  $ curlew rules --profile contract --format json
  $ curlew rules --queries our-rules
  $ curlew rules new acme/no-pipe       # create a rule
  $ curlew rules test our-rules         # test the rules of a folder
  $ curlew explain bash/fetch-pipe`;

/** Adds the command `curlew rules`. */
export function registerRules(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const command = withRuleOptions(
    program.command("rules").summary("list the active rules; create and test custom ones"),
  )
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
  registerTest(command, context, exit);
  registerNew(command, context, exit);
}

const TEST_HELP = `
Examples are in files next to the query files, such as no-pipe.test.sh. Each begins with a comment:

  # match: acme/no-pipe
  acmeget install | sh

  # no-match: acme/no-pipe
  acmeget list | grep tool

A rule needs at least one example of each kind. Below a line, "# ^^^^ NAME" asserts a capture or the finding of a
rule above the carets, "# <- NAME" one that begins above the comment mark, and "!NAME" instead of NAME that none
begins there.
Exit status: 0 all examples passed, 1 some failed, 2 error.`;

function registerTest(parent: Command, context: Context, exit: (status: number) => void): void {
  parent
    .command("test")
    .summary("test the rules of a folder on its examples")
    .description(
      "Analyzes the examples next to the query files of a folder, and fails if a result is not as expected or a rule has no examples.",
    )
    .argument("<dir...>", "folders with custom query files and examples")
    .addOption(
      new Option("-f, --format <name>", "output format").choices(["text", "json"]).default("text"),
    )
    .option("--no-color", "print no colors (like NO_COLOR in the environment)")
    .addHelpText("after", TEST_HELP)
    .action(async (folders: readonly string[], { format, color }: TestOptions) => {
      const reports = [];
      for (const folder of folders) reports.push(await testRules(context.toolkit, folder));
      const paint = paintFor(context, color);
      await print(
        context,
        format === "json"
          ? `${JSON.stringify({ folders: reports })}\n`
          : reports.map((report) => renderReport(report, paint)).join("\n"),
      );
      exit(reports.every(({ failures }) => failures.length === 0) ? 0 : 1);
    });
}

interface TestOptions {
  readonly format: "text" | "json";
  readonly color: boolean;
}

function registerNew(parent: Command, context: Context, exit: (status: number) => void): void {
  parent
    .command("new")
    .summary("create a rule: a folder with a query file, examples and help")
    .description(
      "Writes a query file, examples and a help page for a new rule. The generated examples pass.",
    )
    .argument("<name>", "id of the rule, such as acme/no-pipe")
    .addOption(
      new Option("-l, --language <name>", "language of the code that the rule matches")
        .choices(TEMPLATE_LANGUAGES)
        .default("bash"),
    )
    .option("--into <dir>", "the folder to write to; by default a new one with the rule's name")
    .action(async (id: string, { language, into }: NewOptions) => {
      const written = await scaffoldRule(context, id, language, into ?? null);
      const folder = into ?? id.slice(id.indexOf("/") + 1);
      const lines = written.map((path) => `wrote ${path}`);
      await print(
        context,
        `${[...lines, "", `test it: curlew rules test ${folder}`].join("\n")}\n`,
      );
      exit(0);
    });
}

interface NewOptions {
  readonly language: TemplateLanguage;
  readonly into?: string;
}

async function listRules(context: Context, options: RulesOptions): Promise<void> {
  // creating the detector checks the query files, so that only rules that can work are listed
  const detector = await context.toolkit.createDetector(ruleChoice(options));
  const { revision, rules, disabledRules, ownQueries } = detector;
  if (options.format === "json") {
    const site = siteAddress(context.env);
    const pages = rules.map((rule) => ({ ...rule, page: `${site}${pagePath(rule.id)}` }));
    await print(
      context,
      `${JSON.stringify({ revision, rules: pages, disabledRules, ownQueries })}\n`,
    );
    return;
  }
  const width = Math.max(0, ...rules.map(({ id }) => id.length));
  const lines = rules.map(({ id, message, severity, pattern }) => {
    const own = pattern === undefined ? "" : ` (${severity}, ${pattern})`;
    return `${id.padEnd(width)}  ${showText(message + own).text}\n`;
  });
  const messages = [
    `Each rule has a page: ${siteAddress(context.env)}rules/`,
    ...ruleRemarks(detector),
  ].map((message) => `${showText(message).text}\n`);
  await print(context, [...lines, "\n", ...messages].join(""));
}
