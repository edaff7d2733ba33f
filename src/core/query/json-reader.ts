import type { QueryFile } from "../assets.js";
import { queryErrorAt } from "./query-error.js";

/** A token of JSON with its offsets; `value` is the content of a string, and the text of any other token. */
export interface JsonToken {
  readonly kind: "sign" | "string" | "other";
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const shape =
  /\s*(?:(?<sign>[{}[\],:])|(?<string>"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?<other>[\w.+-]+))/uy;

/** Reads JSON of a known shape, token by token, so that each error has a position. */
export class JsonReader {
  private at = 0;

  constructor(private readonly file: QueryFile) {}

  /** Reads an object and returns its first token; `each` reads the value of a key. */
  object(each: (key: JsonToken) => void): JsonToken {
    const seen = new Set<string>();
    return this.sequence("{", "}", () => {
      const key = this.string();
      if (seen.has(key.value))
        throw this.refused(key, `"${key.value}" is listed twice`, "keep one of the two");
      seen.add(key.value);
      this.punctuation(":");
      each(key);
    });
  }

  /** Reads an array and returns its first token; `each` reads an item. */
  array(each: () => void): JsonToken {
    return this.sequence("[", "]", each);
  }

  string(): JsonToken {
    const token = this.next();
    if (token.kind !== "string")
      throw this.refused(
        token,
        `expected a string, not ${token.value}`,
        "write it in double quotes",
      );
    return token;
  }

  /** Checks that only whitespace follows. */
  end(): void {
    if (this.file.text.slice(this.at).trim() === "") return;
    const token = this.next();
    throw this.refused(token, `unexpected ${token.value} after the end`, "remove it");
  }

  private sequence(open: string, close: string, each: () => void): JsonToken {
    const first = this.punctuation(open);
    if (this.skips(close)) return first;
    do each();
    while (this.skips(","));
    this.punctuation(close);
    return first;
  }

  private punctuation(punctuation: string): JsonToken {
    const token = this.next();
    if (token.kind !== "sign" || token.value !== punctuation)
      throw this.refused(
        token,
        `expected ${punctuation}, not ${token.value}`,
        "compare it with a file of the package",
      );
    return token;
  }

  private skips(character: string): boolean {
    const { at } = this;
    const token = this.next();
    if (token.kind === "sign" && token.value === character) return true;
    this.at = at;
    return false;
  }

  private next(): JsonToken {
    shape.lastIndex = this.at;
    const groups = shape.exec(this.file.text)?.groups;
    const [kind, written] =
      Object.entries(groups ?? {}).find(
        (entry): entry is ["sign" | "string" | "other", string] => entry[1] !== undefined,
      ) ?? [];
    if (kind === undefined || written === undefined) throw this.unreadable();
    this.at = shape.lastIndex;
    const value = kind === "string" ? (JSON.parse(written) as string) : written;
    return { kind, value, start: this.at - written.length, end: this.at };
  }

  private unreadable(): Error {
    const rest = this.file.text.slice(this.at).trimStart();
    const start = this.file.text.length - rest.length;
    if (rest === "")
      return queryErrorAt(
        this.file,
        start,
        "query-syntax",
        "the file ends unexpectedly",
        "close what is open",
      );
    if (rest.startsWith('"'))
      return queryErrorAt(
        this.file,
        start,
        "query-syntax",
        "this string does not end on its line, or contains an escape that JSON does not have",
        'close it with "',
      );
    return queryErrorAt(
      this.file,
      start,
      "query-syntax",
      `unexpected ${JSON.stringify(rest.charAt(0))}`,
      "remove it",
    );
  }

  private refused({ start }: JsonToken, problem: string, advice: string): Error {
    return queryErrorAt(this.file, start, "query-syntax", problem, advice);
  }
}
