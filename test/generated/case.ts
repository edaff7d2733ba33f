import fc from "fast-check";
import { places, settings } from "./places.js";
import { shellCase, sizes, type Choice } from "./shell.js";

/** The pieces of a generated document. */
export interface DocumentChoice extends Choice {
  readonly place: number;
  readonly setting: number;
}

/** Returns the marked text of a choice; null if its pieces cannot be combined. */
export function documentCase(choice: DocumentChoice): string | null {
  const shell = shellCase(choice);
  if (shell === null) return null;
  const document = places[choice.place]?.(shell) ?? null;
  const setting = settings[choice.setting];
  return document === null || setting === undefined ? null : setting(document);
}

const index = (size: number): fc.Arbitrary<number> => fc.nat(size - 1);

/** Choices with the first option in most dimensions, so that a failure has one cause; they shrink to the simplest. */
export const choices: fc.Arbitrary<DocumentChoice> = fc.record({
  fetch: index(sizes.fetch),
  address: often(sizes.address),
  fetchSpelling: often(sizes.fetchSpelling),
  interpreterSpelling: often(sizes.interpreterSpelling),
  redirect: often(sizes.redirect),
  stage: often(sizes.stage),
  fetchWrapper: often(sizes.fetchWrapper),
  wrapper: often(sizes.wrapper),
  interpreter: index(sizes.interpreter),
  carrier: index(sizes.carrier),
  place: index(places.length),
  setting: often(settings.length),
});

/** Draws mostly the first, simplest option. */
function often(size: number): fc.Arbitrary<number> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: index(size) });
}
