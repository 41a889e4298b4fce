import { type NamedRows, NO_LEVEL } from '../../api/routes/screener/filter.ts'
import { LEVEL_CHOICES } from '../../contract/query.ts'
import type { Table } from './table.ts'

/** Limits of TVL that the form offers, in US dollars. An address may ask for any other. */
export const TVL_STEPS: readonly number[] = [1e5, 1e6, 1e7, 5e7, 1e8, 1e9, 1e10]

export interface Option {
  name: string
  /** Rows of the whole registry with it. */
  count: number
}

/** Names that can be chosen, the most frequent first. The API splits at commas, so no filter can ask for a name with one. */
export function optionsOf(names: readonly string[], { rowsOf }: NamedRows): Option[] {
  return names
    .filter((name) => !name.includes(','))
    .map((name) => ({ name, count: rowsOf.get(name.toLowerCase())?.length ?? 0 }))
    .sort((a, b) => b.count - a.count)
}

export function levelOptions({ levels }: Table) {
  const counts = new Uint32Array(LEVEL_CHOICES.length)
  for (const level of levels) counts[level] = (counts[level] ?? 0) + 1
  return LEVEL_CHOICES.map((level, at) => ({
    level,
    count: counts[level === 'none' ? NO_LEVEL : at + 1] ?? 0,
  }))
}
