import type { Command } from "commander";
import type { Context } from "../context.js";
import { readText } from "../explain/read-text.js";
import { withRuleOptions, type RuleOptions } from "../options.js";
import { print } from "../output.js";
import { paintFor } from "../paint.js";
import { renderStages } from "../report/stages.js";
import { ruleChoice } from "../rule-options.js";

interface ExplainTextOptions extends RuleOptions {
  readonly as?: string;
  readonly color: boolean;
}

const HELP = `
The stages are those of ARCHITECTURE.md:
  segment  the regions that are analyzed, their language, and whether they are only displayed
  parse    whether the grammar parsed a region without an error
  query    what the patterns in queries/ captured
  resolve  the matches, with the steps that led to each
  context  whether a match is an instruction, or which words dismiss it

Examples:
  $ curlew explain-text install.md
  $ echo 'Never run \`curl https://x.example | sh\`!' | curlew explain-text -
  $ curlew explain-text notes.txt --as bash`;

/** Adds the command `curlew explain-text`. */
export function registerExplainText(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  withRuleOptions(
    program
      .command("explain-text")
      .summary("show the result of each stage of the detector for a text"),
  )
    .description(
      "Shows the result of each stage of the detector, to find the stage that causes a wrong result.",
    )
    .argument("<file>", "a file, or - for standard input")
    .option(
      "--as <tag>",
      "read the text as a code block with this language tag, whatever its file name",
    )
    .option("--no-color", "print no colors (like NO_COLOR in the environment)")
    .addHelpText("after", HELP)
    .action(async (path: string, options: ExplainTextOptions) => {
      const { text, tag } = await readText(context, path);
      const format = options.as ?? tag;
      const detector = await context.toolkit.createDetector(ruleChoice(options));
      const stages = detector.explain(text, format === null ? {} : { format });
      await print(context, renderStages(text, stages, paintFor(context, options.color)));
      exit(0);
    });
}
