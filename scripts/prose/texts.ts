import ts from "typescript";

/** A piece of prose in a file. */
export interface Prose {
  readonly text: string;
  /** The offset at which the piece begins in the file, in UTF-16 code units. */
  readonly start: number;
  /** Set for the title of a test or of a group of tests. */
  readonly isTitle?: true;
}

/** Matches the names of the functions whose first argument is the title of a test or of a group of tests. */
const TITLED = /^(?:describe|it|test)\b/;

/** Returns the comments and strings of TypeScript code, and the literal parts of its template strings. */
export function proseOfCode(code: string): Prose[] {
  const found: Prose[] = [];
  const add = (start: number, end: number, isTitle = false): void => {
    found.push({ start, text: code.slice(start, end), ...(isTitle && { isTitle }) });
  };
  const file = ts.createSourceFile("file.ts", code, ts.ScriptTarget.Latest, true);
  const isTitle = (node: ts.Node): boolean =>
    ts.isCallExpression(node.parent) &&
    node.parent.arguments[0] === node &&
    TITLED.test(node.parent.expression.getText(file));
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
      add(node.getStart(file), node.getEnd(), isTitle(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns a Markdown page without code and link targets: their characters, except line breaks, are replaced by spaces. */
export function proseOfMarkdown(page: string): Prose[] {
  const spaces = (part: string): string => part.replace(/[^\n]/g, " ");
  const text = page
    .replace(/^(```+)[^\n]*\n[^]*?^\1[^\n]*$/gm, spaces)
    .replace(/`[^`\n]+`/g, spaces)
    .replace(/\]\([^)\n]*\)/g, spaces);
  return [{ text, start: 0 }];
}

/** Returns the prose of a file. A file that is neither TypeScript nor Markdown is one piece. */
export function proseOf(path: string, text: string): Prose[] {
  if (path.endsWith(".md")) return proseOfMarkdown(text);
  return path.endsWith(".ts") ? proseOfCode(text) : [{ text, start: 0 }];
}

/**
 * Whether a piece of prose is shown to users or in the output of tests: documents, strings of `src` and `packages`, and titles of
 * tests, but not comments. The changelog is excluded, because its entries keep the words of their version.
 */
export function isShown(path: string, { text, isTitle }: Pick<Prose, "text" | "isTitle">): boolean {
  if (path === "CHANGELOG.md") return false;
  if (!path.endsWith(".ts")) return true;
  return isTitle === true || (/^(?:src|packages)\//.test(path) && !/^\/[/*]/.test(text));
}

/**
 * Compiles a pattern of words-to-avoid.json. A space in the pattern also matches a line break and the prefix of the next line of a
 * comment or quotation.
 */
export function expressionOf(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll(" ", String.raw`\s+(?:(?:\*|//|>)\s+)?`), "gi");
}
