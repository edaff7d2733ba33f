import type { Span } from "../../model.js";
import { lowerBound } from "../../search.js";

/** Where a filler stands in a mask, run by run. Plain numbers: a text may hold a hundred thousand. */
export class Fillers {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  constructor(mask: string, filler: string) {
    for (let end = 0, start = mask.indexOf(filler); start >= 0; start = mask.indexOf(filler, end)) {
      end = start + 1;
      while (mask[end] === filler) end++;
      this.starts.push(start);
      this.ends.push(end);
    }
  }

  get length(): number {
    return this.starts.length;
  }

  at(index: number): Span | undefined {
    const start = this.starts[index];
    return start === undefined ? undefined : [start, this.ends[index] ?? start];
  }

  /** Where the first run begins; infinity where there is none. */
  get first(): number {
    return this.starts[0] ?? Infinity;
  }

  /** The first run that ends behind a position. */
  endingBehind(position: number): Span | undefined {
    return this.at(lowerBound(this.ends.length, (index) => (this.ends[index] ?? 0) > position));
  }

  /** Where the first run at or behind a position begins; infinity where there is none. */
  startFrom(position: number): number {
    return this.starts[lowerBound(this.starts.length, (index) => (this.starts[index] ?? 0) >= position)] ?? Infinity;
  }

  every(holds: (run: Span) => boolean): boolean {
    return this.starts.every((start, index) => holds([start, this.ends[index] ?? start]));
  }
}
