/** A user's request that failed. The message is for people; exit status 2. */
export class Failure extends Error {
  override readonly name = "Failure";
}

/** Returns the message of anything thrown, without a stack. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Short words for the usual errors of the file system. */
export function fileErrorMessage(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return "no such file or folder";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EISDIR":
      return "is a folder";
    case "ENOTDIR":
      return "part of the path is not a folder";
    case "ENOSPC":
      return "no space left";
    case "ELOOP":
      return "symbolic links form a loop";
    default:
      return messageOf(error);
  }
}
