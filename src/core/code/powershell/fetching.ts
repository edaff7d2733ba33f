import { listed, type Role } from "../../query/role.js";
import type { Node } from "./syntax.js";
import { operands, optionName } from "./texts.js";

/** Whether a web command puts out what it fetches: an address stands there, and no option sends the answer elsewhere or asks for none. */
export function isFetched(args: readonly Node[], role: Role): boolean {
  const output = optionsOf(role, "output");
  const valued = [...output, ...optionsOf(role, "values")];
  let address = false;
  for (let at = 0; at < args.length; at++) {
    const name = optionName(args[at]);
    if (name === null) address ||= canBeAddress(args[at]);
    else if ("uri".startsWith(name)) address ||= canBeAddress(args[++at]);
    else {
      const option = valued.find((each) => each.startsWith(name));
      const value = option === undefined ? undefined : args[++at];
      if (
        output.some((each) => each === option) &&
        !args.some((each) => optionName(each)?.startsWith("pass") === true)
      )
        return false;
      if (option === "method" && value?.kind === "text" && value.text.toLowerCase() === "head")
        return false;
    }
  }
  return address;
}

/** The file that a web command or a transfer writes; null where none is named. */
export function writtenFile(args: readonly Node[], role: Role): string | null {
  const output = optionsOf(role, "output");
  const at = args.findIndex((arg) =>
    output.some((option) => option.startsWith(optionName(arg) ?? "-")),
  );
  const file = at < 0 ? undefined : args[at + 1];
  return file?.kind === "text" ? file.text : null;
}

/** The file that a transfer writes: by an option, or its last operand; null where it is asked for something else. */
export function transferredFile(args: readonly Node[], role: Role): string | null {
  const [, ...behind] = operands(args);
  return isAsked(args, role) ? (writtenFile(args, role) ?? behind.at(-1) ?? null) : null;
}

/** Whether one of the options stands there without which a command does something else. */
export function isAsked(args: readonly Node[], role: Role): boolean {
  const needs = optionsOf(role, "needs");
  return (
    needs.length === 0 ||
    args.some((arg) => arg.kind === "text" && needs.includes(arg.text.slice(1).toLowerCase()))
  );
}

/** The options that a pattern lists, in small letters and without dashes: any beginning of one counts. */
function optionsOf(role: Role, setting: string): readonly string[] {
  return listed(role, setting).map((option) => option.slice(1).toLowerCase());
}

/** A lone ellipsis names no address. */
function canBeAddress(node: Node | undefined): boolean {
  return (
    node !== undefined && !(node.kind === "text" && /^(?:\.{2,}|\u2026|-.*|)$/.test(node.text))
  );
}
