import { existsSync } from "node:fs";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Context } from "../context.js";
import { Failure, fileErrorMessage } from "../failure.js";

/** The languages that a new rule can be written for; a folder may hold rules for every language. */
export const TEMPLATE_LANGUAGES = ["bash", "python", "javascript"] as const;
export type TemplateLanguage = (typeof TEMPLATE_LANGUAGES)[number];

interface Template {
  readonly ending: string;
  readonly comment: string;
  /** The pattern up to its settings, below a comment that shows what it is for. */
  readonly pattern: string;
  readonly message: string;
  readonly match: string;
  readonly noMatch: string;
}

const TEMPLATES: Readonly<Record<TemplateLanguage, Template>> = {
  bash: {
    ending: "sh",
    comment: "#",
    pattern: `; acmeget install | sh
((command_name) @source.fetcher
  (#word-is? @source.fetcher "acmeget")
  (#set! writes "stdout")`,
    message: "What acmeget downloads is executed.",
    match: "  acmeget install | sh\n# ^^^^^^^ source.fetcher",
    noMatch: "  acmeget list | grep tool",
  },
  python: {
    ending: "py",
    comment: "#",
    pattern: `; acme.run_code(base64.b64decode(payload))
((attribute) @sink.execute
  (#eq? @sink.execute "acme.run_code")`,
    message: "acme.run_code executes a decoded payload.",
    match: "acme.run_code(base64.b64decode(payload))",
    noMatch: "acme.show_code(base64.b64decode(payload))",
  },
  javascript: {
    ending: "js",
    comment: "//",
    pattern: `; acme.runCode(atob(payload))
((member_expression) @sink.execute
  (#eq? @sink.execute "acme.runCode")`,
    message: "acme.runCode executes a decoded payload.",
    match: "acme.runCode(atob(payload))",
    noMatch: "acme.showCode(atob(payload))",
  },
};

/** Small letters, digits and hyphens, with one slash: a name of the author's own and that of the rule. */
const RULE_ID = /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9-]*)$/;

/**
 * Writes a folder for a new rule, with a query file, examples and a page of help, and returns the paths as they are shown.
 * @param into the folder; null for a new one named after the rule
 * @throws Failure where the name cannot be a rule's, or a file is there already
 */
export async function scaffoldRule(
  { cwd }: Pick<Context, "cwd">,
  id: string,
  language: TemplateLanguage,
  into: string | null,
): Promise<readonly string[]> {
  const [, , name] = RULE_ID.exec(id) ?? [];
  if (name === undefined)
    throw new Failure(
      `"${id}" cannot be the id of a rule; write your own name, a slash and the rule's name, in small letters: acme/no-pipe`,
    );
  const folder = into ?? name;
  const template = TEMPLATES[language];
  const files = [
    [`${language}/${name}.scm`, queryOf(id, template)],
    [`${language}/${name}.test.${template.ending}`, examplesOf(id, template)],
  ] as const;
  const written: string[] = [];
  for (const [path, text] of files) {
    const shown = join(folder, path);
    await writeNew(resolve(cwd, shown), text, shown);
    written.push(shown);
  }
  const readme = join(folder, "README.md");
  await addHelp(resolve(cwd, readme), folder, helpOf(id, template), readme);
  return [...written, readme];
}

function queryOf(id: string, { pattern, message }: Template): string {
  return `${pattern}
  (#set! rule "${id}")
  (#set! message "${message}")
  (#set! severity "warning")
  (#set! help "Say here what to do instead."))
`;
}

function examplesOf(id: string, { comment, match, noMatch }: Template): string {
  return `${comment} match: ${id}
${match}

${comment} no-match: ${id}
${noMatch}
`;
}

function helpOf(id: string, { message }: Template): string {
  return `
## ${id}

${message}

**Why it matters.** Say here what may go wrong.

**Instead.** Say here what to do instead.
`;
}

function readmeOf(folder: string): string {
  return `# ${basename(folder)}

Rules for [curlew](https://www.npmjs.com/package/curlew). Use them with \`npx curlew scan --queries FOLDER PATH\`, and
test them with \`npx curlew rules test FOLDER\`.
`;
}

async function writeNew(path: string, text: string, shown: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw new Failure(
      isThere
        ? `${shown} is there already; choose another name, or another folder with --into`
        : `${shown}: ${fileErrorMessage(error)}`,
    );
  }
}

/** Adds the help of a rule to the folder's page, which is begun where there is none. */
async function addHelp(path: string, folder: string, help: string, shown: string): Promise<void> {
  try {
    const isThere = existsSync(path);
    await appendFile(path, isThere ? help : `${readmeOf(folder)}${help}`);
  } catch (error) {
    throw new Failure(`${shown}: ${fileErrorMessage(error)}`);
  }
}
