/**
 * The same function, run once for each object: what it made is kept as long as the object is. For what is costly to make and the same in
 * every scan, such as what follows from an entry of a contract list.
 */
export function memoizeWeak<Key extends object, Value>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const kept = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const known = kept.get(key) ?? { value: make(key) }
    kept.set(key, known)
    return known.value
  }
}
