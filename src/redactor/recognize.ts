import type { Entity } from "./entity.js";
import { recognizers } from "./recognizers/index.js";
import { selectEntities } from "./select.js";

/** The entities of a text by the recognisers of this machine, sorted. */
export function recognizeEntities(text: string): Entity[] {
  return selectEntities(recognizers.flatMap((recognize) => recognize(text)));
}
