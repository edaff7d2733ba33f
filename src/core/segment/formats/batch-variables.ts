import type { Source } from "../../source.js";
import type { Tools } from "../segment-tools.js";

/** The values of variables may add as many characters to a file as it contains, plus this number. */
const MAX_ADDED = 1 << 16;

/** Matches `set "NAME=VALUE"`, with the groups `quoted` and `value`, and `set NAME=VALUE`, with the groups `bare` and `rest`. */
const SET =
  /(?<![\w.-])set[ \t]+(?:"(?<quoted>[^"=\s/]{1,80})=(?<value>[^"\n]*)"|(?<bare>[^"=\s/]{1,80})=(?<rest>[^&|<>\n]*))/gi;
/** Matches `set /p NAME=…` and `set /a NAME=…`, after which the value is unknown. */
const INPUT = /\bset[ \t]+\/[ap][ \t]+"?(?<asked>[^"=\s]{1,80})=/gi;
const USE = /%([^%\s:=]{1,80})%/g;

/** The variables of a batch file, updated line by line. */
export class BatchVariables {
  private readonly values = new Map<string, string>();
  private left: number;

  constructor(
    private readonly tools: Tools,
    length: number,
  ) {
    this.left = length + MAX_ADDED;
  }

  /** Returns a line in which variables are replaced by their known values. Variables that the line sets apply from the next line on. */
  expanded(line: Source): Source {
    const known = line.text.includes("%") ? this.withValues(line) : line;
    for (const { groups = {} } of known.text.matchAll(SET))
      this.set(groups["quoted"] ?? groups["bare"] ?? "", groups["value"] ?? groups["rest"] ?? "");
    for (const { groups = {} } of known.text.matchAll(INPUT)) this.set(groups["asked"] ?? "", null);
    return known;
  }

  private withValues(line: Source): Source {
    return line.rewritten(USE, ([written, name = ""]) => {
      const value = this.values.get(name.toLowerCase());
      if (value === undefined) return null;
      if (value.length > this.left) {
        this.tools.limit(
          "size",
          "the values of variables add more characters than the limit",
          line,
        );
        return null;
      }
      this.left -= Math.max(0, value.length - written.length);
      return value;
    });
  }

  private set(name: string, value: string | null): void {
    const key = name.toLowerCase();
    if (value === null) this.values.delete(key);
    else this.values.set(key, value.trimEnd());
  }
}
