import { roleOf, type Roles } from "../../query/role.js";
import type { Command, Statement } from "../script.js";

/** Whether a statement reads all of its standard input, so that nothing is left for the next one (`(cat > f; sh)`). */
export function readsAllInput(statement: Statement, named: (name: string) => Roles): boolean {
  if (statement.kind === "pipeline")
    return statement.stages[0] !== undefined && readsAllInput(statement.stages[0], named);
  if (statement.kind === "sequence")
    return statement.items[0] !== undefined && readsAllInput(statement.items[0].statement, named);
  return statement.kind === "command" && readsToTheEnd(statement, named);
}

/** Whether a command reads its standard input to the end. Words are compared as written: an unknown command may leave some input. */
function readsToTheEnd({ words, redirects }: Command, named: (name: string) => Roles): boolean {
  const [name = "", ...operands] = words.map(({ source, start, end }) =>
    source.text.slice(start, end),
  );
  if (
    redirects.some(
      ({ operator, descriptor }) => operator.startsWith("<") && (descriptor ?? 0) === 0,
    )
  )
    return false;
  const roles = named(name);
  return (
    roleOf(roles, "flow.drain") !== null ||
    (roleOf(roles, "flow.reader") !== null && operands.every((operand) => operand.startsWith("-")))
  );
}
