import ts from "typescript";

/** A piece of prose in a file. */
export interface Prose {
  readonly text: string;
  /** Where it begins, in UTF-16 units from the start of the file. */
  readonly start: number;
}

/** Returns the comments and strings of TypeScript code; of template strings the literal parts. */
export function proseOfCode(code: string): Prose[] {
  const found: Prose[] = [];
  const add = (start: number, end: number): void => {
    found.push({ start, text: code.slice(start, end) });
  };
  const file = ts.createSourceFile("file.ts", code, ts.ScriptTarget.Latest, true);
  const comments = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of [
      ...(ts.getLeadingCommentRanges(code, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(code, node.getEnd()) ?? []),
    ])
      if (!comments.has(pos)) {
        comments.add(pos);
        add(pos, end);
      }
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node))
      add(node.getStart(file), node.getEnd());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the text of a Markdown page without code: fences and inline code are replaced by blanks of the same length. */
export function proseOfMarkdown(page: string): Prose[] {
  const blank = (code: string): string => code.replace(/[^\n]/g, " ");
  const text = page
    .replace(/^(```+)[^\n]*\n[^]*?^\1[^\n]*$/gm, blank)
    .replace(/`[^`\n]+`/g, blank)
    .replace(/\]\([^)\n]*\)/g, blank);
  return [{ text, start: 0 }];
}

/** Returns the prose of a file by its name; a file that is neither code nor Markdown is one piece. */
export function proseOf(path: string, text: string): Prose[] {
  if (path.endsWith(".md")) return proseOfMarkdown(text);
  return path.endsWith(".ts") ? proseOfCode(text) : [{ text, start: 0 }];
}

/**
 * Whether users read a piece of prose: documents and texts, and strings of `src` and `packages`, but not comments. The changelog
 * is not counted: its entries keep the words of their version.
 */
export function isShown(path: string, piece: string): boolean {
  if (path === "CHANGELOG.md") return false;
  return !path.endsWith(".ts") || (/^(?:src|packages)\//.test(path) && !/^\/[/*]/.test(piece));
}

/**
 * Compiles a pattern of words.json. A blank in it also matches a line break, with the prefix of a comment or quotation on the
 * next line.
 */
export function expressionOf(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll(" ", String.raw`\s+(?:(?:\*|//|>)\s+)?`), "gi");
}
