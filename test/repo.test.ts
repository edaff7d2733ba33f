import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { TOOLS } from "../scripts/lab/tools.js";
import { changelogOf, version, versionProblems } from "../scripts/release/version.js";

const read = (path: string): string => readFileSync(path, "utf8");
const ownPackage: {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
} = JSON.parse(read("package.json"));
const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "corpora/README.md",
  ...filesBelow("docs", ".md"),
];

/** Returns all files below a folder whose names have one of these extensions. */
function filesBelow(folder: string, ...endings: string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && statSync(path).isFile());
}

const packages = readdirSync("packages").map((name) => join("packages", name));
const sources = [
  ...filesBelow("src", ".ts"),
  ...packages.flatMap((folder) => filesBelow(join(folder, "src"), ".ts")),
];
const tests = filesBelow("test", ".ts");

/** Returns the lines of all fenced shell blocks in a document. */
function commandsOf(path: string): string[] {
  return [...read(path).matchAll(/^```sh\n(.*?)^```/gms)].flatMap((match) =>
    (match[1] ?? "").trim().split("\n"),
  );
}

describe("dependencies", () => {
  it("are locked without the URL of a registry", () => {
    const lock = read("package-lock.json");
    // the lock file refers to a workspace by its folder
    expect(lock).not.toMatch(/"resolved": "(?!packages\/|site")/);
    expect(lock).not.toMatch(/registry\./);
    expect(read(".npmrc")).not.toMatch(/registry\s*=/);
  });

  it("are installed without running their scripts", () => {
    expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  });

  it("are exact versions", () => {
    const all = [".", "site", ...packages].map(
      (folder): Partial<typeof ownPackage> => JSON.parse(read(join(folder, "package.json"))),
    );
    const versions = all.flatMap(({ dependencies, devDependencies }) =>
      Object.values({ ...dependencies, ...devDependencies }),
    );
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });
});

describe("source files", () => {
  it("contain no marks of unfinished work", () => {
    expect(
      [...sources, ...tests].filter((path) =>
        /\b(?:TO(?:)DO|FIX(?:)ME|X(?:)XX)\b/.test(read(path)),
      ),
    ).toEqual([]);
  });

  it("in the core have at most 400 lines", () => {
    const long = filesBelow("src/core", ".ts").filter(
      (path) => read(path).split("\n").length > 401,
    );
    expect(long).toEqual([]);
  });

  it("in the core declare no variables with `let` at module level, except in parse/runtime.ts", () => {
    const variable = /^(?:export )?(?:let|var) /m;
    expect(filesBelow("src/core", ".ts").filter((path) => variable.test(read(path)))).toEqual([
      join("src", "core", "parse", "runtime.ts"),
    ]);
  });

  it("belong to a tsconfig for the runtime of their folder", () => {
    const without = readdirSync("src").filter(
      (folder) => !readdirSync(join("src", folder)).includes("tsconfig.json"),
    );
    expect(without).toEqual([]);
  });
});

describe("tests", () => {
  it("neither skip nor focus a test", () => {
    const pattern =
      /\b(?:it|test|describe)\.(?:skip|only|todo|skipIf|runIf|fails)\b|\bx(?:it|describe)\(/;
    expect(
      tests.filter((path) => path !== join("test", "repo.test.ts") && pattern.test(read(path))),
    ).toEqual([]);
  });
});

describe("the test command", () => {
  it("is the same in README and in .ci/run", () => {
    const ci = read(".ci/run").trimEnd().split("\n").at(-1);
    expect(commandsOf("README.md")).toContain(ci);
  });

  it("can be run", () => {
    expect(statSync(".ci/run").mode & 0o111).toBe(0o111);
    expect(ownPackage.scripts["test"]).toBe("tsx scripts/test.ts");
  });
});

describe("the tools of `npm run lab`", () => {
  it("are scripts that exist", () => {
    const scripts = Object.values(TOOLS).map(({ script }) => script);
    expect(scripts.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe("documents", () => {
  it.each(documents)("%s names only scripts that exist", (path) => {
    const named = [...read(path).matchAll(/npm run ([\w:-]+)(?: -- ([\w-]+))?/g)];
    expect(
      named.filter(
        ([, name = "", tool = ""]) =>
          ownPackage.scripts[name] === undefined ||
          (name === "lab" && tool !== "" && !(tool in TOOLS)),
      ),
    ).toEqual([]);
  });

  it.each(documents)("%s names only files that exist", (path) => {
    const linked = [...read(path).matchAll(/\]\(([\w./-]+)\)/g)].map((match) =>
      join(dirname(path), match[1] ?? ""),
    );
    const quoted = [
      ...read(path).matchAll(/`((?:src|queries|test|docs|scripts|wasm|corpora)\/[\w./-]+)`/g),
    ].map((match) => match[1] ?? "");
    expect(
      [...linked, ...quoted].filter(
        (file) => statSync(file, { throwIfNoEntry: false }) === undefined,
      ),
    ).toEqual([]);
  });

  it("include a README that names only existing commands", () => {
    const used = commandsOf("README.md").flatMap((line) =>
      [...line.matchAll(/npx curlew (\w+)/g)].map((match) => match[1] ?? ""),
    );
    const existing = new Set(
      sources
        .filter((path) => path.startsWith(join("src", "cli")) || path.startsWith("packages"))
        .flatMap((path) => [...read(path).matchAll(/\.command\("(\w+)/g)].map((match) => match[1])),
    );
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !existing.has(name))).toEqual([]);
  });

  it("include a CONTRIBUTING.md whose replacements change one place of their file", () => {
    const replacements = [
      ...read("CONTRIBUTING.md").matchAll(/^sed -i 's\/([^/]+)\/[^/]+\/' (\S+)$/gm),
    ];
    expect(replacements.map(([, word = "", path = ""]) => read(path).split(word).length)).toEqual([
      2,
    ]);
  });

  it("name the same version everywhere, for which CHANGELOG.md has a section", () => {
    expect(versionProblems()).toEqual([]);
    expect(changelogOf(version)).not.toBeNull();
  });

  it("include an ARCHITECTURE.md that names every folder of src and every stage of the core", () => {
    const folders = ["src", "src/core"].flatMap((parent) =>
      readdirSync(parent, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${parent}/${entry.name}`),
    );
    const text = read("ARCHITECTURE.md");
    expect(folders.filter((folder) => !text.includes(`\`${folder}\``))).toEqual([]);
  });
});
