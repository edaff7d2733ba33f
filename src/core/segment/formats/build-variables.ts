import { Source, SourceBuilder } from "../../source.js";

/** Matches a backslash at the end of a line that is continued. */
const CONTINUED = /\\[ \t]*\n/g;
/** `NAME=VALUE` at the beginning of the operands. */
const ASSIGNMENTS = /^\s*[A-Za-z_]\w*=/;
/** `ENV NAME VALUE`, the old form: the value extends to the end of the line. */
const OLD_FORM = /^(\s*)([A-Za-z_]\w*)([ \t]+)(?=\S)/;
/** Maximum number of instructions whose variables are kept: all are read again with each command that uses one of them. */
const MAX_VARIABLES = 64;

/** The variables that `ENV` and `ARG` of a Dockerfile set for the commands after them. */
export class BuildVariables {
  private readonly set: {
    readonly isArg: boolean;
    readonly names: string[];
    readonly code: Source;
  }[] = [];

  /** Adds the variables of an instruction; `FROM` removes those of `ARG`. Returns false if there are too many instructions. */
  read(instruction: string, operands: Source): boolean {
    if (instruction === "FROM") {
      const kept = this.set.filter(({ isArg }) => !isArg);
      this.set.splice(0, this.set.length, ...kept);
    }
    const isArg = instruction === "ARG";
    if (!isArg && instruction !== "ENV") return true;
    if (this.set.length >= MAX_VARIABLES) return false;
    const code = assignments(
      operands.rewritten(CONTINUED, () => "  "),
      isArg,
    );
    if (code === null) return true;
    const names = Array.from(
      code.text.matchAll(/(?:^|\s)([A-Za-z_]\w*)=/g),
      ([, name = ""]) => name,
    );
    this.set.push({ isArg, names, code });
    return true;
  }

  /** Whether a command expands one of the variables. */
  areUsedIn(command: string): boolean {
    return (
      this.set.length > 0 &&
      command.includes("$") &&
      this.set.some(({ names }) =>
        names.some((name) => command.includes(`$${name}`) || command.includes(`\${${name}`)),
      )
    );
  }

  /** Returns a command with assignments of all variables before it. */
  before(command: Source): Source {
    return Source.joined([...this.set.map(({ code }) => code), command], "\n");
  }
}

/** Returns the operands as shell assignments; null if they have no value, or have a double quote in the old form. */
function assignments(operands: Source, isArg: boolean): Source | null {
  if (ASSIGNMENTS.test(operands.text)) return operands;
  const old = isArg ? null : OLD_FORM.exec(operands.text);
  if (old === null || operands.text.includes('"')) return null;
  const [whole, blanks = "", name = ""] = old;
  const at = blanks.length + name.length;
  return new SourceBuilder(operands)
    .append(operands.slice(blanks.length, at))
    .replace('="', at, whole.length)
    .append(operands.slice(whole.length))
    .replace('"', operands.text.length, operands.text.length)
    .build();
}
