import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import ts from "typescript";

/** The counts of one file. */
export interface FileFigures {
  /** The path relative to the folder that was read, with forward slashes. */
  readonly path: string;
  readonly lines: number;
  /** The number of regular expression literals and calls of `RegExp`. */
  readonly expressions: number;
  /** The number of lines with more than {@link MAX_LINE} UTF-16 code units. */
  readonly long: number;
  /** The paths of the imported files, except for imports of only types. */
  readonly imports: readonly string[];
  /** The paths of the files from which only types are imported. */
  readonly typeImports: readonly string[];
}

export interface Figures {
  readonly files: readonly FileFigures[];
  /** The import cycles, each as the paths of its files, the largest cycle first. */
  readonly cycles: readonly (readonly string[])[];
  /** The import cycles if imports of types also count as imports. */
  readonly typeCycles: readonly (readonly string[])[];
}

/** A line with more UTF-16 code units than this counts as long. */
export const MAX_LINE = 140;

/** Returns the counts of the TypeScript files below a folder. */
export function figuresOf(folder: string): Figures {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".d.ts"),
  );
  const files = names
    .sort()
    .map((name) =>
      fileFigures(
        relative(".", name).replaceAll("\\", "/"),
        readFileSync(join(folder, name), "utf8"),
      ),
    );
  return {
    files,
    cycles: cyclesOf(files, ({ imports }) => imports),
    typeCycles: cyclesOf(files, ({ imports, typeImports }) => [...imports, ...typeImports]),
  };
}

/** Returns the counts of one file. */
export function fileFigures(path: string, text: string): FileFigures {
  const lines = text.replace(/\n$/, "").split("\n");
  const imports = new Set<string>();
  const typeImports = new Set<string>();
  let expressions = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) expressions++;
    if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === "RegExp"
    )
      expressions++;
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const target =
        node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier)
          ? node.moduleSpecifier.text
          : "";
      if (target.startsWith("."))
        (importsOnlyTypes(node) ? typeImports : imports).add(
          posix.join(dirname(path), target).replace(/\.js$/, ".ts"),
        );
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  const long = lines.filter((line) => line.length > MAX_LINE).length;
  return {
    path,
    lines: lines.length,
    expressions,
    long,
    imports: [...imports],
    typeImports: [...typeImports],
  };
}

function importsOnlyTypes(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const named = clause.namedBindings;
  return (
    clause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

/** Returns the groups of files that import each other directly or indirectly, by Tarjan's algorithm, the largest first. */
function cyclesOf(
  files: readonly FileFigures[],
  targets: (file: FileFigures) => readonly string[],
): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const enter = (path: string): number => {
    const own = order.size;
    let lowest = own;
    order.set(path, own);
    open.push(path);
    const file = byPath.get(path);
    for (const target of file === undefined ? [] : targets(file)) {
      if (!byPath.has(target)) continue;
      if (!order.has(target)) lowest = Math.min(lowest, enter(target));
      else if (open.includes(target))
        lowest = Math.min(lowest, low.get(target) ?? order.get(target) ?? own);
      low.set(path, lowest);
    }
    low.set(path, lowest);
    if (lowest === own) {
      const cycle = open.splice(open.indexOf(path));
      if (cycle.length > 1) cycles.push(cycle.sort());
    }
    return lowest;
  };
  for (const { path } of files) if (!order.has(path)) enter(path);
  return cycles.sort((a, b) => b.length - a.length);
}
