import { type ProtocolStatus, STATUSES } from '../domain/status.ts'
import type { SearchEntry } from './search.ts'

/** One protocol as the search of the website finds and shows it. */
export interface FoundProtocol extends SearchEntry {
  kind: 'protocol'
  category: string | null
  composite: number | null
  /** Year of its TVL, where it is earlier than that of the snapshot. */
  tvlYear: string | null
  status: ProtocolStatus
  /** Name of its page, without extension. */
  page: string
}

/** A chain or a category with a page of its own. */
export interface FoundPlace extends SearchEntry {
  kind: (typeof PLACES)[number]
  /** Protocols there. */
  protocols: number
}

const PLACES = ['chain', 'category'] as const

/** A place as it is listed: `slug` is the name of its page. */
interface ListedPlace {
  kind: FoundPlace['kind']
  name: string
  slug: string
  aliases: readonly string[]
  protocols: number
  tvlUsd: number | null
}

/**
 * `/search.json`: what the browser searches. The rows are ordered by size, largest first, and carry no size. Cells at the end of a
 * row that are empty are left out. A place comes after as many protocols as its cell `after` says.
 */
export interface SearchFile {
  format: 1
  /** Day of the snapshot. */
  asOf: string
  /** Names that rows point into. */
  categories: string[]
  rows: Cell[][]
  /** Cells: place in `PLACES`, name, slug, protocols, after, other names. */
  places: Cell[][]
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

/** The file for rows in their order, largest first, and for places. */
export function createSearchFile(
  asOf: string,
  rows: readonly FoundProtocol[],
  places: readonly ListedPlace[] = [],
): SearchFile {
  const categories = [...new Set(rows.flatMap(({ category }) => category ?? []))].sort()
  const placeOf = new Map(categories.map((name, place) => [name, place]))
  return {
    format: 1,
    asOf,
    categories,
    rows: rows.map((row) => cellsOf(row, placeOf.get(row.category ?? '') ?? NONE)),
    places: places.map((place) => placeCells(place, rows)),
  }
}

function placeCells(place: ListedPlace, rows: readonly FoundProtocol[]): Cell[] {
  const { kind, name, slug, protocols, tvlUsd, aliases } = place
  const first = rows.findIndex(({ size }) => (size ?? -1) <= (tvlUsd ?? -1))
  const cells = [PLACES.indexOf(kind), name, slug, protocols, first < 0 ? rows.length : first]
  return aliases.length > 0 ? [...cells, [...aliases]] : cells
}

/** The places of a parsed file; none where it has no list of them. */
export function readPlaces(document: unknown): FoundPlace[] {
  const { places } = Object(document)
  if (!Array.isArray(places)) return []
  return places.flatMap((cells: unknown[]): FoundPlace[] => {
    const [place, name, slug, protocols, after, aliases] = cells
    const kind = PLACES[Number(place)]
    if (!kind) return []
    const plain = { symbol: null, parent: null, formerSlugs: [], otherNames: [] }
    const [id, size] = [String(slug), 0.5 - Number(after)]
    const own = { kind, id, size, name: String(name), protocols: Number(protocols) }
    // Most are short, such as AVAX, and no more to be guessed at than the symbol of a token.
    return [{ ...plain, ...own, tokens: listOf(aliases) }]
  })
}

/** The protocols of a parsed file; null when it is not of this format. */
export function readSearchFile(document: unknown): FoundProtocol[] | null {
  const { format, categories, rows } = Object(document)
  if (format !== 1 || !Array.isArray(categories) || !Array.isArray(rows)) return null
  return rows.map((cells: unknown[], place): FoundProtocol => {
    const [id, name, category, tenths, symbol, parent, former, page, tvlYear, status, ...more] =
      cells
    const [others, tokens] = more
    return {
      kind: 'protocol',
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
