import type { EntityType } from "../protocol/index.js";

/** A recognised entity; offsets in UTF-16 code units. */
export interface Entity {
  readonly type: EntityType;
  readonly start: number;
  readonly end: number;
  /** How sure the recogniser is, from 0 to 1. */
  readonly score: number;
}

/** Finds the entities of some types in a text. */
export type Recognizer = (text: string) => Entity[];

/** Returns the entities of one type that a pattern finds; its group `value`, if it has one, is the entity. */
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
    // The group is at the end of the match, or is the match.
    const start = match.index + match[0].lastIndexOf(value);
    if (accepts(value)) found.push({ type, start, end: start + value.length, score });
  }
  return found;
}
