import fc from "fast-check";
import { places, settings } from "./places.js";
import { shellCase, sizes, type Choice } from "./shell.js";

/** The pieces of a generated document. */
export interface DocumentChoice extends Choice {
  readonly place: number;
  readonly setting: number;
}

/** Returns the marked text of a choice, or null if its pieces cannot be combined. */
export function documentCase(choice: DocumentChoice): string | null {
  const shell = shellCase(choice);
  if (shell === null) return null;
  const document = places[choice.place]?.(shell) ?? null;
  const setting = settings[choice.setting];
  return document === null || setting === undefined ? null : setting(document);
}

const index = (size: number): fc.Arbitrary<number> => fc.nat(size - 1);

/** Choices with the first, simplest option in most dimensions, so that a failure has few possible causes. */
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

/** Draws the first, simplest option most of the time. */
function mostlyFirst(size: number): fc.Arbitrary<number> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: index(size) });
}
