import { SourceBuilder, type Source } from "../../source.js";
import type { Node, Text } from "./syntax.js";
import type { Value } from "./values.js";

/** What a string holds, its escapes decoded. */
export function known(source: Source, { inner, exact, quoted, text }: Text): Source {
  if (exact) return source.slice(inner.start, inner.end);
  const builder = new SourceBuilder(source);
  if (!quoted) return builder.put(text, inner.start, inner.end).build();
  const written = source.text.slice(inner.start, inner.end);
  let from = inner.start;
  for (const found of written.matchAll(source.text[inner.start - 1] === "'" ? /''/g : /`[\s\S]|""|\\"/g)) {
    const at = inner.start + found.index;
    builder.copy(from, at).put(found[0].slice(1), at, at + 2);
    from = at + 2;
  }
  return builder.copy(from, inner.end).build();
}

/** A string with the known values of its variables in place. */
export function filled(source: Source, node: Text, held: (name: string) => Source | null): Source {
  if (!node.exact) return known(source, node);
  const builder = new SourceBuilder(source);
  let from = node.inner.start;
  for (const part of node.parts) {
    const text = part.kind === "variable" ? held(part.name) : null;
    if (text === null) continue;
    builder.copy(from, part.start).append(text);
    from = part.end;
  }
  return builder.copy(from, node.inner.end).build();
}

/** Where a span over what executes and its operand ends: with a variable's name, else with the operand. */
export function endOf(operand: Node, { held }: Value): number {
  const variable = held?.variable ?? null;
  const isName = variable !== null && (operand.kind === "variable" || operand.kind === "member") && variable.start === operand.start;
  return isName ? variable.end : operand.end;
}

export function isOption(node: Node): boolean {
  return node.kind === "text" && !node.quoted && /^[-\u2013\u2014][A-Za-z]/.test(node.text);
}

/** The words of a command line as other programs would be given them; null for a value that is not known. */
export function words(args: readonly Node[]): (string | null)[] {
  return args.map((arg) => (arg.kind === "text" ? arg.text : null));
}
