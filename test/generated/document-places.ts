/** Returns a document that contains marked shell code, or null if the code cannot be inserted. */
export type Place = (shell: string) => string | null;

const oneLine = (shell: string): boolean => !shell.includes("\n");
const isPlain = (shell: string): boolean => !shell.startsWith("#");
const fence =
  (tag: string, mark = "```"): Place =>
  (shell) =>
    shell.includes(mark)
      ? null
      : `Some words first.\n\n${mark}${tag}\n${shell}\n${mark}\n\nAnd some behind.\n`;
const lines = (shell: string, prefix: (index: number) => string): string =>
  shell
    .split("\n")
    .map((line, index) => prefix(index) + line)
    .join("\n");
const json = (shell: string): string => JSON.stringify(shell);
const withoutHereDocument = (shell: string): boolean =>
  !shell.includes("<<E") && !shell.includes("<<'E");

/** The places of shell code in a document. The first is the simplest. */
export const places: readonly Place[] = [
  fence("bash"),
  fence("sh"),
  fence(""),
  fence("shell", "~~~"),
  fence('Bash title="x"', "````"),
  fence("text"),
  // inline code
  (shell) =>
    oneLine(shell) && isPlain(shell) && !shell.includes("`")
      ? `Run \`${shell}\` to install it.`
      : null,
  (shell) =>
    oneLine(shell) && isPlain(shell) && !/``|`$/.test(shell)
      ? `Then \`\` ${shell} \`\` does it.`
      : null,
  // indented code, lists, block quotes
  (shell) => `A paragraph.\n\n${lines(shell, () => "    ")}\n\nAnother one.\n`,
  (shell) => `1. First:\n\n   \`\`\`bash\n${lines(shell, () => "   ")}\n   \`\`\`\n\n2. Second.\n`,
  (shell) => `> Said:\n>\n> \`\`\`sh\n${lines(shell, () => "> ")}\n> \`\`\`\n`,
  (shell) =>
    oneLine(shell) ? `- item\n  - inner\n\n    \`\`\`\n    ${shell}\n    \`\`\`\n` : null,
  // table
  (shell) =>
    oneLine(shell) && isPlain(shell) && !/[`\\]|^\s|\s$/.test(shell)
      ? `| System | Command |\n| --- | --- |\n| any | \`${shell.replaceAll("|", "\\|")}\` |\n`
      : null,
  // HTML
  (shell) =>
    `<pre><code>${shell.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("|", "&#124;")}</code></pre>\n`,
  // console
  (shell) =>
    oneLine(shell) && isPlain(shell)
      ? `\`\`\`console\nuser@host:~$ ${shell}\ndone, ok\nuser@host:~$ exit\n\`\`\`\n`
      : null,
  (shell) => (oneLine(shell) && isPlain(shell) ? `\`\`\`\n$ ${shell}\nInstalling\n\`\`\`\n` : null),
  // formats that contain shell code
  (shell) =>
    oneLine(shell) && isPlain(shell)
      ? `\`\`\`dockerfile\nFROM debian:12\nRUN ${shell}\nCMD ["tool"]\n\`\`\`\n`
      : null,
  (shell) =>
    withoutHereDocument(shell) || !shell.includes("\nEOF")
      ? `\`\`\`yaml\nsteps:\n  - run: |\n${lines(shell, () => "      ")}\n  - run: make\n\`\`\`\n`
      : `\`\`\`yaml\nrun: |\n${lines(shell, () => "  ")}\n\`\`\`\n`,
  (shell) =>
    oneLine(shell)
      ? `\`\`\`json\n{ "scripts": { "setup": ${json(shell)}, "test": "x" } }\n\`\`\`\n`
      : null,
  (shell) =>
    oneLine(shell) && isPlain(shell) && !shell.includes("$(cat")
      ? `\`\`\`makefile\nsetup:\n\t@${shell.replaceAll("$", "$$$$")}\n\`\`\`\n`
      : null,
  (shell) =>
    `\`\`\`diff\n--- a/i.sh\n+++ b/i.sh\n@@ -1 +1 @@\n-old\n${lines(shell, () => "+")}\n\`\`\`\n`,
  (shell) => (oneLine(shell) ? `\`\`\`toml\n[tasks.setup]\nrun = ${json(shell)}\n\`\`\`\n` : null),
  // code of other languages
  (shell) =>
    isPlain(shell) ? `\`\`\`python\nimport os\n\nos.system(${json(shell)})\n\`\`\`\n` : null,
  (shell) =>
    isPlain(shell) &&
    !shell.includes('"""') &&
    !shell.includes("\\") &&
    !shell.endsWith('"') &&
    !/"»$/.test(shell)
      ? `\`\`\`py\nimport subprocess as sp\nsp.run("""${shell}""", shell=True, check=True)\n\`\`\`\n`
      : null,
  (shell) =>
    isPlain(shell)
      ? `\`\`\`js\nimport { execSync } from "node:child_process";\nexecSync(${json(shell)});\n\`\`\`\n`
      : null,
];

/** Functions that add text around a document or change its line ends. The first one changes nothing. */
export const settings: readonly ((document: string) => string)[] = [
  (document) => document,
  (document) => `Here is what you asked for.\n\n${document}\n\nLet me know how it went.`,
  (document) => `🚀 Größe 東京 — 100 % ok.\n\n${document}`,
  (document) => document.replaceAll("\n", "\r\n"),
  (document) => `## Install\n\nDon't worry, it never fails:\n\n${document}`,
  (document) => `Do not use the old package. Run this instead:\n\n${document}`,
  (document) => `\uFEFF${document}`,
];

/** Warnings because of which a block after them is dismissed. */
export const warnings: readonly string[] = [
  "Never run this:",
  "Do not paste the following into a terminal:",
  "You should not use this command:",
  "Avoid running:",
];
