import { joinValues, UNKNOWN, type Value } from "./value.js";

interface Entry {
  readonly reads: Map<string, Value | undefined>;
  readonly written: Set<string>;
}

/** Records which names are read and written during an evaluation. */
export class Journal {
  private readonly entries: Entry[] = [];

  open(): void {
    this.entries.push({ reads: new Map(), written: new Set() });
  }

  /** Closes the last opened entry and returns it: the names that were read before they were written, and those that were written. */
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

/** The known values at one point: a layer of the writes since the last fork. */
export class State {
  private readonly writes = new Map<string, Value>();
  /** Whether control has left, so that nothing after this point runs. */
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

  /** Returns the writes from `base` (a state this one was forked from) up to here, as one layer on it. */
  since(base: State): State {
    const layers: State[] = [];
    for (let state: State | null = this; state !== null && state !== base; state = state.parent)
      layers.push(state);
    const flat = new State(base);
    for (const layer of layers.reverse())
      for (const [key, value] of layer.writes) flat.set(key, value);
    return flat;
  }

  /** Continues after one of `arms` ran, or none of them unless `total`. Returns the names that are tainted now and were not before. */
  merge(arms: readonly State[], total: boolean): readonly string[] {
    const live = arms.filter((arm) => !arm.dead);
    if (live.length === 0) {
      if (total) this.dead = true;
      return [];
    }
    const gained: string[] = [];
    const keys = new Set(live.flatMap((arm) => [...arm.writes.keys()]));
    for (const key of keys) {
      const before = this.peek(key);
      const values = live.map((arm) => arm.writes.get(key) ?? before ?? UNKNOWN);
      if (!total) values.push(before ?? UNKNOWN);
      const value = joinValues(values);
      if (value.taint !== null && (before?.taint ?? null) === null) gained.push(key);
      this.set(key, value);
    }
    return gained;
  }
}
