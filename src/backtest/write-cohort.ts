import type * as z from 'zod'
import { parquetOf } from '../bulk/parquet.ts'
import type { BulkCell } from '../bulk/table.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import { incidentStem } from '../ingest/defillama/hacks-map.ts'
import { SIGNAL_IDS } from '../score/methodology.ts'
import { OF_REGISTRY, ofRegistry } from './baselines.ts'
import { COLUMNS, type cohortRun, type rowLosses, SCHEMA_VERSION } from './cohort-columns.ts'
import { type Judged, rowsIn, UNIVERSES, WIDEST } from './judged.ts'
import type { LossEvent } from './labels.ts'
import { type ReadSignal, readSignalsOf } from './rebuild-score.ts'
import type { BacktestRow } from './rows.ts'

/**
 * Scored rows as a Parquet file that may be published: ids, days, signals and scores of ours, and losses by their public reference and as
 * shares of TVL. Sizes, ages and audits are ranks: they are DefiLlama's, and figures need their order only. Rows in no universe are left out.
 */
export function cohortFile(judged: Judged<BacktestRow>): Uint8Array {
  const rows = rowsIn(WIDEST, judged.rows)
  const sizes = ranksOf(rows.map(({ size }) => size))
  const ranks = UNIVERSES.flatMap((universe) => {
    const own = rowsIn(universe, rows)
    const values = ofRegistry(own)
    return OF_REGISTRY.map((id) => {
      const byRow = new Map(ranksOf(values[id]).map((rank, at) => [own[at], rank]))
      return rows.map((row) => byRow.get(row) ?? null)
    })
  })
  const cells = rows.map((row, at): BulkCell[] => [
    ...[row.cohort, row.slug, row.id, row.name, row.family, row.category, row.activity],
    ...[row.composite, row.isPublished, sizes[at] ?? 0, row.atLeastUsd],
    row.event && lossesText(row.event, row.lossBase),
    ...signalCells(row),
    ...DIMENSIONS.map((key) => row.score.dimensions[key].floor?.risk ?? null),
    ...ranks.map((column) => column[at] ?? null),
  ])
  const lost = judged.lost.map(({ lossUsd: _, ...rest }) => rest)
  return parquetOf(
    { columns: COLUMNS, rows: cells },
    { metadata: metadataOf({ facts: judged.facts, lost }), codec: 'GZIP' },
  )
}

/** The rank of each value among the others, 1 the smallest; equal values share one. */
function ranksOf(values: readonly number[]): number[] {
  const ranks = new Map(
    [...new Set(values)].sort((a, b) => a - b).map((value, at) => [value, at + 1]),
  )
  return values.map((value) => ranks.get(value) ?? 0)
}

function lossesText({ incidents }: LossEvent, base: number): string {
  const losses: z.infer<typeof rowLosses> = incidents.map(({ name, day, cause, lossUsd }) => ({
    ...{ incident: incidentStem(day, name), day, cause },
    share: lossUsd === null ? null : base > 0 ? lossUsd / base : 1,
  }))
  return JSON.stringify(losses)
}

function signalCells({ score }: BacktestRow): BulkCell[] {
  const signals = readSignalsOf(score.dimensions)
  const byId = new Map(signals.map((signal) => [signal.id, signal]))
  const listed = (has: (signal: ReadSignal) => boolean) =>
    signals
      .filter(has)
      .map(({ id }) => id)
      .join(' ') || null
  return [
    ...SIGNAL_IDS.map((id) => {
      const signal = byId.get(id)
      return signal && signal.basis !== 'missing' ? (signal.seenRisk ?? signal.risk) : null
    }),
    listed(({ basis }) => basis === 'missing'),
    listed(({ basis }) => basis === 'category'),
    listed(({ seenRisk }) => seenRisk !== undefined),
  ]
}

function metadataOf(run: z.infer<typeof cohortRun>): Record<string, string> {
  return {
    schema_version: SCHEMA_VERSION,
    methodology: run.facts.methodology.version,
    licence: 'Scores, signals and ranks: MIT. Names and categories are those of the registry.',
    source: 'Plimsoll, back-test; incidents and registry: DefiLlama',
    columns: JSON.stringify(COLUMNS),
    run: JSON.stringify(run),
  }
}
