import type * as z from 'zod'
import type { Address } from '../../chains/address.ts'
import { BodyFailure, type Fetch, readBody } from '../../chains/nodes/read-body.ts'
import { parseOutsideJson } from '../../domain/json.ts'
import type { Finding } from '../model/finding.ts'
import { mapPerps, mapSpot, mapStaking, mapVaults } from './map.ts'
import { modeSchema, perpsSchema, spotSchema, stakingSchema, vaultsSchema } from './schema.ts'

/** The answer for a trader with a position in every market has about 150 KB. */
const MAX_BYTES = 2 * 1024 * 1024

export const PARTS = ['perps', 'spot', 'vaults', 'staking'] as const
export type HyperliquidPart = (typeof PARTS)[number]

export interface InfoOptions {
  fetch: Fetch
  url: string
  /** The deadline: parts that are not read by then have failed. */
  signal: AbortSignal
  /** Milliseconds since 1970. */
  nowMs: number
}

/** What was found at the exchange. `failed` lists the parts that could not be read and may hold positions. */
export interface HyperliquidReading {
  findings: Finding[]
  failed: { part: HyperliquidPart; reason: 'timeout' | 'unreachable' | 'malformed' | 'stale' }[]
}

/** Blocks take 0.1 s; the rest allows for delays of the API and an inexact clock here. */
const MAX_LAG_MS = 120_000
const MAX_AHEAD_MS = 60_000

/**
 * Positions of an account at Hyperliquid, from its info API: perpetuals, spot balances, vaults and staking, each read independently.
 * If the time of the exchange is too far from ours, all parts are `stale`. Never rejects.
 */
export async function readHyperliquid(
  owner: Address,
  options: InfoOptions,
): Promise<HyperliquidReading> {
  const ask = <Schema extends z.ZodType>(type: string, schema: Schema) =>
    askInfo({ type, user: owner }, schema, options)
  const account = ask('clearinghouseState', perpsSchema)
  const parts: Record<HyperliquidPart, Promise<Finding[]>> = {
    perps: Promise.all([account, ask('userAbstraction', modeSchema)]).then(([perps, mode]) =>
      mapPerps(perps, mode),
    ),
    spot: ask('spotClearinghouseState', spotSchema).then(mapSpot),
    vaults: ask('userVaultEquities', vaultsSchema).then(mapVaults),
    staking: ask('delegatorSummary', stakingSchema).then(mapStaking),
  }
  const settled = await Promise.allSettled(PARTS.map((part) => parts[part]))
  const { time = options.nowMs } = await account.catch(() => ({ time: undefined }))
  const age = options.nowMs - time
  if (age > MAX_LAG_MS || age < -MAX_AHEAD_MS) {
    return { findings: [], failed: PARTS.map((part) => ({ part, reason: 'stale' })) }
  }
  const reading: HyperliquidReading = { findings: [], failed: [] }
  for (const [at, part] of PARTS.entries()) {
    const outcome = settled[at]
    if (outcome?.status === 'fulfilled') reading.findings.push(...outcome.value)
    else reading.failed.push({ part, reason: reasonOf(outcome?.reason) })
  }
  return reading
}

class Malformed extends Error {
  override name = 'Malformed'
}

async function askInfo<Schema extends z.ZodType>(
  body: { type: string; user: Address },
  schema: Schema,
  { url, ...options }: InfoOptions,
): Promise<z.infer<Schema>> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  }
  const { status, bytes } = await readBody(url, init, { ...options, maxBytes: MAX_BYTES })
  if (status !== 200) throw new Error(`status ${status}`)
  const parsed = schema.safeParse(parseOutsideJson(new TextDecoder().decode(bytes)))
  if (!parsed.success) throw new Malformed(`${body.type}: ${parsed.error.message}`)
  return parsed.data
}

function reasonOf(error: unknown): 'timeout' | 'unreachable' | 'malformed' {
  if (error instanceof Malformed) return 'malformed'
  if (!(error instanceof BodyFailure)) return 'unreachable'
  switch (error.kind) {
    case 'timeout':
      return 'timeout'
    case 'broken':
      return 'unreachable'
    case 'too-long':
      return 'malformed'
  }
}
