import { lstatSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** The longest path of a socket on all systems, in bytes. */
const LONGEST = 100;

/** The socket of `curlew hookd`, and the folder that only this user may enter. */
export interface Place {
  readonly folder: string;
  readonly socket: string;
}

/**
 * Returns where the socket is: in `$XDG_RUNTIME_DIR/curlew-hookd`, else in `~/.local/state/curlew/hookd`; null on Windows, if the
 * environment names no such folder, and if the path is too long for a socket.
 */
export function placeOf({ XDG_RUNTIME_DIR: runtime, HOME: home = "" }: Environment): Place | null {
  if (process.platform === "win32") return null;
  const folder =
    runtime !== undefined && isAbsolute(runtime)
      ? join(runtime, "curlew-hookd")
      : join(home, ".local", "state", "curlew", "hookd");
  const socket = join(folder, "socket");
  return isAbsolute(folder) && Buffer.byteLength(socket) <= LONGEST ? { folder, socket } : null;
}

/** Whether the folder and the socket exist, belong to this user, and are closed to others. */
export function isOwn({ folder, socket }: Place): boolean {
  return isPrivate(folder, "folder") && isPrivate(socket, "socket");
}

/** Whether a file of a kind belongs to this user and is closed to others; a symbolic link is neither kind. */
export function isPrivate(path: string, kind: "folder" | "socket"): boolean {
  try {
    const stat = lstatSync(path);
    const isKind = kind === "folder" ? stat.isDirectory() : stat.isSocket();
    return isKind && stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/** Returns an identifier of an installation and its version: the size and time of its scripts. */
export function installationOf(folder: string): string {
  const parts = ["command.cjs", "hook.cjs", "detector.cjs"].map((name) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    return stat === undefined ? "none" : `${stat.size}:${stat.mtimeMs}:${stat.ino}`;
  });
  return [folder, process.version, ...parts].join(" ");
}
