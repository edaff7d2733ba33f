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
  /** Returns the position of a setting: `curlew.json:4:12` for `["rules", "bash/fetch-pipe"]`. */
  readonly positionOf: (keys: readonly (string | number)[]) => string;
}

/**
 * Reads and checks a configuration file.
 * @param shown the path that messages show
 * @throws Failure with file, line and column
 */
export async function readConfig(path: string, shown: string): Promise<ConfigFile> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new Failure(`${shown}: ${fileErrorMessage(error)}`);
  });
  return parseConfig(text, shown);
}

/**
 * Parses and checks the content of a configuration file.
 * @throws Failure with file, line and column
 */
export function parseConfig(content: string, shown: string): ConfigFile {
  const text = content.replace(/^\uFEFF/, "");
  const lines = new Lines(text);
  const position = (offset: number): string => {
    const { line, column } = lines.position(offset);
    return `${shown}:${line}:${column}`;
  };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error !== undefined || root === undefined)
    throw new Failure(`${position(error?.offset ?? 0)}: is not JSON: ${describeParseError(error)}`);
  if (root.type !== "object")
    throw new Failure(`${position(root.offset)}: has to be an object, such as {}`);
  const positionOf = (keys: readonly (string | number)[]): string =>
    position(nearestNode(root, keys).offset);
  const value: unknown = getNodeValue(root);
  const checked = v.safeParse(Config, value);
  if (!checked.success) throw new Failure(mistakesOf(value, checked.issues, positionOf).join("\n"));
  return { path: shown, config: checked.output, positionOf };
}

/** Returns a message for each mistake, with its position, in the order of the file. */
function mistakesOf(
  value: unknown,
  issues: readonly v.BaseIssue<unknown>[],
  positionOf: ConfigFile["positionOf"],
): string[] {
  // the schema check names only the first unknown setting
  const unknown = issues.some(({ expected, path }) => expected === "never" && path?.length === 1)
    ? Object.keys(Object(value) as object).filter((key) => !(key in Config.entries))
    : [];
  const mistakes = [
    ...issues.flatMap((issue) => {
      const keys = (issue.path ?? []).map(({ key }) => key as string | number);
      const isUnknown = issue.expected === "never" && keys.length === 1;
      return isUnknown ? [] : [{ keys, message: messageOf(issue, keys) }];
    }),
    ...unknown.map((key) => ({ keys: [key], message: unknownSetting(key) })),
  ];
  return mistakes
    .map(({ keys, message }) => ({ position: positionOf(keys), message }))
    .sort((one, other) => one.position.localeCompare(other.position, "en", { numeric: true }))
    .map(({ position, message }) => `${position}: ${message}`);
}

function unknownSetting(name: string): string {
  return `there is no setting "${name}"; there are ${Object.keys(Config.entries).slice(1).join(", ")}`;
}

/** Returns the node of the setting at these keys or, if it does not exist, of the innermost existing setting around it. */
function nearestNode(root: Node, keys: readonly (string | number)[]): Node {
  for (let length = keys.length; length > 0; length--) {
    const node = findNodeAtLocation(root, keys.slice(0, length));
    // the position of a property is that of its key
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
  if (issue.type === "regex") return `${what}${issue.message} (found ${issue.received})`;
  return `${what}has to be ${issue.expected?.replace(/^Array$/, "a list").replace(/^Object$/, "an object") ?? "something else"}, not ${issue.received}`;
}

function describeParseError(error: ParseError | undefined): string {
  if (error === undefined) return "it is empty";
  return printParseErrorCode(error.error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}
