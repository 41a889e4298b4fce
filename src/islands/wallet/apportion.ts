/**
 * Whole numbers in proportion to the parts that add up to `total` exactly (largest remainder: Hamilton's method), so that a column
 * of rounded figures adds up to its sum. Zeros when all parts are zero.
 */
export function apportion(parts: readonly number[], total: number): number[] {
  const sum = parts.reduce((all, part) => all + part, 0)
  if (!(sum > 0)) return parts.map(() => 0)
  const exact = parts.map((part) => (part / sum) * total)
  const floors = exact.map(Math.floor)
  const left = total - floors.reduce((all, part) => all + part, 0)
  const nextUp = exact
    .map((part, at) => ({ at, rest: part - Math.floor(part) }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at)
    .slice(0, Math.max(0, left))
  const raised = new Set(nextUp.map(({ at }) => at))
  return floors.map((part, at) => part + (raised.has(at) ? 1 : 0))
}
