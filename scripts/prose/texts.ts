import ts from "typescript";

/** A piece of prose in a file. */
export interface Prose {
  readonly text: string;
  /** Where it begins, in UTF-16 units from the start of the file. */
  readonly start: number;
  /** Whether it is the title of a test, or of a group of tests. */
  readonly isTitle?: true;
}

/** Matches the functions whose first argument is the title of a test. */
const TITLED = /^(?:describe|it|test)\b/;

/** Returns the comments and strings of TypeScript code; of template strings the literal parts. */
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
 * Whether a piece of prose is read without the code around it: documents and texts, strings of `src` and `packages`, and titles of
 * tests, but not comments. The changelog is not counted: its entries keep the words of their version.
 */
export function isShown(path: string, { text, isTitle }: Pick<Prose, "text" | "isTitle">): boolean {
  if (path === "CHANGELOG.md") return false;
  if (!path.endsWith(".ts")) return true;
  return isTitle === true || (/^(?:src|packages)\//.test(path) && !/^\/[/*]/.test(text));
}

/**
 * Compiles a pattern of words.json. A blank in it also matches a line break, with the prefix of a comment or quotation on the
 * next line.
 */
export function expressionOf(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll(" ", String.raw`\s+(?:(?:\*|//|>)\s+)?`), "gi");
}
