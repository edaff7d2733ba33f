import { contentOf } from "../../segment/formats/powershell-tokens.js";
import { SourceBuilder, type Source } from "../../source.js";
import type { Node, Text } from "./syntax.js";
import type { Value } from "./values.js";

/** What a word or a string stands for. @param held the text that a variable is known to hold */
export function known(
  source: Source,
  { start, end, quoted, text, parts }: Text,
  held: (name: string) => Source | null,
): Source {
  if (quoted === null)
    return text === source.text.slice(start, end)
      ? source.slice(start, end)
      : new SourceBuilder(source).put(text, start, end).build();
  const builder = new SourceBuilder(source);
  let [from] = quoted.inner;
  for (const part of parts) {
    const value = part.kind === "variable" ? held(part.name) : null;
    if (value === null) continue;
    builder.append(contentOf(source, { ...quoted, inner: [from, part.start] })).append(value);
    from = part.end;
  }
  return builder.append(contentOf(source, { ...quoted, inner: [from, quoted.inner[1]] })).build();
}

/** Where a span over what executes and its operand ends: with a variable's name, else with the operand. */
export function endOf(operand: Node, { held }: Value): number {
  const variable = held?.variable ?? null;
  const isName =
    variable !== null &&
    (operand.kind === "variable" || operand.kind === "member") &&
    variable.start === operand.start;
  return isName ? variable.end : operand.end;
}

/** The name of an option, in small letters and without its dash; null for anything else. */
export function optionName(node: Node | undefined): string | null {
  const isOption =
    node?.kind === "text" && node.quoted === null && /^[-\u2013\u2014][A-Za-z]/.test(node.text);
  return isOption ? node.text.slice(1).replace(/:$/, "").toLowerCase() : null;
}

/** The words of a command line as other programs would be given them; null for a value that is not known. */
export function words(args: readonly Node[]): (string | null)[] {
  return args.map((arg) => (arg.kind === "text" ? arg.text : null));
}

/** What stands without an option, where that is a word. */
export function operands(args: readonly Node[]): string[] {
  return args.flatMap((arg) => (arg.kind === "text" && optionName(arg) === null ? [arg.text] : []));
}
