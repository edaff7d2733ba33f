/**
 * Replaces `curlew-owner`, the placeholder for the owner of the repository, in all files: `npm run lab -- owner NAME`.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const PLACEHOLDER = ["curlew", "owner"].join("-");
const [name] = process.argv.slice(2);

if (name === undefined || !/^[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?$/.test(name)) {
  console.error(
    "usage: npm run lab -- owner NAME (the user or organization that owns the repository)",
  );
  process.exitCode = 2;
} else {
  const files = execFileSync("git", ["grep", "-lI", PLACEHOLDER], { encoding: "utf8" });
  const paths = files.split("\n").filter((path) => path !== "" && path !== "scripts/set-owner.ts");
  for (const path of paths)
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(PLACEHOLDER, name));
  console.log(`replaced the owner by ${name} in ${paths.length} files`);
}
