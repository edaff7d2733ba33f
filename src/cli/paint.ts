import type { Context } from "./context.js";

export type Style = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";

/** Wraps a text in a terminal style, or leaves it as it is. */
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
const coloured: Paint = (style, text) => (text === "" ? "" : `\x1b[${CODES[style]}m${text}\x1b[0m`);

/** `--no-color` wins, then NO_COLOR, then FORCE_COLOR, then whether standard output is a terminal that can do it. */
export function paintFor({ env, stdout }: Context, wanted: boolean): Paint {
  if (!wanted || (env.NO_COLOR ?? "") !== "") return plain;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined && forced !== "")
    return forced === "0" || forced === "false" ? plain : coloured;
  return stdout.isTTY === true && env.TERM !== "dumb" ? coloured : plain;
}
