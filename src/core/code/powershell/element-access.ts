import type { Expr, Place, TextExpr } from "../ir.js";
import { variableName } from "../../lex/powershell-tokens.js";

/** Variables that have the same text on almost every Windows, in lower case: names of commands are spelled with their letters. */
const USUAL: ReadonlyMap<string, string> = new Map([
  ["pshome", "c:\\windows\\system32\\windowspowershell\\v1.0"],
  ["shellid", "microsoft.powershell"],
  ["verbosepreference", "silentlycontinue"],
  ["env:comspec", "c:\\windows\\system32\\cmd.exe"],
  ["env:public", "c:\\users\\public"],
]);

/** Returns the text of a literal, or of literals joined by `+`; null for a value that is known only when the script runs. */
function literalText(written: string, expr: Expr): string | null {
  if (expr.kind === "text") {
    const parts = expr.parts.map((part) =>
      part.kind === "chars" ? (part.text ?? written.slice(part.start, part.end)) : null,
    );
    return parts.includes(null) ? null : parts.join("");
  }
  if (expr.kind === "concat") {
    const parts = expr.operands.map((operand) => literalText(written, operand));
    return parts.includes(null) ? null : parts.join("");
  }
  const [only, ...others] = expr.kind === "group" ? expr.body : [];
  return only?.kind === "output" && others.length === 0 ? literalText(written, only.value) : null;
}

/** Returns a text that has a place but is not written there. */
export function textAt({ start, end }: Place, text: string): TextExpr {
  return {
    kind: "text",
    start,
    end,
    parts: [{ kind: "chars", start, end, text }],
    open: { start, end: start },
    close: { start: end, end },
  };
}

/** Matches an index that returns all characters in reverse order: `$text[-1..-$text.Length]`. */
const REVERSED = /^\s*\[\s*-\s*1\s*\.\.\s*(?:-|\(\s*-)/;

/** Returns the value of `object[index]`. */
export function elementOf(written: string, place: Place, object: Expr, index: Expr): Expr {
  const isReversed = REVERSED.test(written.slice(object.end, place.end));
  return (
    lettersOf(written, place, object, index) ?? {
      kind: "index",
      ...place,
      object,
      index,
      ...(isReversed && { reversed: "-1.." }),
    }
  );
}

/** Returns the letters of a known text at some indices, `$PSHOME[4]`, `'iex'[0,1,2]`; null if the text or an index is unknown. */
function lettersOf(written: string, place: Place, object: Expr, index: Expr): Expr | null {
  const text = knownText(written, object);
  const numbers = index.kind === "list" ? index.items.map(({ value }) => value) : [index];
  if (text === null) return null;
  const letters: string[] = [];
  for (const each of numbers) {
    if (each.kind !== "constant" || each.number === null) return null;
    letters.push(text[Number(each.number)] ?? "");
  }
  const items = letters.map((letter) => ({
    name: null,
    spread: false,
    value: textAt(place, letter),
  }));
  const [first] = items;
  if (index.kind !== "list") return first?.value ?? null;
  return { kind: "list", start: place.start, end: place.end, items };
}

function knownText(written: string, expr: Expr): string | null {
  if (expr.kind === "name") return USUAL.get(variableName(expr.name)) ?? null;
  const isCopy =
    expr.kind === "call" && expr.callee.kind === "member" && expr.callee.property === "tostring";
  return isCopy && expr.callee.kind === "member"
    ? knownText(written, expr.callee.object)
    : literalText(written, expr);
}
