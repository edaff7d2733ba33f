import type { Context } from "./context.js";

export type Style = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";

/** Returns a text in a terminal style, or unchanged if colors are off. */
export type Paint = (style: Style, text: string) => string;

const CODES: Readonly<Record<Style, string>> = {
  bold: "1",
  dim: "2",
  red: "31",
  green: "32",
  yellow: "33",
  cyan: "36",
};

const plain: Paint = (_style, text) => text;
const colored: Paint = (style, text) => (text === "" ? "" : `\x1b[${CODES[style]}m${text}\x1b[0m`);

/**
 * Returns the function that styles text. `--no-color` takes precedence, then NO_COLOR, then FORCE_COLOR; without them, text is
 * styled if standard output is a terminal that supports it.
 * @param wanted false with `--no-color`
 */
export function paintFor({ env, stdout }: Context, wanted: boolean): Paint {
  if (!wanted || (env.NO_COLOR ?? "") !== "") return plain;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== "")
    return forced === "0" || forced === "false" ? plain : colored;
  return stdout.isTTY === true && env.TERM !== "dumb" ? colored : plain;
}
