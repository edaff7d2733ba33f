/**
 * Writes the files of a release into dist/release; run it after a build. The packed packages, the zip files of the extension, a
 * CycloneDX SBOM and the SHA-256 digests of all these files are written into `files`, the release notes from CHANGELOG.md into
 * `notes.md`.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changelogOf, packageFolders, version } from "./release/version.js";

const OUT = join("dist", "release");
const FILES = join(OUT, "files");

rmSync(OUT, { recursive: true, force: true });
mkdirSync(FILES, { recursive: true });
for (const folder of packageFolders)
  execFileSync("npm", ["pack", "--silent", "--pack-destination", FILES, `./${folder}`]);
const extension = join("dist", "extension");
for (const name of readdirSync(extension).filter((each) => each.endsWith(".zip")))
  copyFileSync(join(extension, name), join(FILES, `curlew-extension-${name}`));
writeFileSync(
  join(FILES, "sbom.cdx.json"),
  execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev"]),
);

const digest = (name: string): string =>
  createHash("sha256")
    .update(readFileSync(join(FILES, name)))
    .digest("hex");
const sums = readdirSync(FILES).map((name) => `${digest(name)}  ${name}\n`);
writeFileSync(join(FILES, "SHA256SUMS"), sums.join(""));
writeFileSync(join(OUT, "notes.md"), `${changelogOf(version) ?? `curlew ${version}`}\n`);
console.log(`${sums.length} files and their digests in ${FILES}`);
