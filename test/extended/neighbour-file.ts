import { readdirSync, readFileSync } from "node:fs";

/**
 * A case near a rule of the extended profile, in both polarities with the smallest difference. A case is the text between lines of
 * `---`: the tag of its fence (`@bash`; `@md` for none), a question mark if the span is not specified, then the text with marked spans.
 * `advisory` after the tag means that there is no label, and that a marked span is an advisory.
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

/** Returns the names of the case files. */
export function neighbourFiles(): string[] {
  return readdirSync(FOLDER).sort();
}
