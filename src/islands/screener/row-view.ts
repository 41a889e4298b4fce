import { NO_LEVEL } from '../../api/routes/screener/filter.ts'
import { LEVEL_CHOICES, type LevelChoice } from '../../contract/query.ts'
import { NOT_APPLICABLE, UNKNOWN } from '../../contract/screener-rows.ts'
import { DIMENSIONS, dimensionColumn } from '../../domain/dimension.ts'
import { points } from '../../domain/format.ts'
import { LEVEL_WORD } from '../../domain/risk-level.ts'
import { inactiveWord } from '../../domain/status.ts'
import { type ListedTvl, listedTvl } from '../../site/figures.ts'
import { ASSUMED } from '../../site/levels.ts'
import { placePage } from '../../site/place-page.ts'
import { type Sparkline, sparklineOf } from './sparkline.ts'
import { levelOf, type Table } from './table.ts'

/** The word for each level of the filter. */
export const LEVEL_CHOICE_WORD: Record<LevelChoice, string> = {
  ...LEVEL_WORD,
  none: 'Insufficient Data',
}

/** In place of the category of a protocol that has none. */
const NO_CATEGORY = 'No category'

/** A score in a cell: what is drawn, and what is said. */
export interface ScoreView {
  /** 1 to 5; 0: no score. */
  level: number
  text: string
  word: string
  /** Length of the bar, of 10. */
  length: number
}

export interface DimensionView {
  /** `unk`: not read; its score is unknown or an assumption. */
  kind: 'score' | 'na' | 'unk'
  /** 1 to 5; 0: no score. */
  level: number
  text: string
  /** For the screen reader. */
  label: string
  /** Length of the bar, of 10. */
  length: number
}

/** Everything that a row of the table shows. The page and the island both draw it. */
export interface RowView {
  id: string
  href: string
  name: string
  category: string
  /** Empty for one without a page. */
  categoryHref: string
  composite: ScoreView
  dimensions: DimensionView[]
  spark: Sparkline | null
  tvl: ListedTvl
  /** Position within its category, and the number of ranked protocols in it. */
  rank: { text: string; words: string }
  /** Path of the filled part of the six boxes of coverage. */
  cover: { path: string; words: string }
}

/** `tvlUsd`: the TVL to show, such as that on the chains of a filter. */
export function rowView(table: Table, row: number, tvlUsd = table.tvlUsd): RowView {
  const { rows, ids } = table
  const id = ids[row] ?? ''
  const composite = rows.composite[row] ?? UNKNOWN
  const inactive = inactiveWord(rows.inactive[row] ?? null)
  const tvl = tvlUsd[row] ?? Number.NaN
  const category = rows.categories[rows.category[row] ?? UNKNOWN]
  return {
    id,
    href: `/protocol/${rows.page[row] ?? id}/`,
    name: rows.name[row] ?? '',
    category: category ?? NO_CATEGORY,
    categoryHref: category === undefined ? '' : placePage('category', category, rows.categorySlug),
    composite: inactive === null ? scoreView(composite) : { ...scoreView(UNKNOWN), word: inactive },
    dimensions: DIMENSIONS.map((key) =>
      dimensionView(
        rows.dimensions[dimensionColumn(key)][row] ?? UNKNOWN,
        rows.assumed[row]?.includes(key) ?? false,
      ),
    ),
    spark: composite === UNKNOWN ? null : sparklineOf(rows.history[row] ?? []),
    tvl: listedTvl(
      { tvlUsd: Number.isNaN(tvl) ? null : tvl, tvlAsOf: rows.tvlDay[row] ?? null },
      rows.asOf,
    ),
    rank: rankView(table, row),
    cover: coverView(rows.coverage[row] ?? UNKNOWN),
  }
}

function scoreView(tenths: number): ScoreView {
  const level = levelOf(tenths)
  const { [level - 1]: choice = 'none' } = LEVEL_CHOICES
  return {
    level,
    text: level === NO_LEVEL ? '' : points(tenths / 10),
    word: LEVEL_CHOICE_WORD[choice],
    length: Math.max(0, tenths) / 10,
  }
}

function dimensionView(tenths: number, isAssumed: boolean): DimensionView {
  if (tenths === NOT_APPLICABLE) {
    return { kind: 'na', level: NO_LEVEL, text: '–', label: 'not applicable', length: 0 }
  }
  if (tenths === UNKNOWN) {
    return { kind: 'unk', level: NO_LEVEL, text: '?', label: 'unknown', length: 0 }
  }
  const { level, text, word, length } = scoreView(tenths)
  if (isAssumed) {
    const label = `${text} ${ASSUMED}`
    return { kind: 'unk', level: NO_LEVEL, text: `? ${text}`, label, length: 0 }
  }
  return { kind: 'score', level, text, label: `${text} ${word}`, length }
}

function rankView({ ranks }: Table, row: number): RowView['rank'] {
  const position = ranks.position[row] ?? 0
  if (position === 0) return { text: '–', words: 'no rank' }
  const of = ranks.of[row] ?? 0
  return { text: `${position}/${of}`, words: `${position} of ${of} in its category` }
}

/** Six boxes of 6 by 11 with two pixels between, each filled from below. */
function coverView(tenths: number): RowView['cover'] {
  if (tenths === UNKNOWN) return { path: '', words: 'Unknown' }
  const boxes = [0, 1, 2, 3, 4, 5].map((box) => {
    const filled = Math.round(11 * Math.min(1, Math.max(0, tenths / 10 - box)))
    return filled === 0 ? '' : `M${box * 8} 11v-${filled}h6v${filled}z`
  })
  return { path: boxes.join(''), words: `${points(tenths / 10)} of 6` }
}
