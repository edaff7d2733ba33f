import type { Flag, CommandTree } from "./command-tree.js";

/** Returns a completion script for zsh: `source <(curlew completion zsh)`, or a file `_curlew` in a folder of $fpath. */
export function zshCompletion(tree: CommandTree): string {
  return `#compdef curlew
# curlew completion zsh
${functionsOf(tree, "_curlew").join("\n")}
if [ "$funcstack[1]" = "_curlew" ]; then _curlew "$@"; else compdef _curlew curlew; fi
`;
}

function functionsOf({ flags, commands, words }: CommandTree, name: string): string[] {
  const specs = flags.flatMap(specOf);
  if (commands.length === 0) {
    const rest = words.length === 0 ? "'*:file:_files'" : `'1:word:(${words.join(" ")})'`;
    return [`${name}() { _arguments -s ${[...specs, rest].join(" ")} }`];
  }
  const choices = [
    ...commands.map((command) => `${command.name}:${command.summary.replaceAll(":", " ")}`),
    ...words,
  ];
  const own = `${name}() {
  local -a choices=(${choices.map((choice) => `'${choice}'`).join(" ")}); local state line
  _arguments -s -C ${specs.join(" ")} '1: :->command' '*:: :->rest'
  case $state in
    command) _describe 'command' choices ;;
    rest) case $line[1] in
${commands.map((command) => `      ${command.name}) ${name}_${command.name.replaceAll("-", "_")} ;;`).join("\n")}
      *) _files ;;
    esac ;;
  esac
}`;
  return [
    ...commands.flatMap((command) =>
      functionsOf(command, `${name}_${command.name.replaceAll("-", "_")}`),
    ),
    own,
  ];
}

function specOf({ names, summary, values }: Flag): string[] {
  const value =
    values === null ? "" : values.length === 0 ? ":value:_files" : `:value:(${values.join(" ")})`;
  return names.map((name) => `'*${name}[${summary}]${value}'`);
}
