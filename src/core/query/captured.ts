import type { Role, Roles } from "./role.js";

/** A range of the searched text. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const none: Roles = [];

/** Maximum length of a text: two offsets must fit into one number. */
const longestText = 2 ** 26;

/** The roles that patterns gave to the nodes of one tree, by the range of the nodes. */
export class Captured {
  private readonly byPlace = new Map<number, Role[]>();

  /** @param rank the position of each role's pattern among all patterns */
  constructor(private readonly rank: ReadonlyMap<Role, number> = new Map()) {}

  /** Whether the search was stopped before it was complete. */
  incomplete = false;

  /** Adds a role of a node. The roles of a node are in the order of their patterns, whatever the order of the matches. */
  add({ start, end }: Place, role: Role): void {
    const key = start * longestText + end;
    const roles = this.byPlace.get(key);
    if (roles === undefined) this.byPlace.set(key, [role]);
    else if (!roles.includes(role))
      roles.splice(roles.filter((each) => this.rankOf(each) <= this.rankOf(role)).length, 0, role);
  }

  private rankOf(role: Role): number {
    return this.rank.get(role) ?? 0;
  }

  /** Returns every place that has a role, in the order of the text. */
  places(): readonly (Place & { readonly roles: Roles })[] {
    const places = [...this.byPlace].map(([key, roles]) => ({
      start: Math.floor(key / longestText),
      end: key % longestText,
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

  at({ start, end }: Place): Roles {
    return this.byPlace.get(start * longestText + end) ?? none;
  }
}
