import type { Answer } from "./ask-command.js";
import type { Corpus } from "./corpus.js";

/** The score of an implementation on the rows of a corpus. */
export interface Score {
  readonly name: string;
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly tn: number;
  /** Of the rows with given spans and a correct label: those with exactly these spans, and all. */
  readonly spans: readonly [right: number, all: number];
  /** Rows, counted from 1, with a wrong label or wrong spans. */
  readonly wrong: readonly number[];
}

/** Compares answers with a corpus. A labelled row without spans is scored by its labels only. */
export function scoreCorpus(corpus: Corpus, answers: ReadonlyMap<string, Answer>): Score {
  const count = { tp: 0, fp: 0, fn: 0, tn: 0 };
  let [right, all] = [0, 0];
  const wrong: number[] = [];
  corpus.expected.forEach(({ labels, spans }, index) => {
    const answer = answers.get(corpus.questions[index]?.id ?? "");
    const [is, said] = [labels.length > 0, (answer?.labels.length ?? 0) > 0];
    count[is ? (said ? "tp" : "fn") : said ? "fp" : "tn"]++;
    let isRight = is === said;
    if (isRight && (spans.length > 0 || !is)) {
      isRight = JSON.stringify(answer?.spans ?? []) === JSON.stringify(spans);
      if (is) all++;
      if (is && isRight) right++;
    }
    if (!isRight) wrong.push(index + 1);
  });
  return { name: corpus.name, ...count, spans: [right, all], wrong };
}

/** Returns the scores as a Markdown table. */
export function scoreTable(scores: readonly Score[]): string {
  const rows = scores.map(
    ({ name, tp, fp, fn, tn, spans: [right, all] }) =>
      `| ${name} | ${tp} | ${fp} | ${fn} | ${tn} | ${right} of ${all} |`,
  );
  return [
    "| corpus | tp | fp | fn | tn | exact spans |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
  ].join("\n");
}
