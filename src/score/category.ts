import type { Methodology } from './methodology.ts'

/** The activity of each category, by its name in lower case: upstream writes one category in several ways. */
export function activityByCategory({ categories }: Methodology): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(categories).map(([category, activity]) => [category.toLowerCase(), activity]),
  )
}
