import { fileNameOf } from '../contract/file-name.ts'
import type { ScreenerIndex } from '../contract/screener-index.ts'
import { slugOf } from '../contract/screener-rows.ts'
import { inactiveWord } from '../domain/status.ts'
import { compareText } from '../domain/text-order.ts'
import type { PlaceLink } from './place-links.ts'
import { placeRows } from './place-rows.ts'

/** Most rows of one page. With at most 200 bytes each and 6,000 around them, a page has less than 86,000 bytes. */
const MAX_ROWS = 400

export interface PlainRow {
  pageName: string
  name: string
  category: string | null
  /** Null without a score, and for a protocol that is not active. */
  composite: number | null
  /** In place of the score: that it is not active. */
  inactive: string | null
  tvlUsd: number | null
  tvlAsOf: string | null
}

export interface PlainList {
  /** Path below `/screener/all/`, without slashes around it. */
  path: string
  title: string
  rows: PlainRow[]
  part: number
  parts: number
  /** Paths of the other parts; null: there is none. */
  previous: string | null
  next: string | null
}

/**
 * All protocols as plain pages: by first letter in order of name, by category and by chain with the lowest score first. Protocols
 * without a score, and those that are not active, come last. On a chain, TVL is that on it. A long list is cut into parts.
 */
export function plainLists(index: ScreenerIndex, places: readonly PlaceLink[]) {
  const rows = plainRows(index)
  const byName = rows.toSorted((a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()))
  const byScore = byName.toSorted((a, b) => (a.composite ?? 11) - (b.composite ?? 11))
  return {
    letters: listsOf(byName, (row) => letterOf(row.name)),
    categories: listsOf(byScore, ({ category }) =>
      category === null
        ? { path: 'without-category', title: 'No category' }
        : { path: plainListPath({ kind: 'category', name: category }), title: category },
    ),
    chains: chainLists(byScore, index, places),
  }
}

/** Path of the first part of the list of a place, below `/screener/all/`. A chain's is known by its page alone. */
export function plainListPath(place: Pick<PlaceLink, 'kind' | 'name'> & { slug?: string }): string {
  return `${place.kind}-${place.slug && place.kind === 'chain' ? place.slug : fileNameOf(slugOf(place.name))}`
}

function chainLists(
  rows: readonly PlainRow[],
  index: ScreenerIndex,
  places: readonly PlaceLink[],
): PlainList[] {
  const { byPath } = placeRows(index, places)
  return places
    .filter(({ kind }) => kind === 'chain')
    .toSorted((a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()))
    .flatMap((place) => {
      const there = new Map(
        byPath.get(place.path)?.map(({ id, tvlUsd }) => [fileNameOf(id), tvlUsd]),
      )
      const own = rows.flatMap((row) => {
        const tvlUsd = there.get(row.pageName)
        return tvlUsd === undefined ? [] : [{ ...row, tvlUsd }]
      })
      return own.length === 0 ? [] : partsOf(plainListPath(place), place.name, own)
    })
}

function plainRows({ columns, categories }: ScreenerIndex): PlainRow[] {
  return columns.id.map((id, row) => {
    const inactive = inactiveWord(columns.status?.[row] ?? null)
    return {
      pageName: fileNameOf(id),
      name: columns.name[row] ?? id,
      category: categories[columns.category[row] ?? -1] ?? null,
      composite: inactive === null ? (columns.compositeScore[row] ?? null) : null,
      inactive,
      tvlUsd: columns.tvlUsd[row] ?? null,
      tvlAsOf: columns.tvlAsOf?.[row] ?? null,
    }
  })
}

interface Group {
  path: string
  title: string
}

function letterOf(name: string): Group {
  const [first = ''] = name.normalize('NFKD').toLowerCase()
  if (/[a-z]/.test(first)) return { path: first, title: first.toUpperCase() }
  return /\d/.test(first) ? { path: '0-9', title: '0 to 9' } : { path: 'other', title: 'Other' }
}

/** Groups rows that keep their order, in order of path, and cuts each group into parts. */
function listsOf(rows: readonly PlainRow[], groupOf: (row: PlainRow) => Group): PlainList[] {
  const groups = Map.groupBy(rows, (row) => groupOf(row).path)
  return [...groups]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([path, members]) => {
      const [first] = members
      return first ? partsOf(path, groupOf(first).title, members) : []
    })
}

function partsOf(path: string, title: string, rows: readonly PlainRow[]): PlainList[] {
  const parts = Math.ceil(rows.length / MAX_ROWS)
  const pathOf = (part: number) =>
    part < 1 || part > parts ? null : part === 1 ? path : `${path}/${part}`
  return Array.from({ length: parts }, (_, at) => ({
    path: pathOf(at + 1) ?? path,
    title,
    rows: rows.slice(at * MAX_ROWS, (at + 1) * MAX_ROWS),
    part: at + 1,
    parts,
    previous: pathOf(at),
    next: pathOf(at + 2),
  }))
}
