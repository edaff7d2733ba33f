import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** The version of the package `curlew`. */
export const version = manifestOf(".").version;

/** The folders of the packages that are published, the root first. */
export const packageFolders = [
  ".",
  ...readdirSync("packages").map((name) => join("packages", name)),
];

/** Files outside the packages that name the version for users. */
const NAMING = [
  "action.yml",
  ".pre-commit-hooks.yaml",
  "deploy/batch/aws-batch.json",
  "deploy/batch/kubernetes.yaml",
  "deploy/gitlab/curlew.gitlab-ci.yml",
  "deploy/kubernetes-workers.yaml",
];

/** Returns the disagreements about the version: in package files, and in files of the repository that name it for users. */
export function versionProblems(): string[] {
  const manifests = packageFolders.map((folder) => ({ folder, ...manifestOf(folder) }));
  const named = NAMING.filter((path) => !readFileSync(path, "utf8").includes(version));
  return [
    ...manifests
      .filter((each) => each.version !== version)
      .map((each) => `${each.folder}/package.json has version ${each.version}, not ${version}`),
    ...manifests
      .filter(({ peerDependencies }) => (peerDependencies?.["curlew"] ?? version) !== version)
      .map(
        ({ folder }) => `${folder}/package.json needs another version of curlew than ${version}`,
      ),
    ...named.map((path) => `${path} does not name version ${version}`),
  ];
}

/** Returns the section of CHANGELOG.md for a version without its heading, or null. */
export function changelogOf(wanted: string): string | null {
  const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
  const section = sections.find((each) => each.startsWith(`[${wanted}]`));
  return section === undefined ? null : section.slice(section.indexOf("\n") + 1).trim();
}
