/** The usual reasons why a file cannot be read or written, by the codes of the system. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of the path is not a folder",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
};

/** Returns why a file cannot be used, in parentheses after a space; an empty string if the reason is unknown. */
export function fileErrorReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = REASONS[code] ?? code;
  return reason === "" ? "" : ` (${reason})`;
}
