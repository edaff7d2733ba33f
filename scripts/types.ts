/**
 * Type-checks everything twice: in the root's project, which sees every runtime, and in the projects of the folders of src and packages,
 * each of which sees its own. There a file is checked in the project that lists it, and where others reach it only if that one sees
 * something that theirs does not: what passes with less in sight passes with more.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import ts from "typescript";

const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");

/** What passed last: the digest of all that the folders' projects read outside node_modules. */
const RECORD = join("node_modules", ".cache", "tsc", "folders");

interface Project {
  readonly path: string;
  readonly options: ts.CompilerOptions;
  readonly files: readonly string[];
  /** The libraries and the global types that its files may use. */
  readonly sees: ReadonlySet<string>;
}

/** All tsconfig files directly below a folder of src or packages. */
function paths(): string[] {
  const folders = ["src", "packages"].flatMap((parent) =>
    readdirSync(parent).map((name) => join(parent, name)),
  );
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^tsconfig(\.browser)?\.json$/.test(name))
      .map((name) => join(folder, name)),
  );
}

function projectAt(path: string): Project {
  const onUnRecoverableConfigFileDiagnostic = ({ messageText }: ts.Diagnostic): never => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
  };
  const parsed = ts.getParsedCommandLineOfConfigFile(
    path,
    { incremental: false },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic },
  );
  if (parsed === undefined || parsed.errors.length > 0) throw new Error(`${path} is no tsconfig`);
  const { options, fileNames } = parsed;
  return {
    path,
    options,
    files: fileNames,
    sees: new Set([...(options.lib ?? []), ...(options.types ?? [])]),
  };
}

/** Source files that were read for one project serve the others. */
const sources = new Map<string, ts.SourceFile | undefined>();

function hostOf(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, how, ...rest) => {
    const key = `${name} ${JSON.stringify(how)}`;
    if (!sources.has(key)) sources.set(key, read(name, how, ...rest));
    return sources.get(key);
  };
  return host;
}

/** What is wrong with the files of a project that pass nowhere else with less in sight. */
function problemsOf(
  { path, options, files, sees }: Project,
  homes: ReadonlyMap<string, Project>,
): readonly ts.Diagnostic[] {
  const program = ts.createProgram(files, options, hostOf(options));
  const isOwn = ({ fileName, isDeclarationFile }: ts.SourceFile): boolean => {
    const home = homes.get(fileName);
    return (
      !isDeclarationFile &&
      (home === undefined || home.path === path || [...home.sees].some((name) => !sees.has(name)))
    );
  };
  const checked = program.getSourceFiles().filter(isOwn);
  const ofFiles = checked.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]);
  return [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...ofFiles,
  ];
}

function digestOf(projects: readonly Project[]): string {
  const configs = ["package-lock.json", "tsconfig.base.json", ...projects.map(({ path }) => path)];
  const digest = createHash("sha256");
  for (const path of [...configs, ...projects.flatMap(({ files }) => files)])
    digest.update(path).update(readFileSync(path));
  return digest.digest("hex");
}

function foldersPass(): boolean {
  const projects = paths().map(projectAt);
  const digest = digestOf(projects);
  if (existsSync(RECORD) && readFileSync(RECORD, "utf8") === digest) return true;
  const homes = new Map(
    projects.flatMap((project) => project.files.map((file) => [file, project] as const)),
  );
  const naming = {
    getCanonicalFileName: (name: string) => name,
    getCurrentDirectory: () => process.cwd(),
    getNewLine: () => "\n",
  };
  let passed = true;
  for (const project of projects) {
    const problems = problemsOf(project, homes);
    if (problems.length === 0) continue;
    console.error(`${ts.formatDiagnostics(problems, naming)}types: ${project.path} failed`);
    passed = false;
  }
  mkdirSync(dirname(RECORD), { recursive: true });
  if (passed) writeFileSync(RECORD, digest);
  return passed;
}

/** The compiler on the root's project, where only what a change touches is read again. */
function rootPasses(): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [compiler, "-b", "tsconfig.json", "--pretty", "false"], {
      stdio: "inherit",
    });
    child.on("close", (code) => resolve(code === 0));
  });
}

const root = rootPasses();
const folders = foldersPass();
process.exitCode = (await root) && folders ? 0 : 1;
