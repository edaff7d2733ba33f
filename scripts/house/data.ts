import type { FileFigures } from "./figures.js";

/**
 * Files of the core that are tables: what a person tunes, and no code reads anything into. Their expressions are reported beside
 * the code's.
 */
const TABLES: readonly RegExp[] = [/^languages\/(?:table|syntax)\.ts$/];

export function isData({ path }: Pick<FileFigures, "path">): boolean {
  return TABLES.some((table) => table.test(path));
}
