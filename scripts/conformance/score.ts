import type { Answer } from "./ask-command.js";
import type { Corpus } from "./corpus.js";

/** The score of an implementation on the rows of a corpus. */
export interface Score {
  readonly name: string;
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly tn: number;
  /** Among the true positives with expected spans: the number with exactly these spans, and the total. */
  readonly spans: readonly [exact: number, all: number];
  /** 1-based numbers of the rows with a wrong label or wrong spans. */
  readonly wrong: readonly number[];
}

/** Compares answers with a corpus. For a positive row without expected spans, only the labels are compared. */
export function scoreCorpus(corpus: Corpus, answers: ReadonlyMap<string, Answer>): Score {
  const count = { tp: 0, fp: 0, fn: 0, tn: 0 };
  let [exact, all] = [0, 0];
  const wrong: number[] = [];
  corpus.expected.forEach(({ labels, spans }, index) => {
    const answer = answers.get(corpus.questions[index]?.id ?? "");
    const [expected, actual] = [labels.length > 0, (answer?.labels.length ?? 0) > 0];
    count[expected ? (actual ? "tp" : "fn") : actual ? "fp" : "tn"]++;
    let isCorrect = expected === actual;
    if (isCorrect && (spans.length > 0 || !expected)) {
      isCorrect = JSON.stringify(answer?.spans ?? []) === JSON.stringify(spans);
      if (expected) all++;
      if (expected && isCorrect) exact++;
    }
    if (!isCorrect) wrong.push(index + 1);
  });
  return { name: corpus.name, ...count, spans: [exact, all], wrong };
}

/** Returns the scores as a Markdown table. */
export function scoreTable(scores: readonly Score[]): string {
  const rows = scores.map(
    ({ name, tp, fp, fn, tn, spans: [exact, all] }) =>
      `| ${name} | ${tp} | ${fp} | ${fn} | ${tn} | ${exact} of ${all} |`,
  );
  return [
    "| corpus | tp | fp | fn | tn | exact spans |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ].join("\n");
}
