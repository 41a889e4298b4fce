import { LEVEL_CHOICES, THRESHOLDS } from '../../contract/query.ts'
import { COLUMNS } from './columns.ts'
import { firstDirection, levelsOf, type ScreenState, type Sort, searchText } from './state.ts'

/** What a control of the form says: its name, its value, and whether it is ticked. */
export interface Control {
  name: string
  value: string
  checked: boolean
}

/** The state after a control was changed. A control without a meaning changes nothing. */
export function withControl(state: ScreenState, { name, value, checked }: Control): ScreenState {
  switch (name) {
    case 'q':
      return { ...state, text: searchText(value) }
    case 'chain':
      return { ...state, chains: toggled(state.chains, value.toLowerCase(), checked) }
    case 'category':
      return { ...state, categories: toggled(state.categories, value.toLowerCase(), checked) }
    case 'level': {
      const levels = LEVEL_CHOICES.filter((level) =>
        level === value ? checked : state.levels.includes(level),
      )
      return { ...state, levels: levelsOf(levels) }
    }
    case 'minTvl':
      return { ...state, minTvlUsd: value === '' ? null : Number(value) }
    case 'maxTvl':
      return { ...state, maxTvlUsd: value === '' ? null : Number(value) }
    case 'order':
      return { ...state, direction: value === 'asc' ? 'asc' : 'desc' }
    case 'sort': {
      const sort = COLUMNS.find((column) => column.sort === value)?.sort
      return sort ? { ...state, sort, direction: firstDirection(sort) } : state
    }
    default:
      return withMaximum(state, name, Number(value))
  }
}

/** The state after a click on the head of a column: sorted by it, or the other way round. */
export function withSort(state: ScreenState, sort: Sort): ScreenState {
  if (state.sort !== sort) return { ...state, sort, direction: firstDirection(sort) }
  return { ...state, direction: state.direction === 'asc' ? 'desc' : 'asc' }
}

/** A slider at its end sets no limit. */
function withMaximum(state: ScreenState, name: string, value: number): ScreenState {
  const column = Object.entries(THRESHOLDS).find(([each]) => each === name)?.[1]
  if (!column || !Number.isFinite(value)) return state
  const { [column]: _, ...others } = state.maxima
  return { ...state, maxima: value >= 10 ? others : { ...others, [column]: value } }
}

function toggled(names: readonly string[], name: string, isWanted: boolean): string[] {
  const others = names.filter((each) => each !== name)
  return isWanted ? [...others, name].sort() : others
}
