import type { EntityType } from "../protocol/index.js";
import type { Entity } from "./entity.js";

/** For each type: the types of entities that make an entity of this type redundant if they contain it. */
const COVERED_BY: Readonly<Partial<Record<EntityType, readonly EntityType[]>>> = {
  EMAIL_ADDRESS: ["URL", "CREDENTIAL"],
  PHONE_NUMBER: [
    "URL",
    "EMAIL_ADDRESS",
    "CREDENTIAL",
    "CREDIT_CARD",
    "IBAN_CODE",
    "IP_ADDRESS",
    "US_SSN",
  ],
  CREDIT_CARD: ["URL", "CREDENTIAL", "IBAN_CODE"],
  IBAN_CODE: ["URL", "CREDENTIAL"],
  US_SSN: ["URL", "CREDENTIAL", "CREDIT_CARD"],
};

/** Returns the sorted entities without those inside an entity of the same type or of one of the types in `COVERED_BY`. */
export function selectEntities(entities: readonly Entity[]): Entity[] {
  const sorted = [...entities].sort(
    (a, b) => a.start - b.start || b.end - a.end || b.score - a.score,
  );
  const reach = new Map<EntityType, number>();
  const kept: Entity[] = [];
  for (const entity of sorted) {
    const covers = [entity.type, ...(COVERED_BY[entity.type] ?? [])];
    if (covers.some((type) => (reach.get(type) ?? -1) >= entity.end)) continue;
    reach.set(entity.type, Math.max(reach.get(entity.type) ?? -1, entity.end));
    kept.push(entity);
  }
  return kept;
}
