import type { Command } from "commander";
import type { Context } from "../context.js";
import { explanations, type Explanation } from "../explain/explanations.js";
import { Failure } from "../failure.js";
import { print } from "../output.js";
import { paintFor, type Paint } from "../paint.js";

const HELP = `
Examples:
  $ curlew explain bash/fetch-pipe
  $ curlew rules                        # the rules there are`;

/** `curlew explain`. */
export function registerExplain(program: Command, context: Context, exit: (status: number) => void): void {
  program
    .command("explain")
    .summary("explain a rule, with examples")
    .description("Explains a rule: what it finds, why that is unsafe, and examples of what is and is not a finding.")
    .argument("<rule>", "id of a rule, such as bash/fetch-pipe")
    .option("--no-color", "no colours (as with NO_COLOR in the environment)")
    .addHelpText("after", HELP)
    .action(async (rule: string, { color }: { color: boolean }) => {
      await print(context, render(rule, find(rule), paintFor(context, color)));
      exit(0);
    });
}

function find(rule: string): Explanation {
  const found = explanations.get(rule);
  if (found) return found;
  throw new Failure(`no rule "${rule}"; the rules are: ${[...explanations.keys()].join(", ")}`);
}

function render(rule: string, { title, why, instead, findings, clean, profile }: Explanation, paint: Paint): string {
  const block = (examples: readonly string[]) => examples.map((text) => text.replace(/^/gm, "    ").replace(/[«»]/g, "")).join("\n\n");
  const note = profile === "extended" ? ["In force with --profile extended only.", ""] : [];
  return [
    `${paint("bold", rule)}  ${title}`,
    "",
    ...note,
    why,
    "",
    paint("red", "Findings"),
    block(findings),
    "",
    paint("green", "No findings"),
    block(clean),
    "",
    paint("cyan", "Instead"),
    instead.replace(/^/gm, "    "),
    "",
  ].join("\n");
}
