import type { Command } from "commander";
import type { Context } from "../context.js";
import { Failure } from "../failure.js";
import { inputs } from "../input/documents.js";
import { withRuleOptions, DEFAULT_MAX_SIZE, type RuleOptions } from "../options.js";
import { print } from "../output.js";
import { paintFor } from "../paint.js";
import { renderStages } from "../report/stages.js";
import { ruleChoice } from "../rules.js";

interface ExplainTextOptions extends RuleOptions {
  readonly as?: string;
  readonly color: boolean;
}

const HELP = `
The stages are those of ARCHITECTURE.md:
  segment  which part of the text is read, as what, and whether it is only shown
  parse    whether the grammar read it without an error
  query    what the patterns of queries/ captured
  resolve  the matches, with the steps that led to each
  context  whether a match is meant, or which words speak against it

Examples:
  $ curlew explain-text install.md
  $ echo 'Never run \`curl https://x.example | sh\`!' | curlew explain-text -
  $ curlew explain-text notes.txt --as bash`;

/** `curlew explain-text`. */
export function registerExplainText(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  withRuleOptions(
    program.command("explain-text").summary("show what each stage of the detector makes of a text"),
  )
    .description(
      "Shows what each stage of the detector makes of a text, so that a wrong answer says which of them to blame.",
    )
    .argument("<file>", "a file, or - for standard input")
    .option("--as <tag>", "read it as what this tag of a fence says, whatever its name")
    .option("--no-color", "no colours (as with NO_COLOR in the environment)")
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

async function readText(
  context: Context,
  path: string,
): Promise<{ readonly text: string; readonly tag: string | null }> {
  for await (const input of inputs(context, [path], {
    maxSize: DEFAULT_MAX_SIZE,
    ignoreFiles: false,
    excludes: () => false,
  })) {
    if ("unread" in input) throw new Failure(`${input.unread.path}: ${input.unread.message}`);
    return input.document;
  }
  throw new Failure(`${path}: holds no text`);
}
