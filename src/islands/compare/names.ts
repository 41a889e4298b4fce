import { fold } from '../../api/routes/screener/filter.ts'
import { slugOf } from '../../contract/screener-rows.ts'
import { fetchTable, type Table } from '../screener/table.ts'

/** Names offered at a time. */
const MOST = 12

/** Offers names for a field while the user types. The list of all protocols is fetched on first use. */
export function createNames(field: HTMLInputElement): { idOf: (text: string) => string } {
  let table: Table | null = null

  /** Without the list, ids can still be typed. */
  async function fetchNames(): Promise<void> {
    table = await fetchTable()
    offer()
  }

  function offer(): void {
    const names = table ? namesWith(table, field.value) : []
    field.list?.replaceChildren(...names.map((name) => new Option('', name)))
  }

  field.addEventListener('focus', () => void fetchNames(), { once: true })
  field.addEventListener('input', offer)
  return { idOf: (text) => idOf(table, text) }
}

/** The first names that hold a text, those that begin with it before the others. */
export function namesWith(table: Table, text: string): string[] {
  const wanted = fold(text.trim())
  if (wanted === '') return []
  const rows = table.folded.keys().filter((row) => table.folded[row]?.includes(wanted))
  const sorted = [...rows].sort((a, b) => rankOf(table, a, wanted) - rankOf(table, b, wanted))
  return sorted.slice(0, MOST).map((row) => table.rows.name[row] ?? '')
}

function rankOf(table: Table, row: number, wanted: string): number {
  return table.folded[row]?.startsWith(wanted) ? 0 : 1
}

/** The id for a name or an id as it was typed; the slug of the text when nothing is called so. */
export function idOf(table: Table | null, text: string): string {
  const wanted = text.trim()
  const exact = table?.rows.name.indexOf(wanted) ?? -1
  const row =
    exact >= 0 ? exact : (table?.rows.name.findIndex((name) => fold(name) === fold(wanted)) ?? -1)
  return table?.ids[row] ?? slugOf(wanted)
}
