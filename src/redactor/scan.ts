import type { EntityType } from "../protocol/index.js";
import type { Entity } from "./entity.js";
import { recognizers } from "./recognizers/index.js";
import { redactText } from "./replace.js";
import { selectEntities } from "./select.js";

/** A task for one text. */
export interface ScanTask {
  readonly text: string;
  /** Entities that others found. */
  readonly extra: readonly Entity[];
  /** Whether the text is wanted with its entities replaced. */
  readonly replace: boolean;
  /** How many entities are wanted; all are counted and replaced. */
  readonly atMost: number;
}

/** The findings. */
export interface Scan {
  /** The first entities, sorted. */
  readonly entities: readonly Entity[];
  /** How many there are of each type, by name. */
  readonly counts: readonly { readonly type: EntityType; readonly count: number }[];
  readonly replaced: string | null;
}

/** Looks through a text. */
export function scan({ text, extra, replace, atMost }: ScanTask): Scan {
  const entities = selectEntities([...recognizeAll(text), ...extra]);
  return {
    entities: entities.slice(0, atMost),
    counts: count(entities),
    replaced: replace ? redactText(text, entities) : null,
  };
}

/** Returns the entities of a text by the recognisers of this machine, sorted. */
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
