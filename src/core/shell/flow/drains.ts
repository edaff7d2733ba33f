import type { Vocabulary } from "../../query/vocabulary.js";
import type { Command, Statement } from "../syntax.js";

/** True for a statement that reads its standard input to the end: nothing of it is left for the next one (`(cat > f; sh)`). */
export function drains(statement: Statement, vocabulary: Vocabulary): boolean {
  if (statement.kind === "pipeline") return statement.stages[0] !== undefined && drains(statement.stages[0], vocabulary);
  if (statement.kind === "sequence") return statement.items[0] !== undefined && drains(statement.items[0].statement, vocabulary);
  return statement.kind === "command" && readsToTheEnd(statement, vocabulary);
}

/** Only plain names and operands are looked at: what is not known may leave something over. */
function readsToTheEnd({ words, redirects }: Command, vocabulary: Vocabulary): boolean {
  const [name = "", ...operands] = words.map(({ source, start, end }) => source.text.slice(start, end));
  if (redirects.some(({ operator, descriptor }) => operator.startsWith("<") && (descriptor ?? 0) === 0)) return false;
  return vocabulary.has("flow.drain", name) || (vocabulary.has("flow.reader", name) && operands.every((operand) => operand.startsWith("-")));
}
