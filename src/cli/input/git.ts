import { execFile } from "node:child_process";
import { Failure } from "../failure.js";

/** Maximum size of Git's output, in bytes. */
const MAX_OUTPUT = 1 << 30;

/**
 * Runs Git and returns its output.
 * @throws Failure if Git is not installed or fails
 */
export function git(cwd: string, args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    execFile(
      "git",
      ["--literal-pathspecs", "-c", "core.quotePath=false", ...args],
      { cwd, encoding: "buffer", maxBuffer: MAX_OUTPUT },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if ("code" in error && error.code === "ENOENT")
          reject(new Failure("changes are determined with git, which is not installed"));
        else
          reject(
            new Failure(
              `git ${args[0] ?? ""}: ${
                stderr
                  .toString("utf8")
                  .trim()
                  .split("\n")[0]
                  ?.replace(/^fatal: /, "") ?? "failed"
              }`,
            ),
          );
      },
    );
  });
}

/** Returns the names in output in which each name ends with a NUL character. */
export function names(answer: Buffer): string[] {
  return answer
    .toString("utf8")
    .split("\0")
    .filter((name) => name !== "");
}
