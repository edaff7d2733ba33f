/**
 * Replaces the placeholder owner of the repository in package files and documents: `npm run lab -- owner NAME`. Until then
 * addresses of the repository contain `curlew-owner`, which does not exist.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const PLACEHOLDER = ["curlew", "owner"].join("-");
const [name] = process.argv.slice(2);

if (name === undefined || !/^[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?$/.test(name)) {
  console.error(
    "usage: npm run lab -- owner NAME, the user or organization that has the repository",
  );
  process.exitCode = 2;
} else {
  const files = execFileSync("git", ["grep", "-lI", PLACEHOLDER], { encoding: "utf8" });
  const paths = files.split("\n").filter((path) => path !== "" && path !== "scripts/set-owner.ts");
  for (const path of paths)
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(PLACEHOLDER, name));
  console.log(`${paths.length} files now name ${name}`);
}
