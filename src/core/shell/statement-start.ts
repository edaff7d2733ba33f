import type { Statement } from "./script.js";

/** Returns the document offset of the first word of a statement that belongs to a command; null if there is none. */
export function startOf(statement: Statement): number | null {
  switch (statement.kind) {
    case "command": {
      const [word] = statement.words;
      const first = word ?? statement.assignments[0]?.value;
      return first === undefined || first === null
        ? null
        : first.source.origin(first.start, first.end)[0];
    }
    case "pipeline":
      return startIn(statement.stages);
    case "sequence":
      return startIn(statement.items.map((item) => item.statement));
    case "group":
    case "loop":
      return startIn(statement.body.statements);
    case "if":
      return startIn(statement.branches.flatMap(({ condition }) => [...condition.statements]));
    case "case":
      return startIn(statement.arms.flatMap(({ statements }) => [...statements]));
    case "function":
    case "coprocess":
      return startOf(statement.body);
  }
}

function startIn(statements: Iterable<Statement>): number | null {
  for (const statement of statements) {
    const start = startOf(statement);
    if (start !== null) return start;
  }
  return null;
}
