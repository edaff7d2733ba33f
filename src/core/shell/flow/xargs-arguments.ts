import { argumentOf, type Argument } from "./argument.js";
import type { Scope } from "./runner.js";
import { altered, silent } from "./stream.js";

/**
 * Returns the arguments of the command that `xargs` starts: `args`, with standard input appended or inserted instead of a
 * marker. With `-a FILE` the input comes from the file and is unknown. Empty if no command is given.
 */
export function appended(
  args: readonly Argument[],
  words: readonly Argument[],
  scope: Scope,
): Argument[] {
  const options = words.slice(0, words.length - args.length).map((argument) => argument.text);
  const { remote, text } = options.some((option) => /^-\w*a|^--arg-file/.test(option ?? ""))
    ? silent
    : scope.stdin;
  const marker = replacementMarker(options);
  const whole =
    marker !== null || options.some((option) => /^-\w*[0d]|^--(?:null|delim)/.test(option ?? ""));
  const known = remote === null && whole ? text : null;
  if (marker !== null) {
    return args.map((argument) => {
      if (argument.text?.includes(marker) !== true) return argument;
      if (known !== null && argument.text === marker)
        return { ...argument, text: known.source.text.trim(), code: () => known };
      return { ...argument, text: null, remote, remoteEnd: argument.span[1] };
    });
  }
  const at = args[args.length - 1]?.span[1] ?? 0;
  const code = args[0]?.code() ?? null;
  if (code === null) return [];
  const given = known ?? altered(code, { source: code.source.slice(0, 0) });
  return [...args, argumentOf([at, at], known?.source.text ?? null, () => given, remote)];
}

/** Returns the marker that `-I R`, `-IR`, `-i` or `--replace=R` defines; null if there is no such option. */
function replacementMarker(options: readonly (string | null)[]): string | null {
  for (const [index, option] of options.entries()) {
    const match = /^(?:-\w*I(.*)|-i(.*)|--replace(?:=(.*))?)$/.exec(option ?? "");
    if (match === null || index === 0) continue;
    const attached = match[1] ?? match[2] ?? match[3] ?? "";
    if (attached !== "") return attached;
    return match[1] === undefined ? "{}" : (options[index + 1] ?? null);
  }
  return null;
}
