import { areRecords } from "./instances.js";
import { joinValues, UNKNOWN, type Value } from "./value.js";

/** The names that an evaluation read before it wrote them, with their values, and the names that it wrote. */
interface Entry {
  readonly reads: Map<string, Value | undefined>;
  readonly written: Set<string>;
}

/** Records which names are read and written during nested evaluations. */
export class Journal {
  private readonly entries: Entry[] = [];

  open(): void {
    this.entries.push({ reads: new Map(), written: new Set() });
  }

  /** Closes the entry that was opened last, adds it to the entry around it, and returns it. */
  close(): Entry {
    const entry: Entry = this.entries.pop() ?? { reads: new Map(), written: new Set() };
    for (const [key, value] of entry.reads) this.read(key, value);
    for (const key of entry.written) this.write(key);
    return entry;
  }

  read(key: string, value: Value | undefined): void {
    const entry = this.entries.at(-1);
    if (entry !== undefined && !entry.written.has(key) && !entry.reads.has(key))
      entry.reads.set(key, value);
  }

  write(key: string): void {
    this.entries.at(-1)?.written.add(key);
  }
}

/** The known values at one point of the evaluation. A fork is a layer of the writes since it was created. */
export class State {
  private readonly writes = new Map<string, Value>();
  /** Whether the code after this point does not run, because of a `return`, a jump or an exception. */
  dead = false;

  constructor(
    private readonly parent: State | null = null,
    readonly journal: Journal = parent?.journal ?? new Journal(),
  ) {}

  get(key: string): Value | undefined {
    const value = this.peek(key);
    this.journal.read(key, value);
    return value;
  }

  /** Returns the value of a name without recording the read. */
  peek(key: string): Value | undefined {
    for (let state: State | null = this; state !== null; state = state.parent) {
      const value = state.writes.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  set(key: string, value: Value): void {
    this.journal.write(key);
    this.writes.set(key, value);
  }

  fork(): State {
    return new State(this);
  }

  /** Returns the writes since `base`, a state from which this one was forked, as one layer on `base`. */
  since(base: State): State {
    const layers: State[] = [];
    for (let state: State | null = this; state !== null && state !== base; state = state.parent)
      layers.push(state);
    const flat = new State(base);
    for (const layer of layers.reverse())
      for (const [key, value] of layer.writes) flat.set(key, value);
    return flat;
  }

  /**
   * Joins the values after a branch: one of the arms ran, or possibly none if `total` is false. Returns the names that are tainted
   * now and were not before. @param joinRecords joins values of which several are records, when all other names are joined
   */
  merge(
    arms: readonly State[],
    total: boolean,
    joinRecords: (values: readonly Value[]) => Value,
  ): readonly string[] {
    const live = arms.filter((arm) => !arm.dead);
    if (live.length === 0) {
      if (total) this.dead = true;
      return [];
    }
    const gained: string[] = [];
    const records: (readonly [key: string, values: readonly Value[]])[] = [];
    const keys = new Set(live.flatMap((arm) => [...arm.writes.keys()]));
    for (const key of keys) {
      const before = this.peek(key);
      const values = live.map((arm) => arm.writes.get(key) ?? before ?? UNKNOWN);
      if (!total) values.push(before ?? UNKNOWN);
      const value = joinValues(values);
      if (value.taint !== null && (before?.taint ?? null) === null) gained.push(key);
      this.set(key, value);
      if (areRecords(values)) records.push([key, values]);
    }
    for (const [key, values] of records) this.set(key, joinRecords(values));
    return gained;
  }
}
