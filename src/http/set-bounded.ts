/**
 * Sets the newest entry of a map and removes the oldest one beyond `maxEntries`. For the edge, whose bundle has no room for
 * the 25 KB of lru-cache; hosts on Node use that.
 */
export function setBounded<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  maxEntries: number,
): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= maxEntries) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}
