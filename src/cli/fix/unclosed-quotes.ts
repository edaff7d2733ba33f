/** An opening quote or bracket of a shell. */
type Mark = "'" | '"' | "`" | "(" | "${";

/** Whether a shell that has read this text is inside quotes, a substitution, parentheses or a here-document. */
export function isOpen(text: string): boolean {
  const marks: Mark[] = [];
  let hereDocument: { readonly word: string; readonly tabs: boolean } | null = null;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (hereDocument !== null) {
      const { word, tabs } = hereDocument;
      if ((tabs ? line.replace(/^\t+/, "") : line).trimEnd() === word) hereDocument = null;
      continue;
    }
    readLine(line, marks);
    const [, tabs, word] = marks.length > 0 ? [] : (/<<(-?)[ \t]*["'\\]?(\w+)/.exec(line) ?? []);
    if (word !== undefined && !line.includes("<<<")) hereDocument = { word, tabs: tabs === "-" };
  }
  return marks.length > 0 || hereDocument !== null;
}

/** Whether PowerShell, after it has read this text, is inside a string, a here-string, a block comment or parentheses. */
export function isOpenPowershell(text: string): boolean {
  const rest = text
    .replace(/@(["'])[ \t]*\r?\n[\s\S]*?\r?\n\1@/g, "")
    .replace(/"(?:[^"`]|`.)*"|'[^']*'|<#[\s\S]*?#>|#.*/g, "");
  return /@?["']|<#/.test(rest) || rest.split("(").length !== rest.split(")").length;
}

/** Adds the marks that a line opens, and removes those that it closes. */
function readLine(line: string, marks: Mark[]): void {
  for (let i = 0; i < line.length; i++) {
    const inside = marks.at(-1);
    const [mark = ""] = line.slice(i, i + 2);
    if (inside === "'") {
      if (mark === "'") marks.pop();
    } else if (mark === "\\") {
      i++;
    } else if (
      mark === "#" &&
      inside !== '"' &&
      inside !== "${" &&
      /(?:^|[\s;(])$/.test(line.slice(0, i))
    ) {
      return;
    } else if (
      (mark === "'" && inside !== '"') ||
      ((mark === '"' || mark === "`") && inside !== mark)
    ) {
      marks.push(mark);
    } else if (
      mark === inside ||
      (mark === ")" && inside === "(") ||
      (mark === "}" && inside === "${")
    ) {
      marks.pop();
    } else if (line.startsWith("${", i)) {
      marks.push("${");
      i++;
    } else if (line.startsWith("$(", i)) {
      marks.push("(");
      i++;
    } else if (mark === "(" && inside !== '"' && inside !== "${") {
      marks.push("(");
    }
  }
}
