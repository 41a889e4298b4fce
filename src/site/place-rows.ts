import type { ScreenerIndex } from '../contract/screener-index.ts'
import { type RiskLevel, riskLevel } from '../domain/risk-level.ts'
import type { ProtocolStatus } from '../domain/status.ts'
import { oncePerFolder, readScreener } from './catalogue-files.ts'
import { type PlaceLink, type PlacePath, placePaths, readPlaces } from './place-links.ts'

/** A protocol at a place. */
export interface PlaceRow {
  id: string
  /** It is of outside. */
  name: string
  compositeScore: number | null
  riskLevel: RiskLevel | null
  status: ProtocolStatus
  /** TVL there, in US dollars: on the chain, or all of it in a category. Null when it is not known. */
  tvlUsd: number | null
  tvlAsOf: string | null
}

export interface PlaceRows {
  asOf: string
  /** Every protocol with all of its TVL. */
  all: PlaceRow[]
  /** The protocols of each place, by its path. */
  byPath: Map<string, PlaceRow[]>
}

/** The protocols of every place, largest TVL first, those of unknown TVL last. */
export const readPlaceRows = oncePerFolder(async (folder) =>
  placeRows(await readScreener(folder), await readPlaces(folder)),
)

/** The same of documents at hand. */
export function placeRows(index: ScreenerIndex, places: readonly PlaceLink[]): PlaceRows {
  const { columns, asOf } = index
  const pathOf = placePaths(places)
  const byPath = new Map<string, PlaceRow[]>(places.map(({ path }) => [path, []]))
  const all = columns.id.map((id, at): PlaceRow => {
    const score = columns.compositeScore[at] ?? null
    return {
      id,
      name: columns.name[at] ?? id,
      compositeScore: score,
      riskLevel: score === null ? null : riskLevel(score),
      status: columns.status?.[at] ?? 'active',
      tvlUsd: columns.tvlUsd[at] ?? null,
      tvlAsOf: columns.tvlAsOf?.[at] ?? null,
    }
  })
  all.forEach((row, at) => {
    const category = index.categories[columns.category[at] ?? -1]
    const path = category === undefined ? null : pathOf('category', category)
    if (path !== null) byPath.get(path)?.push(row)
    for (const [chain, tvlUsd] of tvlByChain(index, at, pathOf)) {
      byPath.get(chain)?.push({ ...row, tvlUsd })
    }
  })
  return {
    asOf,
    all: all.toSorted(compareTvl),
    byPath: new Map([...byPath].map(([path, rows]) => [path, rows.sort(compareTvl)])),
  }
}

/** TVL of a row by the path of each of its chains. Spellings of one chain add up. */
function tvlByChain(
  { chains, columns }: ScreenerIndex,
  at: number,
  pathOf: PlacePath,
): Map<string, number | null> {
  const own = columns.chains[at] ?? []
  const amounts = columns.chainTvlUsd?.[at] ?? []
  const isWhole = own.length === 1 && amounts.length === 0
  const sums = new Map<string, number | null>()
  own.forEach((index, place) => {
    const path = pathOf('chain', chains[index] ?? '')
    if (path === null) return
    const tvlUsd = (isWhole ? columns.tvlUsd[at] : amounts[place]) ?? null
    const sum = sums.get(path) ?? null
    sums.set(path, tvlUsd === null ? sum : (sum ?? 0) + tvlUsd)
  })
  return sums
}

function compareTvl(a: PlaceRow, b: PlaceRow): number {
  return (b.tvlUsd ?? -1) - (a.tvlUsd ?? -1) || (a.id < b.id ? -1 : 1)
}
