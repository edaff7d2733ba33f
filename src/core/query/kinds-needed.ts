const TOKEN = /"(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+/g;

/** Kinds that no tree is looked through for, and quantifiers, by which a node may be absent. */
const UNTOLD = /(?:^|\s)(?:ERROR|MISSING|\?|\*)(?:\s|$)/;

/**
 * The kinds of nodes without which a pattern matches nothing: all of one list stand in a tree where it may. There is a list for each
 * alternative where the whole pattern is an alternation; of an alternation inside, nothing is needed.
 */
export function kindsNeeded(structure: string): readonly (readonly string[])[] {
  if (UNTOLD.test(structure)) return [[]];
  const lists: string[][] = [];
  let list: string[] = [];
  const open: ("node" | "group" | "alternation")[] = [];
  const inside = (what: "node" | "alternation"): number => open.filter((each) => each === what).length;
  let isAlternation = false;
  const tokens = structure.match(TOKEN) ?? [];
  for (const [at, token] of tokens.entries()) {
    if (token === "[") {
      isAlternation ||= open.every((each) => each === "group") && list.length === 0;
      open.push("alternation");
    } else if (token === "(") {
      const kind = /^[a-z]\w*$/.exec(tokens[at + 1] ?? "")?.[0];
      open.push(kind === undefined ? "group" : "node");
      if (kind !== undefined && inside("alternation") === Number(isAlternation)) list.push(kind);
    } else if (token === ")" || token === "]") {
      open.pop();
      if (!isAlternation || token === "]" || inside("node") > 0) continue;
      lists.push(list);
      list = [];
    }
  }
  return isAlternation ? lists : [list];
}
