import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Returns the named functions and methods in the TypeScript files below a folder, as `file: name`. */
export function functionsOf(folder: string): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (!name.endsWith(".ts")) continue;
    const path = join(folder, name);
    const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (
        (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) &&
        node.name !== undefined &&
        node.body !== undefined &&
        ts.isIdentifier(node.name)
      )
        found.add(`${path}: ${node.name.text}`);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return [...found];
}
