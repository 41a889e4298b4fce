import type { ScreenerRow } from '../../contract/responses.ts'
import type { ScreenerIndex } from '../../contract/screener-index.ts'
import { riskLevel } from '../../domain/risk-level.ts'
import { seededRandom } from '../../statistics/random.ts'

const CHAIN_COUNT = 400
const CATEGORY_COUNT = 90

/** A row without scores. */
export function aRow(id: string, given: Partial<ScreenerRow> = {}): ScreenerRow {
  return {
    id,
    slug: id,
    name: id,
    category: null,
    chains: [],
    logoUrl: null,
    url: null,
    twitter: null,
    coverageScore: null,
    assumedDimensions: [],
    compositeScore: null,
    riskLevel: null,
    status: 'active',
    tvlUsd: null,
    tvlAsOf: null,
    scoreHistory: [],
    scoredAt: null,
    creditRisk: null,
    counterpartyRisk: null,
    liquidityRisk: null,
    oracleRisk: null,
    smartContractRisk: null,
    liquidityTrapRisk: null,
    ...given,
  }
}

/** Invented rows in the proportions of a real snapshot (338 scored protocols, June 2026). The same seed gives the same rows. */
export function generateRows(count: number, seed: number): ScreenerRow[] {
  const random = seededRandom(seed)
  const chance = (share: number) => random() < share
  /** Low numbers are frequent, as with real chains and categories. */
  const pick = (size: number) => Math.floor(size * random() ** 3)
  const score = (nullShare: number) =>
    chance(nullShare) ? null : Math.round((1 + (8 * (random() + random())) / 2) * 10) / 10
  return Array.from({ length: count }, (_, at) => {
    const id = `protocol-${at.toString(36).padStart(4, '0')}`
    const compositeScore = score(0.07)
    const scored = compositeScore !== null
    const risk = (nullShare: number) => (scored ? score(nullShare) : null)
    const chainCount = chance(0.6) ? 1 : 1 + Math.floor(24 * random() ** 4)
    const chains = new Set(Array.from({ length: chainCount }, () => chainName(pick(CHAIN_COUNT))))
    return {
      id,
      slug: id,
      name: `${chance(0.5) ? 'Protocol' : 'protocol'} ${pick(count)}`,
      category: chance(0.01) ? null : categoryName(pick(CATEGORY_COUNT)),
      chains: [...chains],
      logoUrl: `https://icons.example.com/${id}.png`,
      url: chance(0.05) ? null : `https://${id}.example.com`,
      twitter: chance(0.2) ? null : id.replace('-', '_'),
      coverageScore: scored ? Math.round(60 * random()) / 10 : null,
      assumedDimensions: [],
      compositeScore,
      riskLevel: compositeScore === null ? null : riskLevel(compositeScore),
      status: 'active',
      tvlUsd: chance(0.02) ? null : Math.round(10 ** (2 + 8 * random()) * 100) / 100,
      tvlAsOf: '2026-06-30',
      scoreHistory: scored ? Array.from({ length: 1 + pick(12) }, () => score(0) ?? 0) : [],
      scoredAt: scored ? '2026-06-30T00:00:00.000Z' : null,
      creditRisk: risk(0.5),
      counterpartyRisk: risk(0.02),
      liquidityRisk: risk(0.1),
      oracleRisk: risk(0.5),
      smartContractRisk: risk(0.01),
      liquidityTrapRisk: risk(0.05),
    }
  })
}

export function chainName(number: number): string {
  return `Chain ${number}`
}

export function categoryName(number: number): string {
  return `Category ${number}`
}

/** Invented TVL of a row by chain, in the order of its chains: all of it on an only chain, and none known on every third. */
export function chainTvlOf({ chains, tvlUsd }: ScreenerRow): (number | null)[] {
  if (chains.length === 1) return [tvlUsd]
  return chains.map((_, at) =>
    tvlUsd === null || at % 3 === 1 ? null : Math.round((tvlUsd * 100) / (at + 2)) / 100,
  )
}

/** The index over rows, as the export makes it. */
export function indexOf(rows: readonly ScreenerRow[]): ScreenerIndex {
  const sorted = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
  const categories = [...new Set(sorted.flatMap(({ category }) => category ?? []))].sort()
  const chains = [...new Set(sorted.flatMap((row) => row.chains))].sort()
  const categoryNumber = new Map(categories.map((name, number) => [name, number]))
  const chainNumber = new Map(chains.map((name, number) => [name, number]))
  const column = <K extends keyof ScreenerRow>(key: K) => sorted.map((row) => row[key])
  return {
    snapshot: '2026-06-30-000000000000',
    asOf: '2026-06-30',
    count: sorted.length,
    categories,
    chains,
    columns: {
      id: column('id'),
      name: column('name'),
      category: sorted.map(({ category }) =>
        category === null ? null : (categoryNumber.get(category) ?? null),
      ),
      chains: sorted.map((row) => row.chains.flatMap((name) => chainNumber.get(name) ?? [])),
      logoUrl: column('logoUrl'),
      url: column('url'),
      twitter: column('twitter'),
      coverageScore: column('coverageScore'),
      assumedDimensions: column('assumedDimensions'),
      compositeScore: column('compositeScore'),
      status: column('status'),
      tvlUsd: column('tvlUsd'),
      tvlAsOf: column('tvlAsOf'),
      chainTvlUsd: sorted.map((row) => (row.chains.length === 1 ? [] : chainTvlOf(row))),
      scoreHistory: column('scoreHistory'),
      scoredAt: column('scoredAt'),
      creditRisk: column('creditRisk'),
      counterpartyRisk: column('counterpartyRisk'),
      liquidityRisk: column('liquidityRisk'),
      oracleRisk: column('oracleRisk'),
      smartContractRisk: column('smartContractRisk'),
      liquidityTrapRisk: column('liquidityTrapRisk'),
    },
  }
}
