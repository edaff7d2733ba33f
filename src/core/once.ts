/** A value that is worked out when it is first asked for. */
export function once<V>(make: () => V): () => V {
  let value: V | undefined;
  return () => (value === undefined ? (value = make()) : value);
}

/** A function of an object that is worked out once for each, and kept as long as the object is. */
export function oncePer<K extends object, V>(make: (key: K) => V): (key: K) => V {
  return kept(new WeakMap<K, V>(), make);
}

/** A function of a name or a number that is worked out once for each. */
export function oncePerName<V, Name extends string | number = string>(
  make: (name: Name) => V,
): (name: Name) => V {
  return kept(new Map<Name, V>(), make);
}

function kept<K, V>(
  made: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  make: (key: K) => V,
): (key: K) => V {
  return (key) => {
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = make(key)));
    return value;
  };
}
