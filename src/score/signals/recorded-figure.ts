import { known, type Reading } from '../../domain/reading.ts'
import type { TvlWindow } from '../../domain/tvl-figures.ts'
import type { Subject } from '../subject.ts'

/**
 * The value from daily TVL; where that is missing, the recorded figure of this name, if it is of the day of the TVL and over the same
 * days. The sample has such figures, because it may not contain the series they are from.
 */
export function orRecorded(
  value: Reading<number>,
  { record: { facts, tvl } }: Subject,
  name: 'volatility' | 'drawdown' | 'outflowSurvived',
  window: TvlWindow,
): Reading<number> {
  const { tvlFigures } = facts
  if (value.known || !tvlFigures?.known || !tvl.known || tvlFigures.asOf !== tvl.asOf) return value
  const figure = tvlFigures.value[name]
  const isSame =
    figure?.days === window.days &&
    figure.withinDays === window.withinDays &&
    figure.survivedDays === window.survivedDays
  return figure && isSame ? known(figure.value, tvlFigures.asOf, tvlFigures.source) : value
}
