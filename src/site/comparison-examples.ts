import type { ProtocolSummary } from '../contract/protocol-summary.ts'

/** Protocols in one comparison. */
const SIZE = 3
/** Categories with an example. */
const MOST = 6

/** The largest scored protocols of some categories that are active, the category of the largest protocol first. Takes the list by TVL, largest first. */
export function comparisonExamples(summaries: readonly ProtocolSummary[]) {
  const scored = summaries.filter(
    ({ compositeScore, status }) => compositeScore !== null && status === 'active',
  )
  const groups = Map.groupBy(scored, ({ category }) => category ?? '')
  return [...groups]
    .filter(([category, members]) => category !== '' && members.length >= SIZE)
    .slice(0, MOST)
    .map(([category, members]) => {
      const largest = members.slice(0, SIZE)
      return {
        category,
        ids: largest.map(({ slug, id }) => slug ?? id),
        names: new Intl.ListFormat('en').format(largest.map(({ name }) => name)),
      }
    })
}
