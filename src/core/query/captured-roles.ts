import type { Role, Roles } from "./role.js";

/** A range of the searched text. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const none: Roles = [];

/** Maximum length of a text, in UTF-16 code units: two offsets must fit into one number. */
const MAX_TEXT_LENGTH = 2 ** 26;

/** The roles that patterns gave to the nodes of one tree, by the range of the nodes. */
export class Captured {
  private readonly byPlace = new Map<number, Role[]>();

  /** @param rank the position of each role's pattern among all patterns */
  constructor(private readonly rank: ReadonlyMap<Role, number> = new Map()) {}

  /** Whether the search was stopped before it was complete. */
  incomplete = false;

  /** Adds a role of a node. The roles of a node are in the order of their patterns, whatever the order of the matches. */
  add({ start, end }: Place, role: Role): void {
    const key = start * MAX_TEXT_LENGTH + end;
    const roles = this.byPlace.get(key);
    if (roles === undefined) this.byPlace.set(key, [role]);
    else if (!roles.includes(role))
      roles.splice(roles.filter((each) => this.rankOf(each) <= this.rankOf(role)).length, 0, role);
  }

  private rankOf(role: Role): number {
    return this.rank.get(role) ?? 0;
  }

  /** Returns every range that has a role, in the order of the text; an outer range precedes the ranges in it. */
  places(): readonly (Place & { readonly roles: Roles })[] {
    const places = [...this.byPlace].map(([key, roles]) => ({
      start: Math.floor(key / MAX_TEXT_LENGTH),
      end: key % MAX_TEXT_LENGTH,
      roles,
    }));
    return places.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  /** Returns these roles at shifted offsets, without ranges that would begin before the text. */
  moved(by: number): Captured {
    if (by === 0) return this;
    const moved = new Captured(this.rank);
    for (const { start, end, roles } of this.places())
      if (start + by >= 0)
        for (const role of roles) moved.add({ start: start + by, end: end + by }, role);
    return moved;
  }

  /** Returns the roles of a range. */
  at({ start, end }: Place): Roles {
    return this.byPlace.get(start * MAX_TEXT_LENGTH + end) ?? none;
  }
}
