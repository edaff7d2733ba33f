/** What was made for the keys that were asked for last; what was not asked for in a while is made anew. */
export class Recent<Key, Value extends object> {
  /** In the order in which they were asked for: a map keeps the order in which keys were set. */
  private readonly kept = new Map<Key, Value>();

  /** @param most values kept at once */
  constructor(private readonly most: number) {}

  get(key: Key, make: () => Value): Value {
    const value = this.kept.get(key) ?? make();
    this.kept.delete(key);
    this.kept.set(key, value);
    if (this.kept.size > this.most) {
      const oldest = this.kept.keys().next();
      if (oldest.done !== true) this.kept.delete(oldest.value);
    }
    return value;
  }
}
