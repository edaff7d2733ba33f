/** An error whose message is shown to the user without a stack trace. The exit status is 2. */
export class Failure extends Error {
  override readonly name = "Failure";
}

/** Returns the message of a thrown value, without a stack trace. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns a short description of a common error of the file system, and the message of any other error. */
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
