import { addDays } from '../../domain/day.ts'
import { dimensionColumn, mapDimensions } from '../../domain/dimension.ts'
import { listBadges } from '../badge/list-badges.ts'
import { pageNameOf, readRefreshDays, readScreener } from '../catalogue-files.ts'
import type { CardFacts } from './card.ts'

export type Card = Omit<CardFacts, 'site'>

/** The card of every protocol with a page, listed or retired. `now`: the time of the build, which decides what is stale. */
export async function listCards(folder: string, now: number): Promise<Card[]> {
  const [badges, { columns }, refreshDays] = await Promise.all([
    listBadges(folder, now),
    readScreener(folder),
    readRefreshDays(folder),
  ])
  const rows = new Map(columns.id.map((id, row) => [pageNameOf({ id, slug: id }), row]))
  return badges.map(({ file, facts }) => {
    const row = rows.get(file)
    return {
      ...facts,
      fileName: file,
      dimensions:
        row !== undefined && 'score' in facts.state
          ? mapDimensions((key) => columns[dimensionColumn(key)][row] ?? null)
          : null,
      assumed: (row !== undefined && columns.assumedDimensions?.[row]) || [],
      currentUntil: refreshDays === null ? null : addDays(facts.state.day, 2 * refreshDays),
    }
  })
}
