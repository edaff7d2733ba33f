import { eachMatch } from "../scan.js";
import { SourceBuilder, type Source } from "../source.js";

const NAMED: Readonly<Record<string, string>> = {
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", vert: "|", verbar: "|", VerticalLine: "|", sol: "/", bsol: "\\", dollar: "$",
  lpar: "(", rpar: ")", colon: ":", semi: ";", period: ".", comma: ",", equals: "=", hyphen: "-", dash: "-", num: "#", ast: "*", grave: "`",
  lsqb: "[", rsqb: "]", lbrace: "{", rbrace: "}", lcub: "{", rcub: "}", percnt: "%", plus: "+", quest: "?", excl: "!", commat: "@", lowbar: "_",
  Tab: "\t", NewLine: "\n", ensp: " ", emsp: " ", thinsp: " ", zwj: "", zwnj: "", shy: "", ldquo: "“", rdquo: "”", lsquo: "‘", rsquo: "’",
  hellip: "…", ndash: "–", mdash: "—",
};

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,15}));/g;

/** Decodes the character references in `source.text.slice(from, to)` into a builder. */
export function copyDecoded(builder: SourceBuilder, text: string, from: number, to: number): void {
  let done = from;
  const written = text.slice(from, to);
  for (const found of eachMatch(written, ENTITY)) {
    const char = decode(found);
    if (char === null) continue;
    const at = from + found.index;
    builder.copy(done, at).put(char, at, at + found[0].length);
    done = at + found[0].length;
  }
  builder.copy(done, to);
}

/** A source with its character references decoded. */
export function decodeEntities(source: Source): Source {
  if (!source.text.includes("&")) return source;
  const builder = new SourceBuilder(source);
  copyDecoded(builder, source.text, 0, source.text.length);
  return builder.build();
}

function decode(found: RegExpMatchArray): string | null {
  const [, decimal, hex, name] = found;
  if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? null) : null;
  const code = decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}
