import type { EntityType } from "../protocol/index.js";
import type { Entity } from "./entity.js";

/** Entity types about which an entity inside another one adds nothing. */
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

/** Sorts entities, and drops those that lie in one of the same type or of one that covers them. */
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
