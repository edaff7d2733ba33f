/** A simple command of a line: its words without quotes, and the files that its output is redirected to. */
export interface SimpleCommand {
  readonly words: readonly string[];
  readonly writes: readonly string[];
}

const TOKEN =
  /(?<blank>[ \t]+)|(?<output>\d?>{1,2}[|&]?|&>>?)|(?<input><{1,3}-?)|(?<end>[;&|\n(){}]|\$\(|`)|(?<word>(?:\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|(?!\$\()[^\s;&|(){}<>`'"\\])+)|(?<rest>[^])/gy;

/** Words that come before the command that runs. */
const PREFIX = /^(?:sudo|doas|env|command|exec|nohup|time|nice|\w+=.*)$/;

/**
 * Returns the simple commands of a line of shell, for questions that need only the command's name and its operands. Quoted text is one
 * word; bodies of substitutions count as commands.
 */
export function simpleCommands(line: string): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  let writes: string[] = [];
  let isTarget = false;
  const flush = (): void => {
    while (PREFIX.test(words[0] ?? "")) words.shift();
    if (words.length > 0 || writes.length > 0) commands.push({ words, writes });
    [words, writes, isTarget] = [[], [], false];
  };
  for (const { groups = {} } of line.replaceAll("\\\n", "").matchAll(TOKEN)) {
    if (groups["end"] !== undefined) flush();
    else if (groups["output"] !== undefined) isTarget = true;
    else if (groups["word"] !== undefined) {
      const word = unquoted(groups["word"]);
      if (!isTarget) words.push(word);
      else if (!/^\d$/.test(word)) writes.push(word);
      isTarget = false;
    }
  }
  flush();
  return commands;
}

function unquoted(word: string): string {
  return word.replace(
    /\\([^])|'([^']*)'|"((?:\\[^]|[^"\\])*)"/g,
    (_, escaped?: string, single?: string, double?: string) =>
      escaped ?? single ?? (double ?? "").replace(/\\([$`"\\])/g, "$1"),
  );
}
