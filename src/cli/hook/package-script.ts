import { join } from "node:path";

/** The scripts of a `package.json` that a package manager runs. */
export interface PackageScript {
  /** The name of the file, followed by the names of the scripts, for messages. */
  readonly path: string;
  /** The commands of the scripts, one per line. */
  readonly text: string;
  /** The folder of the package, relative to the current folder. */
  readonly folder: string;
}

/** Options of npm, pnpm, yarn and bun that name the folder of the package. */
const FOLDER_OPTION = /^(?:--prefix|-C|--dir|--cwd)(?:=|$)/;
/** Options whose value is the next word. */
const OPTIONS_WITH_VALUE =
  /^(?:--prefix|-C|--dir|--cwd|-w|--workspace|--filter|-F|--loglevel|--registry)$/;
/** The script that each of these commands of a package manager runs. */
const SCRIPT_OF_COMMAND = new Map([
  ["test", "test"],
  ["t", "test"],
  ["tst", "test"],
  ["start", "start"],
  ["stop", "stop"],
  ["restart", "restart"],
]);
const INSTALL = /^(?:i|in|install|ci|clean-install|install-test|it|add|rebuild)$/;
const RUN = /^(?:run|run-script|rum|urn)$/;

/**
 * Returns the scripts of a `package.json` that `npm`, `pnpm`, `yarn` or `bun` runs, including `pre` and `post` scripts; null if it runs
 * none.
 * @param read returns the text of a file; null if it cannot be read
 */
export function packageScript(
  manager: string,
  args: readonly string[],
  read: (path: string) => string | null,
): PackageScript | null {
  const dashes = args.indexOf("--");
  const words = dashes < 0 ? args : args.slice(0, dashes);
  const at = words.findIndex((word) => FOLDER_OPTION.test(word));
  const folder = at < 0 ? "." : (/=(.*)$/.exec(words[at] ?? "")?.[1] ?? words[at + 1] ?? ".");
  const operands = words.filter(
    (word, index) => !word.startsWith("-") && !OPTIONS_WITH_VALUE.test(words[index - 1] ?? ""),
  );
  const names = namesFor(manager, operands);
  const manifest = names.length === 0 ? null : read(join(folder, "package.json"));
  const scripts = manifest === null ? {} : scriptsIn(manifest);
  const text = names
    .flatMap((name) => [`pre${name}`, name, `post${name}`])
    .map((name) => (Object.hasOwn(scripts, name) ? scripts[name] : null))
    .filter((each) => typeof each === "string")
    .join("\n");
  return text === "" ? null : { path: `package.json (${names.join(", ")})`, text, folder };
}

function namesFor(manager: string, [verb, operand]: readonly string[]): string[] {
  if (verb === undefined) return manager === "yarn" ? ["install", "prepare"] : [];
  if (RUN.test(verb)) return operand === undefined ? [] : [operand];
  if (INSTALL.test(verb)) return ["install", "prepare"];
  const script = SCRIPT_OF_COMMAND.get(verb);
  if (script !== undefined) return [script];
  return manager === "npm" ? [] : [verb];
}

function scriptsIn(manifest: string): Readonly<Record<string, unknown>> {
  try {
    const { scripts } = JSON.parse(manifest) as { scripts?: Record<string, unknown> };
    return scripts ?? {};
  } catch {
    return {};
  }
}
