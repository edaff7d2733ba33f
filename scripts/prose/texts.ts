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
