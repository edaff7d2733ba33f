import { existsSync } from "node:fs";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Context } from "../context.js";
import { Failure, fileErrorMessage } from "../failure.js";
import { TEMPLATES, type Template, type TemplateLanguage } from "./templates.js";

/** Small letters, digits and hyphens, with one slash: a name of the author's own and that of the rule. */
const RULE_ID = /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9-]*)$/;

/**
 * Writes a folder for a new rule, with a query file, examples and a page of help, and returns the paths as they are shown.
 * @param into the folder; null for a new one named after the rule
 * @throws Failure if the name cannot be a rule's, or a file already exists
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
      `"${id}" cannot be the id of a rule; write your own name, a slash and the rule's name, in lower case: acme/no-pipe`,
    );
  const folder = into ?? name;
  const template: Template = TEMPLATES[language];
  const start = `${template.extended === true ? "extended/" : ""}${language}/${name}`;
  const files = [
    [`${start}.scm`, queryOf(id, template)],
    [`${start}.test.${template.ending}`, examplesOf(id, template)],
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
  (#set! help "Describe what to do instead."))
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

**Why it matters.** Describe what can go wrong.

**Instead.** Describe what to do instead.
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
        ? `${shown} already exists; choose another name, or another folder with --into`
        : `${shown}: ${fileErrorMessage(error)}`,
    );
  }
}

/** Adds the help of a rule to the folder's page, which is created if it is missing. */
async function addHelp(path: string, folder: string, help: string, shown: string): Promise<void> {
  try {
    const isThere = existsSync(path);
    await appendFile(path, isThere ? help : `${readmeOf(folder)}${help}`);
  } catch (error) {
    throw new Failure(`${shown}: ${fileErrorMessage(error)}`);
  }
}
