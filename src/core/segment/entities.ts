import type { Source } from "../source.js";
import { rewritten } from "./rewritten.js";

const NAMED: Readonly<Record<string, string>> = {
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", vert: "|", verbar: "|", VerticalLine: "|", sol: "/", bsol: "\\", dollar: "$",
  lpar: "(", rpar: ")", colon: ":", semi: ";", period: ".", comma: ",", equals: "=", hyphen: "-", dash: "-", num: "#", ast: "*", grave: "`",
  lsqb: "[", rsqb: "]", lbrace: "{", rbrace: "}", lcub: "{", rcub: "}", percnt: "%", plus: "+",
  quest: "?", excl: "!", commat: "@", lowbar: "_",
  Tab: "\t", NewLine: "\n", ensp: " ", emsp: " ", thinsp: " ", zwj: "", zwnj: "", shy: "",
  ldquo: "“", rdquo: "”", lsquo: "‘", rsquo: "’",
  hellip: "…", ndash: "–", mdash: "—",
};

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,15}));/g;

/** A source with its character references decoded. */
export function decodeEntities(source: Source): Source {
  return source.text.includes("&") ? rewritten(source, ENTITY, decode) : source;
}

function decode([, decimal, hex, name]: RegExpExecArray): string | null {
  if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? null) : null;
  const code = decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}
