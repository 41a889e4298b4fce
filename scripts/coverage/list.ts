import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { usage } from '../../src/domain/errors.ts'
import leftOut from './left-out.json' with { type: 'json' }

/** A row of DefiLlama's list of protocols, as far as it is used here. */
export const listRow = z.looseObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  category: z.string().nullish(),
  tvl: z.number().nullish(),
  chains: z.array(z.string()).default([]),
  chainTvls: z.record(z.string(), z.unknown()).default({}),
})
export type ListRow = z.infer<typeof listRow>

const share = z.number().min(0).max(1)

const largeRow = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  category: z.string(),
  /** In millions of US dollars. */
  tvl: z.number(),
  /** Of its TVL, by the list's name of the chain. Amounts borrowed or staked stand beside the TVL and are no part of it. */
  chains: z.record(z.string(), share),
  /** What is staked of its own token, as a share of that and the TVL. */
  ownToken: share,
  /** Where people hold it, where the list has the chain of its reserve instead. */
  reserve: z.string().optional(),
})
export type LargeRow = z.infer<typeof largeRow>

/** `data/wallet/largest-protocols.json`: what the table needs of a list. */
export const largestFile = z.strictObject({
  source: z.string(),
  day: z.iso.date(),
  protocols: z.array(largeRow),
  /** Protocols as large as these that are left out one by one, or by a category of which the TVL is that of others. */
  leftOut: z.array(z.strictObject({ name: z.string(), tvl: z.number(), why: z.string() })),
})
export type Largest = z.infer<typeof largestFile>

const CATEGORIES: Partial<Record<string, string>> = leftOut.categories
const PROTOCOLS: Partial<Record<string, string>> = leftOut.protocols
/** Tokens that people hold on other chains than that of the reserve, by slug. */
const RESERVES: Partial<Record<string, { text: string; held: Record<string, number> }>> =
  leftOut.reserves
/** What no one takes for a protocol. */
const UNNAMED = ['CEX', 'Chain', 'Bridge', 'Canonical Bridge', 'Cross Chain Bridge']

/** The rows of a saved list. */
export function readList(file: string): ListRow[] {
  try {
    return z
      .array(listRow)
      .min(1)
      .parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw usage(
      `${file} is not DefiLlama's list of protocols. Save https://api.llama.fi/protocols as it is.`,
    )
  }
}

/** The largest protocols of a list that people can hold something at, each TVL once. Pure. */
export function largestOf(
  rows: readonly ListRow[],
  count: number,
): Pick<Largest, 'protocols' | 'leftOut'> {
  const bySize = rows
    .filter(({ tvl }) => (tvl ?? 0) > 0)
    .sort((a, b) => (b.tvl ?? 0) - (a.tvl ?? 0))
    .map((row) => ({ row, why: PROTOCOLS[row.slug] ?? CATEGORIES[row.category ?? ''] }))
  const held = bySize.filter(({ why }) => why === undefined).slice(0, count)
  const least = held.at(-1)?.row.tvl ?? 0
  return {
    protocols: held.map(({ row }) => largeRowOf(row)),
    leftOut: bySize.flatMap(({ row: { name, tvl, category }, why }) =>
      why && (tvl ?? 0) >= least && !UNNAMED.includes(category ?? '')
        ? [{ name, tvl: millions(tvl), why }]
        : [],
    ),
  }
}

function largeRowOf({ id, slug, name, category, tvl, chains, chainTvls }: ListRow): LargeRow {
  const amount = (key: string): number => {
    const value = chainTvls[key]
    return typeof value === 'number' && value > 0 ? value : 0
  }
  const total = chains.reduce((sum, chain) => sum + amount(chain), 0)
  const shares = chains.map((chain) => [chain, rounded(amount(chain) / (total || 1))] as const)
  const staked = amount('staking')
  const reserve = RESERVES[slug]
  return {
    id,
    slug,
    name,
    category: category ?? '',
    tvl: millions(tvl),
    chains: reserve?.held ?? Object.fromEntries(shares.filter(([, part]) => part >= 0.001)),
    ownToken: rounded(staked / (staked + (tvl ?? 0))),
    ...(reserve && { reserve: reserve.text }),
  }
}

function millions(usd: number | null | undefined): number {
  return Math.round((usd ?? 0) / 1e6)
}

function rounded(part: number): number {
  return Number(part.toFixed(3))
}
