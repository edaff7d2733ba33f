/** A word while it is assembled from its parts. */

import type { Part } from "../script.js";
import { unknown, type Argument } from "./argument.js";
import { mergeRemotes, type CodeText, type Remote } from "./stream.js";
import { withText, type WordAlternative } from "./word-alternatives.js";

/** Maximum length of a path in UTF-16 code units; no system accepts a longer one. */
const MAX_PATH_LENGTH = 4096;

/** The expansion of a word up to the part that was added last. */
export interface Assembly {
  text: string | null;
  shape: string;
  /** The path that the word names; null if it is not known. */
  path: string | null;
  /** The texts that the word may be; null if no part of it has several possible values, and empty if they are too many. */
  alternatives: readonly WordAlternative[] | null;
  /** Maximum length of a known text in UTF-16 code units. */
  readonly longest: number;
  /** Whether a known text became longer than `longest`. */
  isTooLong: boolean;
  remote: Remote | null;
  remoteEnd: number;
  process: Argument["process"];
  assigned: Argument["assigned"];
  /** Whether a part is unknown because a value grew too long or has too many alternatives. */
  isCut: boolean;
  /** The end of a span that covers an unquoted variable: the end of its word; null in a here-document. */
  readonly wordEnd: number | null;
  /** The texts of parts that are known although they are not literal: values of variables, output of commands. */
  readonly known: Map<Part, Pick<CodeText, "source" | "variables" | "via">>;
}

/**
 * Adds a part: its text, or its representation in the shape and in the path.
 * @param alternatives the texts that the word may be with the part, if it has several possible values
 */
export function addText(
  assembly: Assembly,
  text: string | null,
  shape = unknown,
  pathOfPart: string | null = null,
  alternatives: Assembly["alternatives"] = null,
): void {
  assembly.alternatives =
    alternatives ?? (assembly.alternatives && withText(assembly.alternatives, text ?? shape));
  assembly.isCut ||= assembly.alternatives?.length === 0;
  const isKnown = assembly.text !== null && text !== null;
  const named = text ?? pathOfPart;
  const path = assembly.path === null || named === null ? null : assembly.path + named;
  assembly.path = path !== null && path.length <= MAX_PATH_LENGTH ? path : null;
  assembly.shape += text ?? shape;
  assembly.text = isKnown ? assembly.shape : null;
  if (assembly.shape.length <= assembly.longest) return;
  assembly.isTooLong ||= isKnown;
  assembly.text = null;
  assembly.shape = unknown;
  assembly.path = null;
  assembly.alternatives = null;
  assembly.known.clear();
}

/** Adds fetched bytes of a part that ends at `end`. */
export function addRemote(assembly: Assembly, remote: Remote | null, end: number): void {
  if (remote === null) return;
  assembly.remote = mergeRemotes(assembly.remote, remote);
  assembly.remoteEnd = Math.max(assembly.remoteEnd, end);
}
