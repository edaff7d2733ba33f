/** A scope and the names that belong to it. */
export class Scope {
  private static readonly none: ReadonlySet<string> = new Set();
  /** Names that a declaration sends to an outer function (`nonlocal`) or to the module (`global`). */
  readonly outer = new Map<string, "outer" | "global">();

  constructor(
    readonly id: number,
    readonly parent: Scope | null,
    private readonly names: ReadonlySet<string> = Scope.none,
    /** Determines which variables of outer scopes are hidden from this one. */
    private readonly hides: ((name: string) => boolean) | null = null,
  ) {}

  /** Returns the scope that owns a name; the module's if none declares it. */
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

/** Whether a key of the state belongs to a scope or an instance that was created after a number of others, or is an output. */
export function isInner(key: string, scopes: number): boolean {
  const scope = /^(?:of )?(\d+):/.exec(key)?.[1] ?? /^class\d+#(\d+)\./.exec(key)?.[1];
  return scope === undefined ? /^output\d+$/.test(key) : Number(scope) >= scopes;
}
