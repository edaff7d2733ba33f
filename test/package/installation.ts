import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary project in which packed packages are installed. npm fails if a package does not support this version of Node. */
export class Installation {
  private constructor(
    readonly folder: string,
    readonly tarballs: Readonly<Record<string, string>>,
  ) {}

  /** Creates the project, packs all packages, and installs `curlew`. */
  static make(): Installation {
    const folder = mkdtempSync(join(tmpdir(), "curlew-package-"));
    mkdirSync(join(folder, "tarballs"));
    const packed = npm(
      process.cwd(),
      "pack",
      "--json",
      "--workspaces",
      "--include-workspace-root",
      "--pack-destination",
      join(folder, "tarballs"),
    );
    const tarballs = Object.fromEntries(
      (JSON.parse(packed) as { name: string; filename: string }[]).map(({ name, filename }) => [
        name,
        join(folder, "tarballs", filename),
      ]),
    );
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const installation = new Installation(folder, tarballs);
    installation.add("curlew");
    return installation;
  }

  add(...names: readonly string[]): void {
    npm(
      this.folder,
      "install",
      "--engine-strict",
      "--ignore-scripts",
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      ...names.map((name) => this.tarballs[name] ?? name),
    );
  }

  /** Returns the names of all installed packages. */
  packages(): string[] {
    return readdirSync(join(this.folder, "node_modules"))
      .filter((name) => !name.startsWith("."))
      .flatMap((name) =>
        name.startsWith("@")
          ? readdirSync(join(this.folder, "node_modules", name)).map((each) => `${name}/${each}`)
          : [name],
      );
  }

  /** Returns the size of all installed files in bytes. */
  size(): number {
    const files = readdirSync(join(this.folder, "node_modules"), {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile());
    return files.reduce(
      (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
      0,
    );
  }

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  write(name: string, text: string): string {
    const path = this.path(name);
    writeFileSync(path, text);
    return path;
  }

  /** Runs code as a module of the project, and returns its output. */
  runModule(code: string): string {
    return execFileSync(process.execPath, [this.write("example.mjs", code)], {
      encoding: "utf8",
      cwd: this.folder,
    }).trim();
  }

  curlew(
    args: readonly string[],
    input = "",
  ): { status: number | null; stdout: string; stderr: string } {
    const env = { PATH: process.env["PATH"], XDG_CONFIG_HOME: "/nonexistent" };
    return spawnSync(process.execPath, [this.path("node_modules", ".bin", "curlew"), ...args], {
      input,
      encoding: "utf8",
      cwd: this.folder,
      env,
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

function npm(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")}: ${stderr}`);
  return stdout;
}
