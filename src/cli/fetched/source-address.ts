import { fileURLToPath } from "node:url";
import { Failure } from "../failure.js";

/** The address of an archive or a Git repository: a URL, or `git@host:owner/name`. */
export type SourceAddress =
  | { readonly kind: "archive"; readonly url: string }
  | {
      readonly kind: "git";
      readonly url: string;
      /** A branch or tag; null for the default branch. */
      readonly ref: string | null;
      /** A folder or file in the repository; empty for all of it. */
      readonly path: string;
    };

/** Hosts on which Git clones a repository from the URL of its page. */
const GIT_HOSTS = new Set(["github.com", "gitlab.com", "codeberg.org", "bitbucket.org"]);
/** `git@host:owner/name`, the form for ssh. */
const SSH = /^[\w.-]+@[\w.-]+:(?!\/\/)[\w.~][^\s:]*$/;

/**
 * Returns the path of a `file:` URL, and every other argument unchanged, including the `file:` URL of a repository.
 * @throws Failure for the URL of a file on another machine
 */
export function withoutFileScheme(argument: string): string {
  if (!/^file:\/\//i.test(argument) || sourceAddress(argument) !== null) return argument;
  try {
    return fileURLToPath(argument);
  } catch {
    throw new Failure(`${argument}: is not the address of a local file; use its path`);
  }
}

/** Whether an argument ends with the file extension of an archive. */
export function hasArchiveName(argument: string): boolean {
  return /\.(?:zip|tar|tgz|tar\.gz|skill|plugin|mcpb|dxt)$/i.test(argument);
}

/** Whether an argument has the form of an address, even if its scheme is not supported. */
export function isWrittenAsAddress(argument: string): boolean {
  return /^[a-z][a-z\d+.-]{1,20}:\/\//i.test(argument) || sourceAddress(argument) !== null;
}

/** Returns the address that an argument contains; null for a path, and for the `file:` URL of a local file. */
export function sourceAddress(argument: string): SourceAddress | null {
  if (SSH.test(argument)) return { kind: "git", url: argument, ref: null, path: "" };
  const text = argument.replace(/^git\+(?=(?:https?|ssh|file):)/i, "");
  if (!/^(?:https?|ssh|git|file):\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const ref = url.hash === "" ? null : decoded(url.hash.slice(1));
  url.hash = "";
  const isFile = url.protocol === "file:";
  const isGit =
    text !== argument ||
    /^(?:ssh|git):$/.test(url.protocol) ||
    /\.git\/?$/.test(url.pathname) ||
    (isFile && ref !== null);
  if (isGit) return { kind: "git", url: url.href, ref, path: "" };
  if (isFile) return null;
  return (GIT_HOSTS.has(url.hostname) ? ofPage(url, ref) : null) ?? { kind: "archive", url: text };
}

/** Returns the repository of a page such as `/owner/name` or `/owner/name/tree/main/skills/pdf`; null for any other page. */
function ofPage(url: URL, ref: string | null): SourceAddress | null {
  const [owner, name, ...rest] = url.pathname.split("/").filter((part) => part !== "");
  if (owner === undefined || name === undefined) return null;
  const clone = `${url.origin}/${owner}/${name}`;
  if (rest.length === 0) return { kind: "git", url: clone, ref, path: "" };
  const [word, branch, ...folders] = rest[0] === "-" ? rest.slice(1) : rest;
  if ((word !== "tree" && word !== "blob") || branch === undefined) return null;
  const path = folders.map(decoded).join("/");
  return { kind: "git", url: clone, ref: decoded(branch), path };
}

/** Returns a part of a URL without percent-encoding, or as it is if an encoding in it is invalid (`100%`). */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
