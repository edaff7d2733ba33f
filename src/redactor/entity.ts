import type { EntityType } from "../protocol/index.js";

/** A recognized entity; offsets are in UTF-16 code units. */
export interface Entity {
  readonly type: EntityType;
  readonly start: number;
  readonly end: number;
  /** The confidence of the recognizer, from 0 to 1. */
  readonly score: number;
}

/** Finds the entities of some types in a text. */
export type Recognizer = (text: string) => Entity[];

/** Returns the accepted matches of a pattern as entities: its group `value`, or the whole match if it has no such group. */
export function matchAll(
  text: string,
  pattern: RegExp,
  type: EntityType,
  score: number,
  accepts: (value: string) => boolean = () => true,
): Entity[] {
  const found: Entity[] = [];
  for (const match of text.matchAll(pattern)) {
    const value = match.groups?.["value"] ?? match[0];
    // The group is at the end of the match.
    const start = match.index + match[0].lastIndexOf(value);
    if (accepts(value)) found.push({ type, start, end: start + value.length, score });
  }
  return found;
}
