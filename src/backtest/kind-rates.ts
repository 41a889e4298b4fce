import type { Day } from '../domain/day.ts'
import { sum } from '../score/weighted-mean.ts'
import { round } from '../statistics/bootstrap.ts'
import { exposuresOf, type RateOptions } from './level-rates.ts'
import type { KindRate } from './report.ts'
import type { JudgedRow } from './rows.ts'
import type { Variant } from './score-cohort.ts'

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

/** Rows of cohorts with their later losses, and for how many days after its cohort each was watched. */
export interface Watched {
  rows: readonly JudgedRow[]
  horizonDays: number
}

/**
 * A variant with the rate of each kind as it was known on a day: from the losses up to it of the protocols that were watched before.
 * Where none were, every kind counts as the average of the methodology.
 */
export function knownOn(day: Day, variant: Variant, { rows, horizonDays }: Watched): Variant {
  const { method } = variant
  const before = rows.filter(({ cohort }) => cohort < day)
  const rates = kindRatesOf(before, { horizonDays, until: day })
  const byKind = new Map(rates.map((rate) => [rate.kind, rate]))
  const activities = Object.entries(method.activities).map(([kind, activity]) => {
    const { losses = 0, protocolYears = 0 } = byKind.get(kind) ?? {}
    return [kind, { ...activity, losses, protocolYears }]
  })
  const total = (key: 'losses' | 'protocolYears') => sum(rates.map((rate) => rate[key]))
  const known = { losses: total('losses'), protocolYears: total('protocolYears'), until: day }
  const kindLosses = { ...method.kindLosses, ...(known.protocolYears > 0 && known) }
  return {
    ...variant,
    method: { ...method, kindLosses, activities: Object.fromEntries(activities) },
  }
}
