import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";

/** The content of a link to the playground. */
export interface Shared {
  readonly text: string;
  readonly profile: "contract" | "extended";
  /** The tag or file name of the text's format; empty if it is detected. */
  readonly format: string;
  /** The user's query file, or null if there is none. */
  readonly query: { readonly path: string; readonly text: string } | null;
}

/** The maximum number of bytes that a link is decompressed to, so that a short link cannot fill the memory. */
const MAX_BYTES = 2_000_000;

/** Returns the fragment of a link, without `#`. A fragment is not sent to a server. */
export function fragmentOf({ text, profile, format, query }: Shared): string {
  const parts = [text, profile, format, ...(query === null ? [] : [query.path, query.text])];
  return `v1.${toBase64(deflateSync(strToU8(JSON.stringify(parts)), { level: 9 }))}`;
}

/** Returns the content of a fragment, or null if no version of the playground can have written it. */
export function sharedOf(fragment: string): Shared | null {
  const [, encoded] = /^#?v1\.([\w-]+)$/.exec(fragment) ?? [];
  if (encoded === undefined) return null;
  try {
    const out = new Uint8Array(MAX_BYTES);
    const bytes = inflateSync(fromBase64(encoded), { out });
    const parts: unknown = JSON.parse(strFromU8(bytes));
    if (!Array.isArray(parts) || !parts.every((part) => typeof part === "string")) return null;
    const [text, profile, format, path, query] = parts;
    if (text === undefined || format === undefined) return null;
    return {
      text,
      profile: profile === "contract" ? "contract" : "extended",
      format,
      query: path === undefined || query === undefined ? null : { path, text: query },
    };
  } catch {
    return null;
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
