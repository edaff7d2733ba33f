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

/** The files outside the packages that contain the version, for users to copy. */
const FILES_WITH_VERSION = [
  "action.yml",
  ".pre-commit-hooks.yaml",
  "deploy/batch/aws-batch.json",
  "deploy/batch/kubernetes.yaml",
  "deploy/gitlab/curlew.gitlab-ci.yml",
  "deploy/kubernetes-workers.yaml",
];

/** Returns a sentence for each package.json with another version, and for each of {@link FILES_WITH_VERSION} without this version. */
export function versionProblems(): string[] {
  const manifests = packageFolders.map((folder) => ({ folder, ...manifestOf(folder) }));
  const outdated = FILES_WITH_VERSION.filter(
    (path) => !readFileSync(path, "utf8").includes(version),
  );
  return [
    ...manifests
      .filter((each) => each.version !== version)
      .map((each) => `${each.folder}/package.json has version ${each.version}, not ${version}`),
    ...manifests
      .filter(({ peerDependencies }) => (peerDependencies?.["curlew"] ?? version) !== version)
      .map(
        ({ folder }) => `${folder}/package.json needs another version of curlew than ${version}`,
      ),
    ...outdated.map((path) => `${path} does not contain version ${version}`),
  ];
}

/** Returns the section of CHANGELOG.md for a version, without its heading, or null if there is none. */
export function changelogOf(wanted: string): string | null {
  const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
  const section = sections.find((each) => each.startsWith(`[${wanted}]`));
  return section === undefined ? null : section.slice(section.indexOf("\n") + 1).trim();
}
