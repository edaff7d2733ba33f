import { readdirSync, readFileSync } from "node:fs";

/**
 * A case of the extended profile. Neighbouring cases differ as little as possible and have different results. In a file, cases are
 * separated by lines of `---`. The first line of a case is `@` and the language tag of the fence, or `@md` for a text without a fence. A
 * `?` after the tag means that the span is not specified, and `advisory` means that there is no label and that marked spans are
 * advisories. The other lines are the text, with `⟦` and `⟧` around the spans.
 */
export interface Neighbour {
  /** The text with marks around the spans. */
  readonly marked: string;
  readonly text: string;
  /** Whether the span is not specified. */
  readonly open: boolean;
  /** Whether marked spans are advisories. */
  readonly advisory: boolean;
}

const FOLDER = new URL("./neighbours/", import.meta.url);

/** Returns the cases of a file in the folder `neighbours`. */
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

/** Returns the names of the files in the folder `neighbours`. */
export function neighbourFiles(): string[] {
  return readdirSync(FOLDER).sort();
}
