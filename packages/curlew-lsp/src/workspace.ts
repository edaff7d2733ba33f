import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The folders that are open in the editor. */
export class Workspace {
  private folders = new Set<string>();

  /** Replaces all folders. */
  setFolders(uris: readonly string[]): void {
    this.folders = new Set(uris.map(pathOf).filter((path) => path !== null));
  }

  changeFolders(added: readonly string[], removed: readonly string[]): void {
    for (const path of removed.map(pathOf)) if (path !== null) this.folders.delete(path);
    for (const path of added.map(pathOf)) if (path !== null) this.folders.add(path);
  }

  /** Returns the innermost open folder that contains a file; null if there is none. */
  folderOf(path: string): string | null {
    const containing = [...this.folders].filter((folder) => {
      const inside = relative(folder, path);
      // The name of a file in the folder may begin with two dots.
      const isOutside = inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside);
      return inside !== "" && !isOutside;
    });
    return containing.sort((a, b) => b.length - a.length)[0] ?? null;
  }
}

/** Returns the path of a file URI; null for other URIs. */
export function pathOf(uri: string): string | null {
  try {
    return new URL(uri).protocol === "file:" ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}
