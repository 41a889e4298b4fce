import type { ProtocolRow } from '../domain/batch.ts'
import { activityByCategory } from '../score/category.ts'
import { METHODOLOGY } from '../score/methodology.ts'

const activities = activityByCategory(METHODOLOGY)

/** A note with the categories in scope that are missing in the table of activities, most used first; empty when none is. */
export function unknownCategories(protocols: readonly ProtocolRow[]): string[] {
  const counts = new Map<string, number>()
  for (const { category, outOfScope } of protocols) {
    if (outOfScope !== null || category === null || activities.has(category.toLowerCase())) continue
    counts.set(category, (counts.get(category) ?? 0) + 1)
  }
  if (counts.size === 0) return []
  const names = [...counts]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([name, rows]) => `${name} (${rows})`)
  const subject = counts.size === 1 ? 'A category is' : `${counts.size} categories are`
  return [
    `${subject} not in our table of activities, so these protocols lack an activity: ${names.join(', ')}.`,
  ]
}
