import { join } from "node:path";

/** The commands that a package manager runs for its words, as shell, and the file and folder that they are from. */
export interface PackageScript {
  readonly path: string;
  readonly text: string;
  readonly folder: string;
}

/** Options of npm, pnpm, yarn and bun that name the folder of the package. */
const FOLDER = /^(?:--prefix|-C|--dir|--cwd)(?:=|$)/;
/** Options whose value is the next word. */
const VALUES = /^(?:--prefix|-C|--dir|--cwd|-w|--workspace|--filter|-F|--loglevel|--registry)$/;
/** Scripts that npm runs by a command with their name. */
const OWN = new Map([
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
 * Returns the commands of a `package.json` that `npm`, `pnpm`, `yarn` or `bun` runs, with their `pre` and `post` scripts; null if
 * it runs none of them.
 * @param read returns the text of a file, or null
 */
export function packageScript(
  manager: string,
  args: readonly string[],
  read: (path: string) => string | null,
): PackageScript | null {
  const dashes = args.indexOf("--");
  const own = dashes < 0 ? args : args.slice(0, dashes);
  const at = own.findIndex((arg) => FOLDER.test(arg));
  const folder = at < 0 ? "." : (/=(.*)$/.exec(own[at] ?? "")?.[1] ?? own[at + 1] ?? ".");
  const operands = own.filter(
    (arg, index) => !arg.startsWith("-") && !VALUES.test(own[index - 1] ?? ""),
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
  const own = OWN.get(verb);
  if (own !== undefined) return [own];
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
