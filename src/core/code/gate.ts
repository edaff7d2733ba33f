import type { Vocabulary } from "../query/vocabulary.js";

/** Captures whose words must be there before anything can be found. */
const SINKS: readonly string[] = ["sink.execute", ...["shell", "process", "argv", "words", "exec", "line", "code", "list"].flatMap((shape) => [`inject.${shape}`, `inject.${shape}.method`])];

const gates = new WeakMap<Vocabulary, RegExp>();

/** Whether a text names anything that executes: a scan that spares a parse. */
export function mayExecute(vocabulary: Vocabulary, text: string): boolean {
  let gate = gates.get(vocabulary);
  if (gate === undefined) {
    const names = new Set(SINKS.flatMap((capture) => [...vocabulary.words(capture)].map(lastName)));
    gate = new RegExp([...names].map((name) => name.replace(/[$()]/g, "\\$&")).join("|") || "(?!)");
    gates.set(vocabulary, gate);
  }
  return gate.test(text);
}

/** `run` of `subprocess.run`: an import may give the rest another name. */
function lastName(word: string): string {
  return word.replace(/\(\)$/, "").split(".").at(-1) ?? word;
}
