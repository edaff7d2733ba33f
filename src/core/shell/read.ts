import type { Tree } from "web-tree-sitter";
import type { Captured } from "../query/captured.js";
import type { Source } from "../source.js";
import { withLineEnds } from "./line-ends.js";
import { lowerScript } from "./lower.js";
import { excerpts, lineEnds, pieces } from "./pieces.js";
import { repaired } from "./repair.js";
import type { Script, Statement } from "./syntax.js";
import { shellTrees } from "./tree.js";

/** What reading needs of the parse and query stages. */
export interface ReadTools {
  /** What `use` makes of the tree of a shell text; null where a bound was hit. The tree lives during the call. */
  parse<T>(text: string, use: (tree: Tree) => T): T | null;
  /** What patterns capture in the tree of a source. */
  captured(tree: Tree, source: Source): Captured;
  /** Offsets of words that commands of interest begin with. */
  starts(text: string): Iterable<number>;
  /** True once the time is up: nothing more is parsed then, and no other reading is tried. */
  expired(): boolean;
  tooDeep(source: Source, start: number, end: number): void;
}

/** Lines read together at most while looking for the smallest run that parses. */
const maximumRun = 60;

/** A text whose line ends the grammar lost is read once more with them marked, and that reading may lose others. */
const maximumReadings = 2;

/**
 * Reads a shell text as statements: piece by piece where it is long, line by line where a piece does not
 * parse, and around the words of interest where a line does not fit the bounds. Time is linear in its length.
 */
export function readScript(written: Source, tools: ReadTools): Script {
  const source = repaired(written);
  const spans = pieces(source.text);
  if (spans.length === 1) return readPiece(source, tools);
  return {
    statements: {
      *[Symbol.iterator]() {
        for (const [start, end] of spans) {
          if (tools.expired()) return;
          yield* readPiece(source.slice(start, end), tools).statements;
        }
      },
    },
  };
}

function readPiece(source: Source, tools: ReadTools): Script {
  const oneLine = !source.text.trimEnd().includes("\n");
  const script = tools.parse(source.text, (tree) => (!oneLine && tree.rootNode.hasError ? null : lower(tree, source, tools)));
  return script ?? readLines(source, tools);
}

function lower(tree: Tree, source: Source, tools: ReadTools, again = maximumReadings): Script {
  const { root } = shellTrees.read(tree);
  const ended = again > 0 ? withLineEnds(root, source) : source;
  const better =
    ended === source ? null : tools.parse(ended.text, (next) => (next.rootNode.hasError ? null : lower(next, ended, tools, again - 1)));
  return (
    better ??
    lowerScript(root, {
      source,
      captured: tools.captured(tree, source),
      read: (inner) => readScript(inner, tools),
      tooDeep: (start, end) => {
        tools.tooDeep(source, start, end);
      },
    })
  );
}

/**
 * The smallest runs of lines that parse are read one by one, so that one broken line costs no other.
 * A line that no run makes whole is read as far as it parses.
 */
export function readLines(source: Source, tools: ReadTools): Script {
  const statements: Statement[] = [];
  const ends = lineEnds(source.text);
  // each further line of a run is parsed again with those before it: bound that work by the text's length
  let allowance = 8 * source.text.length + 4096;
  let start = 0;
  for (let line = 0; line < ends.length && !tools.expired(); ) {
    const run = readRun(source, start, ends.slice(line, line + maximumRun), tools, allowance);
    allowance -= run.cost;
    statements.push(...run.script.statements);
    line += run.lines;
    start = ends[line - 1] ?? source.text.length;
  }
  return { statements };
}

interface Run {
  readonly script: Script;
  readonly lines: number;
  /** Characters parsed. */
  readonly cost: number;
}

function readRun(source: Source, start: number, ends: readonly number[], tools: ReadTools, allowance: number): Run {
  let cost = 0;
  let partial: Run | null = null;
  for (const [index, end] of ends.entries()) {
    if (goesOn(source.text, start, end) && index + 1 < ends.length) continue;
    if (cost > 0 && cost + end - start > allowance) break;
    cost += end - start;
    const line = source.slice(start, end);
    const isFirst: boolean = partial === null;
    const read = tools.parse(line.text, (tree): { whole: boolean; script: Script | null } => {
      const whole = !tree.rootNode.hasError;
      return { whole, script: whole || isFirst ? lower(tree, line, tools) : null };
    });
    if (read === null) {
      if (partial === null) return { script: readExcerpts(line, tools), lines: index + 1, cost };
      break;
    }
    if (read.script !== null && (read.whole || isFirst)) {
      const run: Run = { script: read.script, lines: index + 1, cost };
      if (read.whole) return run;
      partial = run;
    }
  }
  // what was parsed in vain is used up too
  return partial === null ? { script: { statements: [] }, lines: 1, cost } : { ...partial, cost };
}

/** A line that goes on: a backslash or a pipe at its end. */
function goesOn(text: string, start: number, end: number): boolean {
  const line = text.slice(Math.max(start, end - 80), end).trimEnd();
  return line.endsWith("\\") || line.endsWith("|");
}

/** The cheapest reading: short stretches from the words that commands of interest begin with. */
function readExcerpts(source: Source, tools: ReadTools): Script {
  const statements: Statement[] = [];
  for (const [start, end] of excerpts(source.text, tools.starts(source.text))) {
    if (tools.expired()) break;
    const part = source.slice(start, end);
    const script = tools.parse(part.text, (tree) => lower(tree, part, tools));
    statements.push(...(script?.statements ?? []));
  }
  return { statements };
}
