/**
 * Matches the parts of a shape that matter: bars, the beginnings and ends of groups, references, and other parts, with their
 * quantifiers.
 */
const PART =
  /\||\((?:\?(?:[:=!]|<[=!]|<\w+>))?|(?:\{[a-z][a-z.+-]*\}|\\(?:[pPu]\{[^}]*\}|u[\da-f]{4}|[^])|\[(?:\\[^]|[^\\\]])*\]|[^|(])(?<quantifier>(?:[*+?]|\{\d+(?:,\d*)?\})\??)?/gi;

/** Matches a reference to a group or shape, which may be a choice, but not `{word-start}` and `{word-end}`. */
const REFERENCE = /^\{(?!word-)[a-z]/;

/** Matches the quantifiers of parts that V8 repeats in the code, once for each number of repetitions. */
const REPEATED = /^(?:\?|\{[01],[123]\})$/;

/** An empty lookahead. */
export const SHARED = "(?=)";

/** A group of the expression; `joins` if more than one way leads to its end. */
interface Group {
  readonly isLookaround: boolean;
  joins: boolean;
}

/**
 * Returns an equivalent expression that V8 compiles to less code. V8 compiles what follows a choice up to ten times, once for each
 * way to get there, so that a long expression can become a megabyte of code, but it compiles what follows a lookahead only once.
 * Therefore an empty lookahead is inserted after each choice.
 */
export function shareContinuations(source: string): string {
  const groups: Group[] = [{ isLookaround: false, joins: false }];
  return source.replace(PART, (part, quantifier: string | undefined, at: number) => {
    const group = groups.at(-1);
    if (part.startsWith("(")) groups.push({ isLookaround: /[=!]$/.test(part), joins: false });
    else if (part === "|" && group !== undefined) group.joins = true;
    else if (part.startsWith(")")) groups.pop();
    const rest = source.slice(at + part.length, at + part.length + 4);
    const isChoice = part.startsWith(")")
      ? group?.isLookaround === false && (group.joins || /[*+?,]/.test(quantifier ?? ""))
      : REFERENCE.test(part) ||
        (REPEATED.test(quantifier ?? "") && /^(?:\((?!\?<?[=!])|\{[a-z])/.test(rest));
    if (!isChoice || rest === "" || rest.startsWith("|")) return part;
    if (!rest.startsWith(")")) return part + SHARED;
    const outer = groups.at(-1);
    if (outer !== undefined) outer.joins = true;
    return part;
  });
}
