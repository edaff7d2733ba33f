import { spawn } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../failure.js";
import { showSize } from "../input/size.js";
import { RefusedArchive } from "./refused-archive.js";
import { UNPACK_LIMITS } from "./unpacked-files.js";

/** Options that keep Git from running or following anything that a repository or a template names. */
const SAFE_OPTIONS = [
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "submodule.recurse=false",
  "-c",
  "credential.interactive=false",
];
const TIMEOUT_MS = 120_000;
/** Time between two checks of the size of a clone. */
const POLL_MS = 500;
/** Bytes that Git may print in addition to the content of files. */
const MAX_OVERHEAD = 64 * 1024 * 1024;

/** Returns the environment of Git. @param protocols the protocols that Git may use, also after a server's redirect */
function environment(protocols = "https:http:ssh:git"): NodeJS.ProcessEnv {
  return {
    ...process.env,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_NO_LAZY_FETCH: "1",
  };
}

/**
 * Clones the newest commit of a repository without a work tree, so that its filters, hooks and submodules have no effect.
 * @param ref a branch or tag; null for the default branch
 * @throws Failure with Git's message, RefusedArchive if the clone is too large
 */
export async function cloneBare(url: string, ref: string | null, folder: string): Promise<void> {
  const args = [
    ...SAFE_OPTIONS,
    "clone",
    "--quiet",
    "--bare",
    "--depth=1",
    "--single-branch",
    "--no-tags",
    "--template=",
    ...(ref === null ? [] : [`--branch=${ref}`]),
    "--",
    url,
    folder,
  ];
  const stop = new AbortController();
  const timer = setInterval(() => {
    void packSize(folder).then((size) => {
      if (size > UNPACK_LIMITS.bytes) stop.abort();
    });
  }, POLL_MS);
  try {
    await git(args, {
      signal: stop.signal,
      env: environment(url.startsWith("file:") ? "file" : undefined),
    });
  } catch (error) {
    if (stop.signal.aborted)
      throw new RefusedArchive("too-large", `is larger than ${showSize(UNPACK_LIMITS.bytes)}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Runs Git in a bare repository and returns what it prints. */
export function gitIn(folder: string, args: readonly string[], input?: string): Promise<Buffer> {
  return git([...SAFE_OPTIONS, `--git-dir=${folder}`, ...args], { input });
}

/** Runs Git and returns its output. Standard input is closed after `input`, so that Git cannot prompt. */
function git(
  args: readonly string[],
  {
    input = "",
    signal,
    env = environment(),
  }: {
    readonly input?: string | undefined;
    readonly signal?: AbortSignal;
    readonly env?: NodeJS.ProcessEnv;
  },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", args, { env, timeout: TIMEOUT_MS, signal });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let size = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > UNPACK_LIMITS.bytes + MAX_OVERHEAD) child.kill();
      else output.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (errors.length < 100) errors.push(chunk);
    });
    child.on("error", (error) => {
      const isMissing = "code" in error && error.code === "ENOENT";
      reject(
        isMissing
          ? new Failure(
              "repositories are fetched with git, which is not installed; use an archive instead",
            )
          : error,
      );
    });
    child.on("close", (code, killed) => {
      if (code === 0) return resolve(Buffer.concat(output));
      const reason = killed === null ? reasonIn(Buffer.concat(errors)) : "took too long";
      reject(new Failure(`git: ${reason === "" ? `status ${code}` : reason}`));
    });
    // Git may exit before it has read all input
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** Returns the line of Git's messages that says why it failed; the lines after it are advice. */
function reasonIn(messages: Buffer): string {
  const lines = messages.toString("utf8").trim().split("\n");
  const message =
    lines.find((line) => /^(?:fatal|error|ssh|remote|ERROR): /.test(line)) ?? lines.at(-1);
  return (message ?? "").replace(/^(?:fatal|error|ERROR): /, "");
}

/** Returns the size of the pack files of a repository, in bytes. */
async function packSize(folder: string): Promise<number> {
  const packs = join(folder, "objects", "pack");
  const names = await readdir(packs).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(packs, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
