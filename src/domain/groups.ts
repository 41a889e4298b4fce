/** Adds a value to the list of its group. */
export function addTo<K, V>(groups: Map<K, V[]>, group: K, value: V): void {
  const list = groups.get(group)
  if (list) list.push(value)
  else groups.set(group, [value])
}
