/** A scope and the names that belong to it. */
export class Scope {
  private static readonly none: ReadonlySet<string> = new Set();
  /** Names that are declared to belong to an outer function (`nonlocal`) or to the module (`global`). */
  readonly outer = new Map<string, "outer" | "global">();

  constructor(
    readonly id: number,
    readonly parent: Scope | null,
    private readonly names: ReadonlySet<string> = Scope.none,
    /** Tells which variables of outer scopes are not visible in this one; null if all are visible. */
    private readonly hides: ((name: string) => boolean) | null = null,
  ) {}

  /** Returns the scope to which a name belongs; the module's scope if no scope declares the name. */
  owner(name: string): Scope {
    let scope: Scope = this;
    while (scope.parent !== null) {
      const outer = scope.outer.get(name);
      if (outer === "global") return scope.root();
      if (outer === undefined && (scope.names.has(name) || scope.hides?.(name) === true))
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

/** Whether a key of the state belongs to an output, or to a scope or instance whose number is at least `scopes`. */
export function isInner(key: string, scopes: number): boolean {
  const scope = /^(?:of )?(\d+):/.exec(key)?.[1] ?? /^class\d+#(\d+)\./.exec(key)?.[1];
  return scope === undefined ? /^output\d+$/.test(key) : Number(scope) >= scopes;
}

/** Returns the number of the scope to which the name of a key belongs; null for the key of anything else. */
export function scopeOfName(key: string): number | null {
  const scope = /^(\d+):[^.@]*$/.exec(key)?.[1];
  return scope === undefined ? null : Number(scope);
}
