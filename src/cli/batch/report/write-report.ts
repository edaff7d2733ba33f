import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../../host/package-root.js";
import type { ReportData } from "../../../report/report-data.js";
import { Failure, fileErrorMessage } from "../../failure.js";

/**
 * Writes a self-contained page with script, style and data. Its content security policy allows only this script and style, and no
 * requests.
 */
export function writeReport(path: string, name: string, data: ReportData): void {
  const page = pageOf(data, asset("page.js"), asset("page.css"));
  try {
    if (isFileOrNothing(path)) writeWhole(path, page);
    else writeFileSync(path, page);
  } catch (error) {
    throw new Failure(`cannot write ${name}: ${fileErrorMessage(error)}`);
  }
}

/** Whether a path is a regular file or does not exist. A device or a pipe is written to directly; a renamed file would replace it. */
function isFileOrNothing(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}

/** Writes the page to a temporary file, which is renamed when it is complete. */
function writeWhole(path: string, page: string): void {
  const part = `${path}.part`;
  try {
    writeFileSync(part, page);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function asset(name: string): string {
  const path = join(packageRoot(), "dist", "report", name);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Failure(
      `cannot read ${path}: ${fileErrorMessage(error)}; in a checkout, npm run build makes it`,
    );
  }
}

function pageOf(data: ReportData, script: string, style: string): string {
  const policy = `default-src 'none'; script-src '${digest(script)}'; style-src '${digest(style)}'; base-uri 'none'; form-action 'none'`;
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    "<title>curlew report</title>",
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    "<main><noscript>This report needs JavaScript; it makes no network requests.</noscript></main>",
    `<script type="application/json" id="data">${embedded(data)}</script>`,
    `<script>${script}</script>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Returns data as JSON that cannot end the script element around it. */
function embedded(data: ReportData): string {
  return JSON.stringify(data)
    .replace(
      /[<>&\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )
    .replace(/[\ud800-\udfff]/gu, "\\ufffd");
}
