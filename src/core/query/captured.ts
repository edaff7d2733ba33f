import type { Role, Roles } from "./role.js";

/** A stretch of the searched text. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const none: Roles = [];

/** No text is longer than this many characters, so that two offsets fit into one number. */
const longestText = 2 ** 26;

/** The roles that patterns gave to the nodes of one tree, by the place where the nodes stand. */
export class Captured {
  private readonly byPlace = new Map<number, Role[]>();

  /** True where the search was ended before it was through. */
  incomplete = false;

  add({ start, end }: Place, role: Role): void {
    const key = start * longestText + end;
    const roles = this.byPlace.get(key);
    if (roles === undefined) this.byPlace.set(key, [role]);
    else if (!roles.includes(role)) roles.push(role);
  }

  at({ start, end }: Place): Roles {
    return this.byPlace.get(start * longestText + end) ?? none;
  }
}

/** What stands where nothing was searched. */
export const nothingCaptured = new Captured();
