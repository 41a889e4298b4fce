import { round } from '../statistics/bootstrap.ts'
import { exposuresOf, type RateOptions } from './level-rates.ts'
import type { KindRate } from './report.ts'
import type { JudgedRow } from './rows.ts'

/** Losses by kind of protocol and the years at risk, by the name of the kind; rows of no kind are left out. */
export function kindRatesOf(
  rows: readonly JudgedRow[],
  options: Pick<RateOptions, 'horizonDays' | 'until'>,
): KindRate[] {
  const byKind = Map.groupBy(exposuresOf(rows, options), ({ activity }) => activity)
  return [...byKind]
    .flatMap(([kind, exposures]) => {
      if (kind === null) return []
      const total = (key: 'years' | 'any') => exposures.reduce((sum, one) => sum + one[key], 0)
      return [{ kind, losses: total('any'), protocolYears: round(total('years')) }]
    })
    .sort((a, b) => (a.kind < b.kind ? -1 : 1))
}
