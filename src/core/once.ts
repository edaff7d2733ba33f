/** Returns a function that computes a value when it is first called. */
export function once<V>(make: () => V): () => V {
  let value: V | undefined;
  return () => (value === undefined ? (value = make()) : value);
}

/** Returns a function that computes a value once for each object, and keeps it as long as the object exists. */
export function oncePer<K extends object, V>(make: (key: K) => V): (key: K) => V {
  return kept(new WeakMap<K, V>(), make);
}

/** Returns a function that computes a value once for each name or number. */
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
