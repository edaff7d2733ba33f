/** Keeps the values of the most recently used keys; others are computed again. */
export class LruCache<Key, Value extends object> {
  /** In the order of their last use: a map keeps the order in which keys were set. */
  private readonly kept = new Map<Key, Value>();

  /** @param capacity the maximum number of values kept */
  constructor(private readonly capacity: number) {}

  /** Returns the value of a key; `make` computes it if it is not kept. */
  get(key: Key, make: () => Value): Value {
    const { kept } = this;
    const value = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, value);
    if (kept.size > this.capacity) {
      const oldest = kept.keys().next();
      if (oldest.done !== true) kept.delete(oldest.value);
    }
    return value;
  }
}
