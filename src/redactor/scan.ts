import type { EntityType } from "../protocol/index.js";
import type { Entity } from "./entity.js";
import { recognizers } from "./recognizers/index.js";
import { redactText } from "./redact-text.js";
import { selectEntities } from "./select-entities.js";

/** A text to be searched for personal data and secrets. */
export interface ScanTask {
  readonly text: string;
  /** Entities that other finders found. */
  readonly extra: readonly Entity[];
  /** Whether to return the text with its entities replaced. */
  readonly replace: boolean;
  /** Maximum number of entities to return; all are counted and replaced. */
  readonly atMost: number;
}

/** The entities of a text. */
export interface Scan {
  /** The first entities, sorted. */
  readonly entities: readonly Entity[];
  /** The number of entities of each type, sorted by type. */
  readonly counts: readonly { readonly type: EntityType; readonly count: number }[];
  /** The text with its entities replaced, or `null` if it was not requested. */
  readonly replaced: string | null;
}

/** Finds the entities of a text, and replaces them if requested. */
export function scan({ text, extra, replace, atMost }: ScanTask): Scan {
  const entities = selectEntities([...recognizeAll(text), ...extra]);
  return {
    entities: entities.slice(0, atMost),
    counts: count(entities),
    replaced: replace ? redactText(text, entities) : null,
  };
}

/** Returns the entities of a text that the recognizers on this machine find, sorted. */
export function recognizeEntities(text: string): Entity[] {
  return selectEntities(recognizeAll(text));
}

function recognizeAll(text: string): Entity[] {
  return recognizers.flatMap((recognize) => recognize(text));
}

function count(entities: readonly Entity[]): Scan["counts"] {
  const counts = new Map<EntityType, number>();
  for (const { type } of entities) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, total]) => ({ type, count: total }));
}
