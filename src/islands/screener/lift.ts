import { type RiskColumn, THRESHOLDS } from '../../contract/query.ts'
import { usd } from '../../domain/format.ts'
import { limitText, riskLabel } from './risk-label.ts'
import { LEVEL_CHOICE_WORD } from './row-view.ts'
import type { Spell } from './search.ts'
import type { Screen } from './select.ts'
import type { ScreenState } from './state.ts'

/** A filter that is set. */
export interface SetFilter {
  /** What it filters, such as `the chain` or `the limit of Oracle`. */
  what: string
  /** The filter in words, such as `Chain: Base, Celo`. */
  words: string
  /** The state without it. */
  state: ScreenState
}

/** One filter that could be lifted. */
export interface Lift extends SetFilter {
  /** Rows that pass then. */
  count: number
}

/** What to lift when nothing passes: the filter whose removal shows most rows; null when no single one helps. */
export function bestLift(screen: Screen, state: ScreenState): Lift | null {
  const lifts = filtersOf(state).map((filter) => ({
    ...filter,
    count: screen.select(filter.state).length,
  }))
  return lifts.reduce<Lift | null>(
    (most, lift) => (lift.count > (most?.count ?? 0) ? lift : most),
    null,
  )
}

/** The filters of a state, in the order of the form. */
export function filtersOf(state: ScreenState, spell: Spell = (name) => name): SetFilter[] {
  const { text, chains, categories, levels, minTvlUsd, maxTvlUsd, maxima } = state
  const filters: [string, string, Partial<ScreenState>][] = [
    ['the name', text && `Name: ${text}`, { text: '' }],
    ...Object.values(THRESHOLDS).map((column): [string, string, Partial<ScreenState>] => [
      `the limit of ${riskLabel(column)}`,
      maxima[column] === undefined
        ? ''
        : `${riskLabel(column)}: at most ${limitText(maxima[column])}`,
      { maxima: without(maxima, column) },
    ]),
    [
      'the level',
      listed(
        'Level',
        levels.map((level) => LEVEL_CHOICE_WORD[level]),
      ),
      { levels: [] },
    ],
    ['the chain', listed('Chain', chains.map(spell)), { chains: [] }],
    ['the category', listed('Category', categories.map(spell)), { categories: [] }],
    ['TVL', formatTvl(minTvlUsd, maxTvlUsd), { minTvlUsd: null, maxTvlUsd: null }],
  ]
  return filters.flatMap(([what, words, change]) =>
    words === '' ? [] : [{ what, words, state: { ...state, ...change } }],
  )
}

function listed(name: string, values: readonly string[]): string {
  return values.length === 0 ? '' : `${name}: ${values.join(', ')}`
}

function formatTvl(least: number | null, most: number | null): string {
  const words = [
    least === null ? '' : `at least ${usd(least)}`,
    most === null ? '' : `at most ${usd(most)}`,
  ]
  return listed('TVL', words.filter(Boolean))
}

function without(maxima: ScreenState['maxima'], column: RiskColumn): ScreenState['maxima'] {
  const { [column]: _, ...others } = maxima
  return others
}
