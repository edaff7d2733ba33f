import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Locked {
  readonly version?: string;
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Readonly<Record<string, Locked>>;
};

/** Returns the key in the lock file of the package to which Node.js resolves a dependency, or null if there is none. */
function placeOf(from: string, name: string): string | null {
  for (let folder = from; ; ) {
    const place = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === "") return null;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1));
  }
}

/** Whether npm installs a package on the platform of the documented numbers: Linux with glibc and an x64 processor. */
function isInstalled({ os, cpu, libc }: Locked): boolean {
  const has = (list: readonly string[] | undefined, one: string): boolean =>
    list === undefined || list.includes(one);
  return has(os, "linux") && has(cpu, "x64") && has(libc, "glibc");
}

/** Returns the keys in the lock file of the third-party packages that are installed with a package. */
function broughtBy(place: string, found = new Set<string>()): Set<string> {
  const { dependencies, optionalDependencies } = packages[place] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const brought = placeOf(place, name);
    const locked = brought === null ? undefined : packages[brought];
    if (brought === null || locked === undefined || found.has(brought)) continue;
    if (locked.link === true || !isInstalled(locked)) continue;
    found.add(brought);
    broughtBy(brought, found);
  }
  return found;
}

describe("docs/README.md", () => {
  const rows = readFileSync("docs/README.md", "utf8").matchAll(
    /^\| `([\w-]+)` \| (\d+) \| \d+ MB \|/gm,
  );
  const documented = new Map([...rows].map(([, name = "", count]) => [name, Number(count)]));

  it.each([
    "curlew",
    "curlew-lsp",
    "remark-lint-curlew",
    "curlew-mcp",
    "curlew-service",
    "curlew-queue",
  ])("states how many packages %s installs", (name) => {
    const brought = broughtBy(name === "curlew" ? "" : `packages/${name}`);
    const versions = [...brought].map(
      (place) => `${place.replace(/.*node_modules\//, "")}@${packages[place]?.version ?? ""}`,
    );
    // npm may install one version in several folders
    expect(documented.get(name)).toBe(new Set(versions).size);
  });

  it("names each installed package that has an install script", () => {
    const text = readFileSync("docs/README.md", "utf8");
    const scripted = ["", ...[...documented.keys()].map((name) => `packages/${name}`)]
      .flatMap((place) => [...broughtBy(place)])
      .filter((place) => packages[place]?.hasInstallScript === true)
      .map((place) => place.replace(/.*node_modules\//, ""));
    expect([...new Set(scripted)].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
