import type { Node, Tree } from "web-tree-sitter";
import type { Source } from "../source.js";
import { lowerScript } from "./lower.js";
import type { Script, Statement } from "./syntax.js";

/** What reading needs of the parse and query stages. */
export interface ReadTools {
  /** A tree of a shell text; null where a bound was hit. The parse stage frees it. */
  parse(text: string): Tree | null;
  /** The rules that patterns gave to nodes, by node id. */
  rules(root: Node): ReadonlyMap<number, string>;
  tooDeep(source: Source, start: number, end: number): void;
}

/** Lines read together at most while looking for the smallest run that parses. */
const maximumRun = 60;

/**
 * Reads a shell text as statements. Where the whole does not parse, the smallest runs of lines that do
 * are read one by one, so that one broken line costs no other.
 */
export function readScript(source: Source, tools: ReadTools): Script {
  const tree = tools.parse(source.text);
  if (tree === null) return readLines(source, tools);
  if (!tree.rootNode.hasError) return lower(tree, source, tools);
  if (!source.text.trimEnd().includes("\n")) return lower(tree, source, tools);
  return readLines(source, tools);
}

function lower(tree: Tree, source: Source, tools: ReadTools): Script {
  return lowerScript(tree.rootNode, {
    source,
    rules: tools.rules(tree.rootNode),
    read: (inner) => readScript(inner, tools),
    tooDeep: (start, end) => {
      tools.tooDeep(source, start, end);
    },
  });
}

function readLines(source: Source, tools: ReadTools): Script {
  const statements: Statement[] = [];
  const ends = lineEnds(source.text);
  // each further line of a run is parsed again with those before it: bound that work by the text's length
  let allowance = 8 * source.text.length + 4096;
  let start = 0;
  for (let line = 0; line < ends.length; ) {
    let read: { script: Script; lines: number } | null = null;
    for (let lines = 1; lines <= maximumRun && line + lines <= ends.length && allowance > 0; lines++) {
      const end = ends[line + lines - 1] ?? source.text.length;
      if (endsOpen(source.text, start, end) && line + lines < ends.length) continue;
      allowance -= end - start;
      const tree = tools.parse(source.text.slice(start, end));
      if (tree === null) break;
      const whole = !tree.rootNode.hasError;
      if (whole || lines === 1) read = { script: lower(tree, source.slice(start, end), tools), lines };
      if (whole) break;
    }
    statements.push(...(read?.script.statements ?? []));
    line += read?.lines ?? 1;
    start = ends[line - 1] ?? source.text.length;
  }
  return { statements };
}

/** Ends of the lines, line feeds included. */
function lineEnds(text: string): number[] {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) ends.push(at + 1);
  if ((ends[ends.length - 1] ?? 0) < text.length) ends.push(text.length);
  return ends;
}

/** A line that goes on: a backslash or a pipe at its end. */
function endsOpen(text: string, start: number, end: number): boolean {
  return /(?:\\|\|)[ \t]*\n$/.test(text.slice(Math.max(start, end - 80), end));
}
