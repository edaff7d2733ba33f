import fc from "fast-check";
import { places, settings } from "./document-places.js";
import { shellCase, sizes, type Choice } from "./shell-case.js";

/** The indices of the pieces of a generated document: those of its shell code, its place in the document, and its setting. */
export interface DocumentChoice extends Choice {
  readonly place: number;
  readonly setting: number;
}

/** Returns the document of a choice with the expected span marked, or null if its pieces cannot be combined. */
export function documentCase(choice: DocumentChoice): string | null {
  const shell = shellCase(choice);
  if (shell === null) return null;
  const document = places[choice.place]?.(shell) ?? null;
  const setting = settings[choice.setting];
  return document === null || setting === undefined ? null : setting(document);
}

const index = (size: number): fc.Arbitrary<number> => fc.nat(size - 1);

/** Random choices, in which most pieces are the first, simplest ones, so that a failure has few possible causes. */
export const choices: fc.Arbitrary<DocumentChoice> = fc.record({
  fetch: index(sizes.fetch),
  address: mostlyFirst(sizes.address),
  fetchSpelling: mostlyFirst(sizes.fetchSpelling),
  receiverSpelling: mostlyFirst(sizes.receiverSpelling),
  redirect: mostlyFirst(sizes.redirect),
  stage: mostlyFirst(sizes.stage),
  fetchWrapper: mostlyFirst(sizes.fetchWrapper),
  wrapper: mostlyFirst(sizes.wrapper),
  receiver: index(sizes.receiver),
  carrier: index(sizes.carrier),
  place: index(places.length),
  setting: mostlyFirst(settings.length),
});

/** Generates an index below `size`, which is 0 most of the time. */
function mostlyFirst(size: number): fc.Arbitrary<number> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: index(size) });
}
