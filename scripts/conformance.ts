/**
 * `npm run lab -- conformance -- COMMAND [ARGUMENTS]`: scores another implementation of the contract on the corpora. The command
 * reads questions and writes answers as JSON lines (schema/conformance.schema.json, docs/conformance.md).
 * The exit status is 0 if every answer is correct, 1 if one is wrong, and 2 if the command cannot be scored.
 */
import { corpusNames, readCorpus } from "./conformance/corpus.js";
import { askCommand, AnswerError } from "./conformance/ask-command.js";
import { scoreTable, scoreCorpus } from "./conformance/score.js";

const args = process.argv.slice(2);
const [command, ...rest] = args[0] === "--" ? args.slice(1) : args;

if (command === undefined) {
  console.error("conformance: name the command: npm run lab -- conformance -- COMMAND [ARGUMENTS]");
  process.exitCode = 2;
} else
  try {
    const corpora = corpusNames().map(readCorpus);
    const answers = await askCommand(
      command,
      rest,
      corpora.flatMap(({ questions }) => questions),
    );
    const scores = corpora.map((corpus) => scoreCorpus(corpus, answers));
    console.log(scoreTable(scores));
    for (const { name, wrong } of scores)
      for (const row of wrong) console.log(`wrong: corpora/${name}.jsonl row ${row}`);
    process.exitCode = scores.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    console.error(`conformance: ${error.message}`);
    process.exitCode = 2;
  }
