/**
 * Analyzes many texts with an earlier revision and with the working tree, and prints every difference in labels, spans, rules,
 * notes, traces, payloads and outcomes: `npm run compare -- REVISION`. The exit status is 0 without differences, 1 with
 * differences, and 2 if the comparison could not run.
 */
import { Command, InvalidArgumentError, Option } from "commander";
import { profiles, type Profile } from "../src/core/model.js";
import { buildRevision, buildWorkingTree, CannotRun } from "./compare/build-revision.js";
import { compareGroup, summary } from "./compare/report.js";
import { answersOf } from "./compare/collect-answers.js";
import { groups, readers, type Group } from "./compare/texts.js";

interface Options {
  readonly texts: readonly string[];
  readonly only?: readonly Group[];
  readonly profile?: Profile;
  readonly seed: number;
}

const groupsOf = (value: string): Group[] =>
  value.split(",").map((name) => {
    const group = groups.find((one) => one === name.trim());
    if (group === undefined)
      throw new InvalidArgumentError(
        `there is no group "${name}"; use some of ${groups.join(",")}`,
      );
    return group;
  });

const wholeNumber = (value: string): number => {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError("a seed is a whole number");
  return Number(value);
};

const program = new Command("npm run compare --")
  .description("Compares the answers of an earlier revision with those of the working tree.")
  .argument("<revision>", "a commit, branch or tag")
  .option(
    "--texts <path...>",
    "more files and folders to analyze; each line of a .jsonl file is a record with a text",
    [],
  )
  .option("--only <groups>", `some of ${groups.join(",")}`, groupsOf)
  .option("--seed <number>", "the seed for generated and mutated texts", wholeNumber, 1)
  .addOption(new Option("--profile <profile>", "the profile (default: both)").choices(profiles))
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse();

async function compare(
  revision: string,
  { texts: paths, only, profile, seed }: Options,
): Promise<number> {
  const named = (only ?? groups).map((group) => ({
    group,
    texts: readers[group]({ seed, paths }),
  }));
  const chosen = named.filter(({ texts }) => texts.length > 0);
  const read = profile === undefined ? profiles : [profile];
  const all = new Set(chosen.flatMap(({ texts }) => texts.map(({ text }) => text)));
  const before = await buildRevision(revision);
  const after = await buildWorkingTree();
  const answers = {
    before: await answersOf(before, all, read),
    after: await answersOf(after, all, read),
  };
  const compared = chosen.map(({ group, texts }) => ({
    group,
    texts,
    comparison: compareGroup(group, texts, read, answers),
  }));
  for (const { comparison } of compared) for (const line of comparison.lines) console.log(line);
  console.log(`${before.name} (-) and the working tree (+), ${read.join(" and ")}:`);
  for (const { group, texts, comparison } of compared)
    console.log(summary(group, texts.length, comparison));
  return compared.some(({ comparison }) => comparison.differing > 0) ? 1 : 0;
}

try {
  process.exitCode = await compare(program.args[0] ?? "", program.opts<Options>());
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(`compare: ${error.message}`);
  process.exitCode = 2;
}
