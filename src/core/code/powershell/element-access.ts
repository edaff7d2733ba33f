import type { Expr, Place, TextExpr } from "../ir.js";
import { variableName } from "../../lex/powershell-tokens.js";

/** The usual values on Windows, in lower case, of variables from whose letters names of commands are composed. */
const USUAL: ReadonlyMap<string, string> = new Map([
  ["pshome", "c:\\windows\\system32\\windowspowershell\\v1.0"],
  ["shellid", "microsoft.powershell"],
  ["verbosepreference", "silentlycontinue"],
  ["env:comspec", "c:\\windows\\system32\\cmd.exe"],
  ["env:public", "c:\\users\\public"],
]);

/** Returns the text of a literal, or of concatenated literals; null for any other expression. */
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

/** Returns a string literal for a range of the script that does not contain this text. */
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

/** Lowers `object[index]`: to the known letters of a string, or to an index expression. */
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

/** Returns the letters of a known string, `$PSHOME[4]` or `'iex'[0,1,2]`; null if the string or an index is not known. */
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

/** Matches the name of the only usual variable that contains "mdr": `(gv '*mdr*').Name`. */
const SEARCHED =
  /^\(\s*(?:gv|get-variable|variable)\s+(["']?)\*mdr\*\1\s*\)\s*\.\s*(["']?)name\2$/i;

function knownText(written: string, expr: Expr): string | null {
  if (SEARCHED.test(written.slice(expr.start, expr.end))) return "maximumdrivecount";
  if (expr.kind === "name") return USUAL.get(variableName(expr.name)) ?? null;
  const isCopy =
    expr.kind === "call" && expr.callee.kind === "member" && expr.callee.property === "tostring";
  return isCopy && expr.callee.kind === "member"
    ? knownText(written, expr.callee.object)
    : literalText(written, expr);
}
