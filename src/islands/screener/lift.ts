import { type RiskColumn, THRESHOLDS } from '../../contract/query.ts'
import { riskLabel } from './risk-label.ts'
import type { Screen } from './select.ts'
import type { ScreenState } from './state.ts'

/** One filter that could be lifted. */
export interface Lift {
  /** What it filters, such as `chain` or `the limit of Oracle`. */
  what: string
  /** The state without it. */
  state: ScreenState
  /** Rows that pass then. */
  count: number
}

/** What to lift when nothing passes: the filter whose removal shows most rows; null when no single one helps. */
export function bestLift(screen: Screen, state: ScreenState): Lift | null {
  const lifts = liftsOf(state).map((lift) => ({ ...lift, count: screen.select(lift.state).length }))
  return lifts.reduce<Lift | null>(
    (most, lift) => (lift.count > (most?.count ?? 0) ? lift : most),
    null,
  )
}

function liftsOf(state: ScreenState): Omit<Lift, 'count'>[] {
  const lifts: [boolean, string, Partial<ScreenState>][] = [
    [state.text !== '', 'the name', { text: '' }],
    [state.chains.length > 0, 'the chain', { chains: [] }],
    [state.categories.length > 0, 'the category', { categories: [] }],
    [state.levels.length > 0, 'the level', { levels: [] }],
    [
      state.minTvlUsd !== null || state.maxTvlUsd !== null,
      'TVL',
      { minTvlUsd: null, maxTvlUsd: null },
    ],
    ...Object.values(THRESHOLDS).map((column): [boolean, string, Partial<ScreenState>] => [
      state.maxima[column] !== undefined,
      `the limit of ${riskLabel(column)}`,
      { maxima: without(state.maxima, column) },
    ]),
  ]
  return lifts.flatMap(([isSet, what, change]) =>
    isSet ? [{ what, state: { ...state, ...change } }] : [],
  )
}

function without(maxima: ScreenState['maxima'], column: RiskColumn): ScreenState['maxima'] {
  const { [column]: _, ...others } = maxima
  return others
}
