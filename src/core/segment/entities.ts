import type { Source } from "../source.js";
import named from "./entities.json" with { type: "json" };

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries(named));
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,15}));/g;

/** Returns a source with its character references decoded. */
export function decodeEntities(source: Source): Source {
  return source.text.includes("&") ? source.rewritten(ENTITY, decode) : source;
}

function decode([, decimal, hex, name]: RegExpExecArray): string | null {
  if (name !== undefined) return NAMED.get(name) ?? null;
  const code = decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}
