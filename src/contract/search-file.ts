import { type ProtocolStatus, STATUSES } from '../domain/status.ts'
import type { SearchEntry } from './search.ts'

/** One protocol as the search of the website finds and shows it. */
export interface FoundProtocol extends SearchEntry {
  category: string | null
  composite: number | null
  /** Year of its TVL, where it is earlier than that of the snapshot. */
  tvlYear: string | null
  status: ProtocolStatus
  /** Name of its page, without extension. */
  page: string
}

/**
 * `/search.json`: what the browser searches. The rows are ordered by size, largest first, and carry no size. Cells at the end of a
 * row that are empty are left out.
 */
export interface SearchFile {
  format: 1
  /** Day of the snapshot. */
  asOf: string
  /** Names that rows point into. */
  categories: string[]
  rows: Cell[][]
}

type Cell = string | number | string[]

/** No category, or no score. */
const NONE = -1

/**
 * Cells: id, name, category, score in tenths, symbol, parent, former slugs, page where it is not the id, year of an old TVL, status where
 * it is not active, other names, tokens.
 */
function cellsOf(row: FoundProtocol, category: number): Cell[] {
  const { id, name, composite, symbol, parent, formerSlugs, page, tvlYear, status } = row
  const tenths = composite === null ? NONE : Math.round(composite * 10)
  const cells: Cell[] = [id, name, category, tenths]
  cells.push(symbol ?? '', parent ?? '', formerSlugs.length > 0 ? [...formerSlugs] : '')
  cells.push(page === id ? '' : page, tvlYear ?? '', status === 'active' ? '' : status)
  for (const list of [row.otherNames, row.tokens]) cells.push(list.length > 0 ? [...list] : '')
  while (cells.at(-1) === '') cells.pop()
  return cells
}

/** The file for rows in their order. */
export function createSearchFile(asOf: string, rows: readonly FoundProtocol[]): SearchFile {
  const categories = [...new Set(rows.flatMap(({ category }) => category ?? []))].sort()
  const placeOf = new Map(categories.map((name, place) => [name, place]))
  return {
    format: 1,
    asOf,
    categories,
    rows: rows.map((row) => cellsOf(row, placeOf.get(row.category ?? '') ?? NONE)),
  }
}

/** The rows of a parsed file; null when it is not of this format. */
export function readSearchFile(document: unknown): FoundProtocol[] | null {
  const { format, categories, rows } = Object(document)
  if (format !== 1 || !Array.isArray(categories) || !Array.isArray(rows)) return null
  return rows.map((cells: unknown[], place): FoundProtocol => {
    const [id, name, category, tenths, symbol, parent, former, page, tvlYear, status, ...more] =
      cells
    const [others, tokens] = more
    return {
      id: String(id),
      name: String(name),
      category: textOf(categories[Number(category)]),
      composite: Number(tenths) === NONE ? null : Number(tenths) / 10,
      symbol: textOf(symbol),
      parent: textOf(parent),
      formerSlugs: listOf(former),
      otherNames: listOf(others),
      tokens: listOf(tokens),
      page: textOf(page) ?? String(id),
      tvlYear: textOf(tvlYear),
      status: STATUSES.find((each) => each === status) ?? 'active',
      size: -place,
    }
  })
}

function listOf(cell: unknown): string[] {
  return Array.isArray(cell) ? cell.map(String) : []
}

function textOf(cell: unknown): string | null {
  return typeof cell === 'string' && cell !== '' ? cell : null
}
