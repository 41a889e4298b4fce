import * as z from 'zod'
import makeupTable from '../../data/dependencies/makeups.json' with { type: 'json' }
import poolTable from '../../data/dependencies/pools.json' with { type: 'json' }
import sandboxMakeups from '../../data/sandbox/makeups.json' with { type: 'json' }
import type { Makeup } from '../domain/dependency.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import type { HoldsAs, ProtocolInput } from './graph.ts'
import { tokenFinder } from './holdings.ts'
import { lentAssets } from './lent-assets.ts'
import type { DependencyTables } from './tables.ts'
import { venuesOf } from './venues.ts'

const makeups = z.array(
  z.strictObject({
    protocolId: z.string(),
    name: z.string(),
    parts: z
      .array(z.strictObject({ token: z.string(), share: z.number().gt(0).max(1) }))
      .min(1)
      .max(100)
      .refine((parts) => parts.reduce((sum, { share }) => sum + share, 0) <= 1 + 1e-6),
    loans: z
      .strictObject({ countedIn: z.array(z.string()).min(1), custody: z.string().min(1) })
      .optional(),
    source: z.string().min(1),
    day: z.iso.date(),
  }),
)

/** Reviewed make-ups, by protocol id, and those that the sandbox invents, whose ids no protocol has. */
const REVIEWED: ReadonlyMap<string, Makeup> = new Map(
  makeups
    .parse([...makeupTable.rows, ...sandboxMakeups.rows])
    .map(({ protocolId, parts, loans, source, day }) => [
      protocolId,
      {
        parts: parts.map((part) => ({ chain: null, owedShare: null, ...part })),
        ...{ basis: 'curated', source, day },
        ...(loans && { loans }),
      },
    ]),
)

/** Exchanges with pools of more than two tokens, by protocol id. */
const LEGS: ReadonlyMap<string, number> = new Map(
  poolTable.rows.map(({ protocolId, legs }) => [protocolId, legs]),
)

const HOLDS_AS: ReadonlyMap<string, HoldsAs> = new Map([
  ['Lending', 'collateral'],
  ['CDP', 'collateral'],
  ['NFT Lending', 'collateral'],
  ['Uncollateralized Lending', 'collateral'],
  ['Dexs', 'pool'],
])

type Described = Pick<ProtocolRecord, 'id' | 'name' | 'category' | 'facts' | 'tvl'>

/**
 * What the graph reads of one protocol: its make-up as upstream states it, else the reviewed one, else that of its kind. A published loan
 * book comes first, for upstream counts such deposits in the unit that is lent out.
 */
export function inputOf(
  record: Described,
  heldUsd: number | null,
  tables: DependencyTables,
): ProtocolInput {
  const { id, name, category, facts } = record
  const reviewed = REVIEWED.get(id)
  const book = reviewed?.loans && reviewed
  const holdsAs = HOLDS_AS.get(category ?? '') ?? 'plain'
  const legs = LEGS.get(id)
  return {
    ...{ id, name, heldUsd },
    holdsAs,
    ...(legs && { legs }),
    threshold: highestThreshold(facts),
    makeup: book ?? upstreamMakeup(facts) ?? reviewed ?? makeupOfKind(record, tables),
    venues: venuesOf(record, heldUsd),
    lent: holdsAs === 'collateral' ? lentAssets(facts, tokenFinder(tables)) : null,
  }
}

function upstreamMakeup({ assets }: ProtocolRecord['facts']): Makeup | null {
  if (!assets?.known || !assets.value.parts?.length) return null
  return { parts: assets.value.parts, basis: 'upstream', day: assets.asOf, source: assets.source }
}

/** Kinds that hold the coin of each chain they are on. */
const STAKING: ReadonlySet<string> = new Set(['Liquid Staking', 'Staking Pool'])

/** Chains that carry nothing but their coin, as adapters count it. */
const COIN_ONLY: ReadonlySet<string> = new Set(['Bitcoin', 'Zcash', 'Dogecoin', 'Litecoin'])

/** Of a kind that holds one coin on each chain, and of what lies on a chain that has no other; null where it is neither. */
function makeupOfKind({ category, tvl }: Described, tables: DependencyTables): Makeup | null {
  if (!tvl.known) return null
  const held = tvl.value.filter(({ section, usd }) => section === 'tvl' && usd > 0)
  const total = held.reduce((sum, { usd }) => sum + usd, 0)
  const parts = held.flatMap(({ chain, usd }) => {
    const coin = tables.coins.get(chain)
    if (!coin || (!COIN_ONLY.has(chain) && !STAKING.has(category ?? ''))) return []
    const share = Math.floor((usd / total) * 1e6) / 1e6
    return [{ chain, token: coin, share, owedShare: null }]
  })
  return parts.length === 0 ? null : { parts, basis: 'curated', day: tvl.asOf, source: tvl.source }
}

/** The highest share of its value at which a collateral is liquidated; null where a market does not say. */
function highestThreshold({ markets }: ProtocolRecord['facts']): number | null {
  if (!markets?.known) return null
  const read = markets.value.filter(({ unconfirmed }) => !unconfirmed)
  if (read.length === 0 || read.some(({ gap }) => gap !== null)) return null
  const thresholds = read.flatMap(({ liquidationThreshold }) => liquidationThreshold || [])
  return thresholds.length > 0 ? Math.max(...thresholds) : null
}
