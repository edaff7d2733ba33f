import { existsSync } from "node:fs";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Context } from "../context.js";
import { Failure, fileErrorMessage } from "../failure.js";
import { TEMPLATES, type Template, type TemplateLanguage } from "./rule-templates.js";

/** The id of a custom rule: the author's prefix, a slash and the rule's name, each of lower-case letters, digits and hyphens. */
const RULE_ID = /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9-]*)$/;

/**
 * Writes the files of a new custom rule: a query file, examples and a README with help.
 * @param into the folder; null for one that is named after the rule
 * @returns the paths of the files, relative to the current folder
 * @throws Failure if the id is not valid, or the query file or the examples already exist
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
  const basePath = `${template.extended === true ? "extended/" : ""}${language}/${name}`;
  const files = [
    [`${basePath}.scm`, queryOf(id, template)],
    [`${basePath}.test.${template.extension}`, examplesOf(id, template)],
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
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw new Failure(
      exists
        ? `${shown} already exists; choose another name, or another folder with --into`
        : `${shown}: ${fileErrorMessage(error)}`,
    );
  }
}

/** Adds the help of a rule to the folder's README, which is created if it does not exist. */
async function addHelp(path: string, folder: string, help: string, shown: string): Promise<void> {
  try {
    await appendFile(path, existsSync(path) ? help : `${readmeOf(folder)}${help}`);
  } catch (error) {
    throw new Failure(`${shown}: ${fileErrorMessage(error)}`);
  }
}
