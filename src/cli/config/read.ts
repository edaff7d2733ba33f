import { readFile } from "node:fs/promises";
import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import * as v from "valibot";
import { Failure, fileErrorMessage } from "../failure.js";
import { Lines } from "../report/lines.js";
import { Config } from "./schema.js";

/** A configuration file, with the positions of its settings. */
export interface ConfigFile {
  /** The path that messages show. */
  readonly path: string;
  readonly config: Config;
  /** `curlew.json:4:12` for a place in it, such as `["rules", "bash/fetch-pipe"]`. */
  readonly placeOf: (keys: readonly (string | number)[]) => string;
}

/**
 * Reads and checks a configuration file.
 * @param path where it is
 * @param shown what messages call it
 * @throws Failure with file, line and column
 */
export async function readConfig(path: string, shown: string): Promise<ConfigFile> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new Failure(`${shown}: ${fileErrorMessage(error)}`);
  });
  return parseConfig(text, shown);
}

/** @throws Failure with file, line and column */
export function parseConfig(written: string, shown: string): ConfigFile {
  const text = written.replace(/^\uFEFF/, "");
  const lines = new Lines(text);
  const place = (offset: number): string => {
    const { line, column } = lines.position(offset);
    return `${shown}:${line}:${column}`;
  };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error !== undefined || root === undefined)
    throw new Failure(`${place(error?.offset ?? 0)}: is not JSON: ${wordsOf(error)}`);
  if (root.type !== "object")
    throw new Failure(`${place(root.offset)}: has to be an object, such as {}`);
  const placeOf = (keys: readonly (string | number)[]): string => place(nearest(root, keys).offset);
  const value: unknown = getNodeValue(root);
  const checked = v.safeParse(Config, value);
  if (!checked.success) throw new Failure(mistakesOf(value, checked.issues, placeOf).join("\n"));
  return { path: shown, config: checked.output, placeOf };
}

/** Returns a line for each mistake, with its place, in the order of the file. */
function mistakesOf(
  value: unknown,
  issues: readonly v.BaseIssue<unknown>[],
  placeOf: ConfigFile["placeOf"],
): string[] {
  // the schema check names only the first unknown setting
  const unknown = issues.some(({ expected, path }) => expected === "never" && path?.length === 1)
    ? Object.keys(Object(value) as object).filter((key) => !(key in Config.entries))
    : [];
  const mistakes = [
    ...issues.flatMap((issue) => {
      const keys = (issue.path ?? []).map(({ key }) => key as string | number);
      const isCounted = issue.expected === "never" && keys.length === 1;
      return isCounted ? [] : [{ keys, message: messageOf(issue, keys) }];
    }),
    ...unknown.map((key) => ({ keys: [key], message: unknownSetting(key) })),
  ];
  return mistakes
    .map(({ keys, message }) => ({ place: placeOf(keys), message }))
    .sort((one, other) => one.place.localeCompare(other.place, "en", { numeric: true }))
    .map(({ place, message }) => `${place}: ${message}`);
}

function unknownSetting(name: string): string {
  return `there is no setting "${name}"; there are ${Object.keys(Config.entries).slice(1).join(", ")}`;
}

/** Returns the value at these keys, or the innermost existing value around it. */
function nearest(root: Node, keys: readonly (string | number)[]): Node {
  for (let length = keys.length; length > 0; length--) {
    const node = findNodeAtLocation(root, keys.slice(0, length));
    // the place of an unknown key is the key, not its value
    if (node !== undefined)
      return node.parent?.type === "property" ? (node.parent.children?.[0] ?? node) : node;
  }
  return root;
}

function messageOf(issue: v.BaseIssue<unknown>, keys: readonly (string | number)[]): string {
  const name = keys
    .map((key, i) =>
      typeof key === "number"
        ? `[${key}]`
        : /^\$?\w+$/.test(key)
          ? `${i > 0 ? "." : ""}${key}`
          : `["${key}"]`,
    )
    .join("");
  if (issue.expected === "never") return unknownSetting(name);
  const what = name === "" ? "" : `${name}: `;
  if (issue.type === "regex") return `${what}${issue.message}, not ${issue.received}`;
  return `${what}has to be ${issue.expected?.replace(/^Array$/, "a list").replace(/^Object$/, "an object") ?? "something else"}, not ${issue.received}`;
}

function wordsOf(error: ParseError | undefined): string {
  if (error === undefined) return "it is empty";
  return printParseErrorCode(error.error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}
