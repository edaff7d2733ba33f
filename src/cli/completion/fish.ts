import type { CommandTree } from "./command-tree.js";

/** Returns a completion script for fish: `curlew completion fish > ~/.config/fish/completions/curlew.fish`. */
export function fishCompletion(tree: CommandTree): string {
  return `# curlew completion fish\n${linesOf(tree, []).join("\n")}\n`;
}

function linesOf({ flags, commands, words }: CommandTree, path: readonly string[]): string[] {
  const names = commands.map(({ name }) => name);
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const none = names.length === 0 ? [] : [`not __fish_seen_subcommand_from ${names.join(" ")}`];
  const here = [...seen, ...none].join("; and ");
  const condition = here === "" ? "" : ` -n '${here}'`;
  return [
    ...commands.map(
      ({ name, summary }) => `complete -c curlew -f${condition} -a ${name} -d '${summary}'`,
    ),
    ...(words.length === 0 ? [] : [`complete -c curlew -f${condition} -a '${words.join(" ")}'`]),
    ...flags.map(({ names: of, summary, values }) => {
      const switches = of
        .map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
        .join(" ");
      const value =
        values === null ? "" : values.length === 0 ? " -r" : ` -x -a '${values.join(" ")}'`;
      return `complete -c curlew${condition} ${switches}${value} -d '${summary}'`;
    }),
    ...commands.flatMap((command) => linesOf(command, [...path, command.name])),
  ];
}
