/** The usual reasons why a file cannot be read or written, by the error code of the operating system. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of the path is not a folder",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
};

/** Returns the reason why a file cannot be used, or an unknown error code, in parentheses after a space; "" if there is no code. */
export function fileErrorReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = REASONS[code] ?? code;
  return reason === "" ? "" : ` (${reason})`;
}
