import * as z from 'zod'
import baseTable from '../../data/bases.json' with { type: 'json' }
import makeupTable from '../../data/dependencies/makeups.json' with { type: 'json' }
import sandboxMakeups from '../../data/sandbox/makeups.json' with { type: 'json' }
import type { Makeup } from '../domain/dependency.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import type { HoldsAs, ProtocolInput, Venue } from './graph.ts'

const makeups = z.array(
  z.strictObject({
    protocolId: z.string(),
    name: z.string(),
    parts: z
      .array(z.strictObject({ token: z.string(), share: z.number().gt(0).max(1) }))
      .min(1)
      .max(100)
      .refine((parts) => parts.reduce((sum, { share }) => sum + share, 0) <= 1 + 1e-6),
    source: z.string().min(1),
    day: z.iso.date(),
  }),
)

/** Reviewed make-ups, by protocol id, and those that the sandbox invents, whose ids no protocol has. */
const REVIEWED: ReadonlyMap<string, Makeup> = new Map(
  makeups
    .parse([...makeupTable.rows, ...sandboxMakeups.rows])
    .map(({ protocolId, parts, source, day }) => [
      protocolId,
      {
        parts: parts.map((part) => ({ chain: null, owedShare: null, ...part })),
        ...{ basis: 'curated', source, day },
      },
    ]),
)

const VENUES: ReadonlyMap<string, readonly Venue[]> = new Map(
  baseTable.rows.map(({ id, on }) => [id, on]),
)

const HOLDS_AS: ReadonlyMap<string, HoldsAs> = new Map([
  ['Lending', 'collateral'],
  ['CDP', 'collateral'],
  ['NFT Lending', 'collateral'],
  ['Uncollateralized Lending', 'collateral'],
  ['Dexs', 'pool'],
])

/** What the graph reads of one protocol: its make-up as upstream states it, else the reviewed one. */
export function inputOf(
  { id, name, category, facts }: Pick<ProtocolRecord, 'id' | 'name' | 'category' | 'facts'>,
  heldUsd: number | null,
): ProtocolInput {
  return {
    ...{ id, name, heldUsd },
    holdsAs: HOLDS_AS.get(category ?? '') ?? 'plain',
    threshold: highestThreshold(facts),
    makeup: upstreamMakeup(facts) ?? REVIEWED.get(id) ?? null,
    venues: VENUES.get(id) ?? [],
  }
}

function upstreamMakeup({ assets }: ProtocolRecord['facts']): Makeup | null {
  if (!assets?.known || !assets.value.parts?.length) return null
  return { parts: assets.value.parts, basis: 'upstream', day: assets.asOf, source: assets.source }
}

/** The highest share of its value at which a collateral is liquidated; null where a market does not say. */
function highestThreshold({ markets }: ProtocolRecord['facts']): number | null {
  if (!markets?.known) return null
  const read = markets.value.filter(({ unconfirmed }) => !unconfirmed)
  if (read.length === 0 || read.some(({ gap }) => gap !== null)) return null
  const thresholds = read.flatMap(({ liquidationThreshold }) => liquidationThreshold || [])
  return thresholds.length > 0 ? Math.max(...thresholds) : null
}
