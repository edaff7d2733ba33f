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

/** A configuration file, and where in it things stand. */
export interface ConfigFile {
  /** The path as it is shown. */
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
  const checked = v.safeParse(Config, getNodeValue(root), { abortEarly: true });
  if (!checked.success) {
    const [issue] = checked.issues;
    const keys = (issue.path ?? []).map(({ key }) => key as string | number);
    throw new Failure(`${placeOf(keys)}: ${messageOf(issue, keys)}`);
  }
  return { path: shown, config: checked.output, placeOf };
}

/** The value at these keys, or the nearest one around it. */
function nearest(root: Node, keys: readonly (string | number)[]): Node {
  for (let length = keys.length; length > 0; length--) {
    const node = findNodeAtLocation(root, keys.slice(0, length));
    // a key that should not be there is shown itself
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
  if (issue.expected === "never")
    return `there is no setting "${name}"; there are ${Object.keys(Config.entries).slice(1).join(", ")}`;
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
