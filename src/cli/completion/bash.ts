import type { CommandTree } from "./command-tree.js";

/** Returns a completion script for bash, which needs no helper package: `eval "$(curlew completion bash)"`. */
export function bashCompletion(tree: CommandTree): string {
  return `# curlew completion bash
_curlew() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} path= at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "$path \${COMP_WORDS[at]}" in
${pathsOf(tree)
  .map((path) => `      "${path}") path="${path}" ;;`)
  .join("\n")}
    esac
  done
  COMPREPLY=()
  case "$path:$before" in
${valuesOf(tree).join("\n")}
  esac
  case "$path" in
${wordsOf(tree).join("\n")}
  esac
}
complete -o default -F _curlew curlew
`;
}

/** Returns the path of every command, each name after a space, such as ` hook install`. */
function pathsOf({ commands }: CommandTree, path = ""): string[] {
  return commands.flatMap((command) => [
    `${path} ${command.name}`,
    ...pathsOf(command, `${path} ${command.name}`),
  ]);
}

/** Returns the `case` items that complete the values of options. */
function valuesOf({ flags, commands }: CommandTree, path = ""): string[] {
  const own = flags.flatMap(({ names, values }) => {
    if (values === null) return [];
    const patterns = names.map((name) => `"${path}:${name}"`).join("|");
    return [
      `    ${patterns}) ${values.length === 0 ? "" : `COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$word")); `}return ;;`,
    ];
  });
  return [...own, ...commands.flatMap((command) => valuesOf(command, `${path} ${command.name}`))];
}

/** Returns the `case` items that complete options, subcommands and first arguments. */
function wordsOf({ flags, commands, words }: CommandTree, path = ""): string[] {
  const names = [...commands.map(({ name }) => name), ...words].join(" ");
  const options = flags.flatMap((flag) => flag.names).join(" ");
  const own = [
    `    "${path}")`,
    `      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "${options}" -- "$word"))`,
    ...(names === "" ? [] : [`      else COMPREPLY=($(compgen -W "${names}" -- "$word"))`]),
    "      fi ;;",
  ];
  return [
    own.join("\n"),
    ...commands.flatMap((command) => wordsOf(command, `${path} ${command.name}`)),
  ];
}
