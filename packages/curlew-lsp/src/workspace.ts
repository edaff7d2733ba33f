import { relative, isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";

/** The folders that are open. */
export class Workspace {
  private folders = new Set<string>();

  open(uris: readonly string[]): void {
    this.folders = new Set(uris.map(pathOf).filter((path) => path !== null));
  }

  change(added: readonly string[], removed: readonly string[]): void {
    for (const path of removed.map(pathOf)) if (path !== null) this.folders.delete(path);
    for (const path of added.map(pathOf)) if (path !== null) this.folders.add(path);
  }

  /** Returns the innermost open folder around a file; null for a file that was opened alone. */
  folderOf(path: string): string | null {
    const around = [...this.folders].filter((folder) => {
      const inside = relative(folder, path);
      return inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
    });
    return around.sort((a, b) => b.length - a.length)[0] ?? null;
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
