import type { Limit } from "../../model.js";
import type { Source } from "../../source.js";
import type { Place } from "../ir.js";

/** Collects the limits that an evaluation reached: one for each message, with a span over all its locations. */
export class ReachedLimits {
  private readonly limits = new Map<string, Limit>();

  constructor(private readonly source: Source) {}

  /** Records that a limit was reached at a range of the program. */
  add(limit: Limit["limit"], message: string, { start, end }: Place): void {
    const [from, to] = this.source.origin(start, end);
    const before = this.limits.get(message)?.span ?? [from, to];
    this.limits.set(message, {
      limit,
      message,
      span: [Math.min(from, before[0]), Math.max(to, before[1])],
    });
  }

  get all(): readonly Limit[] {
    return [...this.limits.values()];
  }
}
