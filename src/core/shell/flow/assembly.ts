/** A word as it is put together of its parts. */

import type { Part } from "../script.js";
import { unknown, type Argument } from "./argument.js";
import { mergeRemotes, type CodeText, type Remote } from "./stream.js";

/** No system takes a longer path, so none names a file. */
const longestPath = 4096;

/** What has been put together of a word so far. */
export interface Assembly {
  text: string | null;
  shape: string;
  /** The file that it names; null if that is not known. */
  path: string | null;
  /** How long the text may become, and whether one that is known became longer. */
  readonly longest: number;
  isTooLong: boolean;
  remote: Remote | null;
  remoteEnd: number;
  process: Argument["process"];
  assigned: Argument["assigned"];
  /** Whether more of a part is not known. */
  isCut: boolean;
  /** Where a span over a variable outside quotes ends: with its word, which no quote closes; a here-document is no such word. */
  readonly wordEnd: number | null;
  /** Texts of parts that are known although they are not written out: variables, known output. */
  readonly known: Map<Part, Pick<CodeText, "source" | "variables" | "via">>;
}

/** Adds a part: its text, or what stands for it in the shape and in the path. */
export function addText(
  assembly: Assembly,
  text: string | null,
  shape = unknown,
  pathOfPart: string | null = null,
): void {
  const isKnown = assembly.text !== null && text !== null;
  const named = text ?? pathOfPart;
  const path = assembly.path === null || named === null ? null : assembly.path + named;
  assembly.path = path !== null && path.length <= longestPath ? path : null;
  assembly.shape += text ?? shape;
  assembly.text = isKnown ? assembly.shape : null;
  if (assembly.shape.length <= assembly.longest) return;
  assembly.isTooLong ||= isKnown;
  assembly.text = null;
  assembly.shape = unknown;
  assembly.path = null;
  assembly.known.clear();
}

/** Adds fetched bytes of a part that ends at `end`. */
export function addRemote(assembly: Assembly, remote: Remote | null, end: number): void {
  if (remote === null) return;
  assembly.remote = mergeRemotes(assembly.remote, remote);
  assembly.remoteEnd = Math.max(assembly.remoteEnd, end);
}
