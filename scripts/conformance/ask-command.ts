import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Question, Span } from "./corpus.js";

/** The answer to one question: a line that the command writes. */
export interface Answer {
  readonly id: string;
  readonly labels: readonly string[];
  readonly spans: readonly Span[];
}

/** Thrown if the command cannot be scored: it did not start, failed, or did not answer correctly. */
export class AnswerError extends Error {}

/**
 * Writes the questions to the standard input of a command, one JSON object per line, and returns its answers by the questions' ids.
 * @throws AnswerError if the command cannot start or fails, or if an answer is missing, repeated or malformed
 */
export async function askCommand(
  command: string,
  args: readonly string[],
  questions: readonly Question[],
): Promise<ReadonlyMap<string, Answer>> {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", (error) => {
      reject(new AnswerError(`cannot start ${command}: ${error.message}`));
    });
    child.on("close", resolve);
  });
  // If the command ends early, the missing answers are reported below.
  child.stdin.on("error", () => undefined);
  child.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
  const answers = new Map<string, Answer>();
  const known = new Set(questions.map(({ id }) => id));
  const read = async (): Promise<void> => {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.trim() === "") continue;
      const answer = answerOf(line);
      if (!known.has(answer.id)) throw new AnswerError(`there is no question "${answer.id}"`);
      if (answers.has(answer.id)) throw new AnswerError(`"${answer.id}" is answered twice`);
      answers.set(answer.id, answer);
    }
  };
  try {
    const [status] = await Promise.all([ended, read()]);
    if (status !== 0) throw new AnswerError(`${command} ended with status ${status ?? "none"}`);
  } finally {
    child.kill();
  }
  const missing = questions.find(({ id }) => !answers.has(id));
  if (missing !== undefined) throw new AnswerError(`"${missing.id}" is not answered`);
  return answers;
}

/** Parses an answer. @throws AnswerError for a line that is not an answer */
function answerOf(line: string): Answer {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new AnswerError(`a line is not JSON: ${line.slice(0, 80)}`);
  }
  const { id, labels, spans } = (value ?? {}) as Partial<Record<keyof Answer, unknown>>;
  if (typeof id !== "string" || !isLabels(labels) || !isSpans(spans))
    throw new AnswerError(
      `a line is not an answer (schema/conformance.schema.json): ${line.slice(0, 80)}`,
    );
  return { id, labels, spans };
}

function isLabels(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((label) => label === "PS") && value.length <= 1;
}

function isSpans(value: unknown): value is Span[] {
  return (
    Array.isArray(value) &&
    value.every(
      (span: unknown) =>
        Array.isArray(span) && span.length === 2 && span.every((at) => Number.isInteger(at)),
    )
  );
}
