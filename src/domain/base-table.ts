import table from '../../data/bases.json' with { type: 'json' }
import type { Day } from './day.ts'

/** A protocol that holds or decides over the value of another, or whose code the other copies, with the share of it, 0-1, where it is stated. */
export interface Base {
  id: string
  name: string
  share?: number
}

interface BaseRow {
  id: string
  name: string
  on: readonly Base[]
  source: string
  day: Day
}

const rows: readonly BaseRow[] = table.rows

/** What protocols wrap or run on, by the reviewed table. */
export const BASES: ReadonlyMap<string, BaseRow> = new Map(rows.map((row) => [row.id, row]))
