import type { HistoryColumns } from '../contract/history.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { createHistory } from './history.ts'
import { publishedRetired } from './retired.ts'

/**
 * The past numbers of every protocol that is gone and has no document, in the order of their slugs, and how many have none since another
 * protocol has their slug: of several that are gone, the one that left last.
 */
export function departedHistories(catalogue: Catalogue): {
  histories: HistoryColumns[]
  leftOut: number
} {
  const { entries, formerSlugs, retired, departed, past } = catalogue
  const published = publishedRetired(catalogue).map(({ entry }) => entry.record)
  const documented = new Set(published.map(({ id }) => id))
  const taken = new Set([
    ...[...entries.map(({ record }) => record), ...published].map(({ slug }) => slug),
    ...formerSlugs.map(({ slug }) => slug),
  ])
  const gone = [...departed, ...retired.map(({ entry }) => entry.record)]
    .filter(({ id }) => !documented.has(id))
    .map((one) => ({ ...one, last: past.numbers.get(one.id)?.listed.lastIndexOf(1) ?? -1 }))
    .sort((a, b) => b.last - a.last || (a.id < b.id ? -1 : 1))
  const free = gone.filter(({ slug }) => {
    const isFree = !taken.has(slug)
    taken.add(slug)
    return isFree
  })
  return {
    histories: free
      .sort((a, b) => (a.slug < b.slug ? -1 : 1))
      .map(({ id, slug, name }) => createHistory({ id, slug, name, retired: null }, past)),
    leftOut: gone.length - free.length,
  }
}
