import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import ts from "typescript";

/** The counts of one file. */
export interface FileFigures {
  /** From the root of the folder that was read, with slashes. */
  readonly path: string;
  readonly lines: number;
  /** Literals, and calls of `RegExp`. */
  readonly expressions: number;
  /** Lines above {@link LONGEST} characters. */
  readonly long: number;
  /** The files it imports, without imports of types only. */
  readonly imports: readonly string[];
  /** The files from which it imports only types. */
  readonly typeImports: readonly string[];
}

export interface Figures {
  readonly files: readonly FileFigures[];
  /** Files that import each other, the largest cycle first. */
  readonly circles: readonly (readonly string[])[];
  /** The cycles that include imports of types. */
  readonly typeCircles: readonly (readonly string[])[];
}

/** The longest line that is not reported. */
export const LONGEST = 140;

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
    circles: circlesOf(files, ({ imports }) => imports),
    typeCircles: circlesOf(files, ({ imports, typeImports }) => [...imports, ...typeImports]),
  };
}

/** Returns the counts of one file, as TypeScript parses it. */
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
        (needsTypesOnly(node) ? typeImports : imports).add(
          posix.join(dirname(path), target).replace(/\.js$/, ".ts"),
        );
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  const long = lines.filter((line) => line.length > LONGEST).length;
  return {
    path,
    lines: lines.length,
    expressions,
    long,
    imports: [...imports],
    typeImports: [...typeImports],
  };
}

function needsTypesOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
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

/** Returns files that import each other directly or indirectly, by Tarjan's algorithm; the largest cycles first. */
function circlesOf(
  files: readonly FileFigures[],
  targets: (file: FileFigures) => readonly string[],
): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
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
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest;
  };
  for (const { path } of files) if (!order.has(path)) enter(path);
  return circles.sort((a, b) => b.length - a.length);
}
