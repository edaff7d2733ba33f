import { joinValues, UNKNOWN, type Value } from "./value.js";

/** Which names belong where. */
export class Scope {
  private static readonly none: ReadonlySet<string> = new Set();
  /** Names that a declaration sends to an outer function (`nonlocal`) or to the module (`global`). */
  readonly outer = new Map<string, "outer" | "global">();

  constructor(
    readonly id: number,
    readonly parent: Scope | null,
    private readonly names: ReadonlySet<string> = Scope.none,
    /** Whether a variable is not seen from here where a scope around owns it. */
    private readonly hides: ((name: string) => boolean) | null = null,
  ) {}

  /** The scope that owns a name; the module's where none declares it. */
  owner(name: string): Scope {
    let scope: Scope = this;
    while (scope.parent !== null) {
      const sent = scope.outer.get(name);
      if (sent === "global") return scope.root();
      if (sent === undefined && (scope.names.has(name) || scope.hides?.(name) === true))
        return scope;
      scope = scope.parent;
    }
    return scope;
  }

  root(): Scope {
    let scope: Scope = this;
    while (scope.parent !== null) scope = scope.parent;
    return scope;
  }
}

/** What is known at one point: a layer of what was written since the last fork. */
export class State {
  private readonly writes = new Map<string, Value>();
  /** Control has left: nothing after this point runs. */
  dead = false;

  constructor(private readonly parent: State | null = null) {}

  get(key: string): Value | undefined {
    for (let state: State | null = this; state !== null; state = state.parent) {
      const value = state.writes.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  set(key: string, value: Value): void {
    this.writes.set(key, value);
  }

  fork(): State {
    return new State(this);
  }

  /** What was written from `base` (a state this one was forked from) up to here, as one layer on it. */
  since(base: State): State {
    const layers: State[] = [];
    for (let state: State | null = this; state !== null && state !== base; state = state.parent)
      layers.push(state);
    const flat = new State(base);
    for (const layer of layers.reverse())
      for (const [key, value] of layer.writes) flat.set(key, value);
    return flat;
  }

  /** Goes on after one of `arms` ran, or none of them unless `total`. */
  merge(arms: readonly State[], total: boolean): void {
    const live = arms.filter((arm) => !arm.dead);
    if (live.length === 0) {
      if (total) this.dead = true;
      return;
    }
    const keys = new Set(live.flatMap((arm) => [...arm.writes.keys()]));
    for (const key of keys) {
      const before = this.get(key);
      const values = live.map((arm) => arm.writes.get(key) ?? before ?? UNKNOWN);
      if (!total) values.push(before ?? UNKNOWN);
      this.set(key, joinValues(values));
    }
  }
}
