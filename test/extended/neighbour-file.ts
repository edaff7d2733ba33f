import { readdirSync, readFileSync } from "node:fs";

/**
 * Neighbours of the sentences of the extended profile, both ways, by the smallest difference. A case is what stands between lines
 * of `---`: the tag of its fence (`@bash`; `@md` for none, a question mark behind it where the span is left open), then the text with
 * its spans marked. Behind the tag `advisory` says that nothing is labelled, and that what is marked, if anything, is only advised of.
 */
export interface Neighbour {
  readonly marked: string;
  readonly text: string;
  readonly open: boolean;
  readonly advisory: boolean;
}

const FOLDER = new URL("./neighbours/", import.meta.url);

export function readNeighbours(name: string): Neighbour[] {
  const cases = readFileSync(new URL(name, FOLDER), "utf8").split(/^---\n/m);
  return cases.map((written) => {
    const [head = "", ...lines] = written.trimEnd().split("\n");
    const [, tag = "", remark = ""] = /^@(\w+)(?: (\?|advisory))?$/.exec(head) ?? [];
    if (tag === "") throw new Error(`${name}: no case begins with ${JSON.stringify(head)}`);
    const body = lines.join("\n");
    const marked = tag === "md" ? body : `\`\`\`${tag}\n${body}\n\`\`\``;
    return {
      marked,
      text: marked.replace(/[⟦⟧]/g, ""),
      open: remark === "?",
      advisory: remark === "advisory",
    };
  });
}

/** The names of the files of neighbours. */
export function neighbourFiles(): string[] {
  return readdirSync(FOLDER).sort();
}
