import { gunzipSync } from 'node:zlib'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import * as z from 'zod'
import { DIMENSIONS } from '../domain/dimension.ts'
import { usage } from '../domain/errors.ts'
import { parseJson } from '../domain/json.ts'
import { riskLevel } from '../domain/risk-level.ts'
import { METHODOLOGY, type Methodology, SIGNAL_IDS } from '../score/methodology.ts'
import { baselinesWith, OF_REGISTRY, type OfRegistry } from './baselines.ts'
import { cohortRun, floorColumn, rankColumn, rowLosses, signalColumn } from './cohort-columns.ts'
import { assertDevelopment } from './development.ts'
import type { Judged, Universe } from './judged.ts'
import { outcomeOf } from './labels.ts'
import { type ReadSignal, rebuildScore } from './rebuild-score.ts'
import { type JudgedRow, type LostEvent, lossOf } from './rows.ts'

/** Most bytes of a file that is read. */
const MAX_BYTES = 5_000_000

/** Columns as `hyparquet` reads them. */
const rowSchema = z.object({
  day: z.date().transform((day) => day.toISOString().slice(0, 10)),
  upstream_id: z.string(),
  name: z.string(),
  family: z.string(),
  category: z.string(),
  activity: z.string().nullable(),
  composite: z.number().min(0).max(10),
  published: z.boolean(),
  size_rank: z.int(),
  size_class: z.int(),
  losses: z.string().nullable(),
  missing: z.string().nullable(),
  of_kind: z.string().nullable(),
  partial: z.string().nullable(),
})

const numbers = z.record(z.string(), z.unknown())

interface PublishedRow extends JudgedRow {
  /** By column. */
  ranks: Readonly<Record<string, unknown>>
}

/** A published cohort, and how far its composites are at most from what the methodology makes of their signals. */
export interface PublishedCohort {
  judged: Judged<PublishedRow>
  largestDifference: number
}

/** Reads what `cohortFile` wrote. Dimensions are made from the signals by the code of the score. Throws `USAGE` for another file. */
export async function readCohort(
  file: Uint8Array,
  method: Methodology = METHODOLOGY,
): Promise<PublishedCohort> {
  const body = Uint8Array.from(file).buffer
  const metadata = body.byteLength <= MAX_BYTES ? tried(() => parquetMetadata(body)) : null
  const entry = metadata?.key_value_metadata?.find(({ key }) => key === 'run')
  const run = cohortRun.safeParse(parseJson(entry?.value ?? ''))
  if (!run.success) throw notACohort()
  const compressors = {
    GZIP: (packed: Uint8Array) =>
      new Uint8Array(gunzipSync(packed, { maxOutputLength: MAX_BYTES })),
  }
  const found = await parquetReadObjects({ file: body, compressors })
  let largestDifference = 0
  const rows = found.map((raw) => {
    const { row, difference } = readRow(raw, method)
    largestDifference = Math.max(largestDifference, difference)
    return row
  })
  const lost: LostEvent[] = run.data.lost.map((event) => ({ ...event, lossUsd: null }))
  if (!run.data.facts.heldOut) {
    const losses = [...lost, ...rows.flatMap(({ event }) => event?.incidents ?? [])]
    assertDevelopment(
      losses.map(({ day: date }) => ({ date })),
      'The cohort',
    )
  }
  return {
    judged: { facts: run.data.facts, rows, lost, baselinesOf: baselinesFrom },
    largestDifference,
  }
}

function baselinesFrom(rows: readonly PublishedRow[], universe: Universe) {
  const given = Object.fromEntries(
    OF_REGISTRY.map((id) => [id, rows.map(({ ranks }) => Number(ranks[rankColumn(id, universe)]))]),
  ) as OfRegistry
  return baselinesWith(rows, given)
}

function readRow(raw: unknown, method: Methodology): { row: PublishedRow; difference: number } {
  const parsed = rowSchema.safeParse(raw)
  const ranks = numbers.safeParse(raw).data
  if (!parsed.success || !ranks) throw notACohort()
  const cells = parsed.data
  const losses = cells.losses === null ? null : rowLosses.safeParse(parseJson(cells.losses)).data
  if (losses === undefined) throw notACohort()
  const event =
    losses &&
    outcomeOf(
      losses.map(({ incident, share, ...loss }) => ({ ...loss, name: incident, lossUsd: share })),
    )
  const floors = Object.fromEntries(
    DIMENSIONS.flatMap((key) => {
      const risk = ranks[floorColumn(key)]
      return typeof risk === 'number' ? [[key, risk]] : []
    }),
  )
  const rebuilt = rebuildScore(signalsOf(cells, ranks), floors, method)
  const row = {
    cohort: cells.day,
    id: cells.upstream_id,
    name: cells.name,
    family: cells.family,
    category: cells.category,
    activity: cells.activity,
    composite: cells.composite,
    isPublished: cells.published,
    level: riskLevel(cells.composite),
    dimensions: rebuilt.dimensions,
    size: cells.size_rank,
    atLeastUsd: cells.size_class,
    event,
    lossBase: 1,
    ...lossOf(event, 1),
    ranks,
  }
  return { row, difference: Math.abs(rebuilt.composite - cells.composite) }
}

/** The signals that apply, in the order of the methodology. */
function signalsOf(
  { missing, of_kind, partial }: z.infer<typeof rowSchema>,
  cells: Readonly<Record<string, unknown>>,
): ReadSignal[] {
  const [absent, ofKind, seen] = [missing, of_kind, partial].map((ids) => new Set(ids?.split(' ')))
  return SIGNAL_IDS.flatMap((id): ReadSignal[] => {
    const risk = cells[signalColumn(id)]
    if (absent?.has(id)) return [{ id, basis: 'missing', risk: 0 }]
    if (typeof risk !== 'number') return []
    const basis = ofKind?.has(id) ? 'category' : 'measured'
    return [seen?.has(id) ? { id, basis, risk, seenRisk: risk } : { id, basis, risk }]
  })
}

function tried<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

function notACohort() {
  return usage('This is no cohort as npm run backtest --cohort-out writes it.')
}
