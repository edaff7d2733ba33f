import { lstatSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Maximum length of a socket's path that all supported systems accept, in bytes. */
const MAX_PATH_BYTES = 100;

/** The path of the socket of `curlew hookd`, and the path of its folder, which only this user can access. */
export interface SocketPath {
  readonly folder: string;
  readonly socket: string;
}

/**
 * Returns the path of the socket, which is in `$XDG_RUNTIME_DIR/curlew-hookd` or, if that is not an absolute path, in
 * `~/.local/state/curlew/hookd`; null on Windows, if neither is an absolute path, and if the path is too long for a socket.
 */
export function socketPathOf({
  XDG_RUNTIME_DIR: runtime,
  HOME: home = "",
}: Environment): SocketPath | null {
  if (process.platform === "win32") return null;
  const folder =
    runtime !== undefined && isAbsolute(runtime)
      ? join(runtime, "curlew-hookd")
      : join(home, ".local", "state", "curlew", "hookd");
  const socket = join(folder, "socket");
  return isAbsolute(folder) && Buffer.byteLength(socket) <= MAX_PATH_BYTES
    ? { folder, socket }
    : null;
}

/** Whether the folder and the socket exist, belong to this user, and are inaccessible to other users. */
export function isPrivateSocket({ folder, socket }: SocketPath): boolean {
  return isPrivate(folder, "folder") && isPrivate(socket, "socket");
}

/** Whether a path is a folder or socket that belongs to this user and is inaccessible to others; false for a symbolic link to one. */
export function isPrivate(path: string, kind: "folder" | "socket"): boolean {
  try {
    const stat = lstatSync(path);
    const isKind = kind === "folder" ? stat.isDirectory() : stat.isSocket();
    return isKind && stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/** Returns an identifier of an installation: its folder, the version of Node.js, and size, time and inode of its scripts. */
export function installationOf(folder: string): string {
  const parts = ["command.cjs", "hook.cjs", "detector.cjs"].map((name) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    return stat === undefined ? "none" : `${stat.size}:${stat.mtimeMs}:${stat.ino}`;
  });
  return [folder, process.version, ...parts].join(" ");
}
