import { fileNameOf } from '../contract/file-name.ts'
import type { ScreenerIndex } from '../contract/screener-index.ts'
import { NOT_APPLICABLE, type ScreenerRows, slugOf, UNKNOWN } from '../contract/screener-rows.ts'
import {
  DIMENSIONS,
  type DimensionKey,
  dimensionColumn,
  mapDimensionColumns,
} from '../domain/dimension.ts'
import { oncePerFolder, readNotApplicable, readScreener } from './catalogue-files.ts'
import { type PlacePath, readPlacePaths } from './place-links.ts'
import { oddSlugs } from './place-page.ts'

/** Documents read at a time. */
const READERS = 32

/** The rows of the screener's page. */
export const readScreenerRows = oncePerFolder(async (folder) => {
  const index = await readScreener(folder)
  return screenerRows(index, await notApplicable(folder, index), await readPlacePaths(folder))
})

/**
 * The index for a browser. `missing` has, by row, the dimensions that do not apply; every other null is unknown. `pathOf` finds the
 * pages of categories.
 */
export function screenerRows(
  index: ScreenerIndex,
  missing: ReadonlyMap<number, ReadonlySet<DimensionKey>>,
  pathOf: PlacePath = () => null,
): ScreenerRows {
  const { columns, categories, chains, aliases } = index
  return {
    snapshot: index.snapshot,
    asOf: index.asOf,
    categories,
    categorySlug: oddSlugs('category', categories, pathOf),
    chains,
    aliases: aliases ?? { categories: {}, chains: {} },
    name: columns.name,
    id: columns.id.map((id, row) => (id === slugOf(columns.name[row] ?? '') ? 0 : id)),
    page: Object.fromEntries(
      columns.id.flatMap((id, row) => (fileNameOf(id) === id ? [] : [[row, fileNameOf(id)]])),
    ),
    category: columns.category.map((category) => category ?? UNKNOWN),
    chain: columns.chains,
    chainTvl: columns.chainTvlUsd ?? columns.chains.map(() => []),
    tvlUsd: columns.tvlUsd,
    tvlDay: Object.fromEntries(
      (columns.tvlAsOf ?? []).flatMap((day, row) =>
        day === null || day === index.asOf ? [] : [[row, day]],
      ),
    ),
    coverage: columns.coverageScore.map(tenths),
    composite: columns.compositeScore.map(tenths),
    inactive: Object.fromEntries(
      (columns.status ?? []).flatMap((status, row) => (status === 'active' ? [] : [[row, status]])),
    ),
    assumed: Object.fromEntries(
      (columns.assumedDimensions ?? []).flatMap((keys, row) =>
        keys.length === 0 ? [] : [[row, keys]],
      ),
    ),
    history: columns.scoreHistory.map((history) => history.map(tenths)),
    dimensions: mapDimensionColumns((column, key) =>
      columns[column].map((score, row) =>
        score === null && missing.get(row)?.has(key) ? NOT_APPLICABLE : tenths(score),
      ),
    ),
  }
}

function tenths(points: number | null): number {
  return points === null ? UNKNOWN : Math.round(points * 10)
}

/** The dimensions that do not apply, by row. The index has one null for two cases; the documents distinguish them. */
async function notApplicable(
  folder: string,
  { columns }: ScreenerIndex,
): Promise<Map<number, Set<DimensionKey>>> {
  const found = new Map<number, Set<DimensionKey>>()
  const rows = columns.id.keys().filter((row) => {
    const isScored = columns.compositeScore[row] !== null
    return isScored && DIMENSIONS.some((key) => columns[dimensionColumn(key)][row] === null)
  })
  const readNext = async () => {
    for (const row of rows) {
      const fileName = fileNameOf(columns.id[row] ?? '')
      found.set(row, new Set(await readNotApplicable(folder, fileName)))
    }
  }
  await Promise.all(Array.from({ length: READERS }, readNext))
  return found
}
