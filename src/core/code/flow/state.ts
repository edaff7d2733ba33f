import { areRecords } from "./instances.js";
import { joinValues } from "./join-values.js";
import { UNKNOWN, type Value } from "./value.js";

/** A value that an evaluation read although it was set before, and the depth of the state that contains it. */
interface Reading {
  readonly value: Value | undefined;
  readonly depth: number;
}

/** The names that an evaluation read and that were set before it, or never. */
interface Entry {
  /** The depth of the state in which the evaluation began. */
  readonly depth: number;
  readonly reads: Map<string, Reading>;
}

/** Records which names are read during nested evaluations. */
export class Journal {
  private readonly entries: Entry[] = [];

  open(depth: number): void {
    this.entries.push({ depth, reads: new Map() });
  }

  /** Closes the entry that was opened last, adds it to the entry around it, and returns what was read. */
  close(): ReadonlyMap<string, Reading> {
    const reads = this.entries.pop()?.reads ?? new Map<string, Reading>();
    for (const [key, { value, depth }] of reads) this.read(key, value, depth);
    return reads;
  }

  /** Records that a value was read from a state of some depth; ignores a value that the innermost evaluation has set. */
  read(key: string, value: Value | undefined, depth: number): void {
    const entry = this.entries.at(-1);
    if (entry !== undefined && depth <= entry.depth && !entry.reads.has(key))
      entry.reads.set(key, { value, depth });
  }
}

/** The known values at one point of the evaluation. A fork is a layer of the writes since it was created. */
export class State {
  private readonly writes = new Map<string, Value>();
  /** Whether the code after this point does not run, because of a `return`, a jump or an exception. */
  dead = false;
  private readonly depth: number;

  constructor(
    private readonly parent: State | null = null,
    readonly journal: Journal = parent?.journal ?? new Journal(),
  ) {
    this.depth = parent === null ? 0 : parent.depth + 1;
  }

  get(key: string): Value | undefined {
    for (let state: State | null = this; state !== null; state = state.parent) {
      const value = state.writes.get(key);
      if (value === undefined) continue;
      this.journal.read(key, value, state.depth);
      return value;
    }
    this.journal.read(key, undefined, 0);
    return undefined;
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
    this.writes.set(key, value);
  }

  /** Calls `run`, and returns what it reads of this state, and its writes, which are made in this state after it. */
  recorded(run: (inner: State) => void): {
    readonly reads: ReadonlyMap<string, Reading>;
    readonly writes: ReadonlyMap<string, Value>;
    readonly dead: boolean;
  } {
    const inner = this.fork();
    this.journal.open(this.depth);
    let reads: ReadonlyMap<string, Reading> = new Map<string, Reading>();
    try {
      run(inner);
    } finally {
      reads = this.journal.close();
    }
    const { writes, dead } = inner;
    this.apply(writes, dead);
    return { reads, writes, dead };
  }

  /** Makes the writes of an evaluation. */
  apply(writes: Iterable<readonly [string, Value]>, dead: boolean): void {
    for (const [key, value] of writes) this.set(key, value);
    if (dead) this.dead = true;
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
      // the value before is a part of the result, unless each arm sets another one
      const isReplaced = total && live.every((arm) => arm.writes.has(key));
      const before = isReplaced ? this.peek(key) : this.get(key);
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
