import fc from 'fast-check'
import type { WalletCoverage, WalletDimensions } from '../../contract/wallet-scan.ts'
import { known } from '../../domain/reading.ts'
import { riskLevel } from '../../domain/risk-level.ts'
import { type Finding, PRODUCTS, ROLES, type TokenAmount } from '../../wallet/model/finding.ts'
import type { PortfolioInput } from '../../wallet/model/portfolio.ts'
import type { ChainFinding } from '../../wallet/model/position.ts'
import { type Price, type PricedToken, priceKey } from '../../wallet/model/price.ts'
import type { ProtocolScore } from '../../wallet/model/protocol-scores.ts'

export const TODAY = '2026-11-21'
export const CHAINS = ['Ethereum', 'Base']
export const SLUGS = ['auk-lend', 'tern-swap', 'gannet-stake', 'shag-vault']

/** Token `1`, `2`, … of the tests. */
export const tokenAt = (index: number) => `0x${index.toString(16).padStart(40, '0')}`

export function legOf(change: Partial<TokenAmount> = {}): TokenAmount {
  return { role: 'supply', token: tokenAt(1), symbol: 'ONE', decimals: 0, amount: 1n, ...change }
}

export function findingOf(change: Partial<Finding> = {}): Finding {
  return {
    protocol: 'auk-lend',
    product: 'lending',
    market: null,
    ref: null,
    receiptToken: null,
    legs: [legOf()],
    healthFactor: null,
    inRange: null,
    perp: null,
    source: 'onchain',
    ...change,
  }
}

/** A price that an oracle confirms, unless it is said to stand alone. */
export function priceOf(usd: number, isAlone = false): Price {
  return {
    ...known(usd, TODAY, 'defillama'),
    ...(!isAlone && { confirmedBy: 'aave-oracle' }),
  }
}

export function pricesOf(...prices: [PricedToken, Price][]): Map<string, Price> {
  return new Map(prices.map(([token, price]) => [priceKey(token), price]))
}

export function scoreOf(slug: string, score: number | null): [string, ProtocolScore] {
  const dimensions: WalletDimensions = {
    credit: null,
    counterparty: score,
    liquidity: score,
    oracle: score,
    smartContract: score,
    liquidityTrap: score,
  }
  const risk = score !== null && {
    score,
    riskLevel: riskLevel(score),
    scoredAt: '2026-11-20T00:00:00.000Z',
    dimensions,
  }
  return [slug, { slug, name: `The ${slug}`, risk: risk || null }]
}

export function covered(...chains: [chain: string, ...slugs: string[]][]): WalletCoverage[] {
  return chains.map(([chain, ...slugs]) => ({
    chain,
    status: 'ok',
    block: null,
    protocols: slugs.map((id) => ({ id, status: 'ok' })),
  }))
}

const usd = fc.oneof(
  fc.double({ min: 1e-15, max: 10, noNaN: true }),
  fc.double({ min: 1, max: 1e7, noNaN: true }),
)
const decimals = fc.constantFrom(0, 6, 8, 18)
/** Now and then an impossible one: the contract that reports it may lie. */
const amount = fc.oneof(
  { weight: 30, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 24n }) },
  { weight: 5, arbitrary: fc.constant(0n) },
  { weight: 1, arbitrary: fc.constant(-1n) },
)
const legs = fc.array(
  fc
    .tuple(fc.constantFrom(...ROLES), fc.integer({ min: 1, max: 4 }), decimals, amount)
    .map(([role, index, places, amount]) =>
      legOf({ role, token: tokenAt(index), decimals: places, amount }),
    ),
  { maxLength: 4 },
)

/** Numbers of a protocol may be anything at all. */
const stated = fc.oneof(fc.constant(null), fc.double())
const perp = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      side: fc.constantFrom('long' as const, 'short' as const),
      sizeUsd: stated,
      leverage: stated,
      entryPrice: stated,
      liquidationPrice: stated,
      pnlUsd: stated,
      pnlInNet: fc.option(fc.boolean()),
    }),
  },
)

const chainFinding: fc.Arbitrary<ChainFinding> = fc.record({
  // The last one is not among the chains that were read.
  chain: fc.constantFrom(...CHAINS, ...CHAINS, ...CHAINS, 'Scroll'),
  finding: fc
    .record({
      protocol: fc.constantFrom(...SLUGS),
      product: fc.constantFrom(...PRODUCTS),
      market: fc.constantFrom(null, 'core', ''),
      ref: fc.constantFrom(null, '7'),
      legs,
      healthFactor: fc.oneof(fc.constant(null), fc.double({ min: 0 })),
      inRange: fc.constantFrom(null, true, false),
      perp,
      source: fc.constantFrom('onchain', 'provider:jupiter'),
    })
    .map((change) => findingOf(change)),
})

const price: fc.Arbitrary<Price> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(usd, fc.boolean()).map(([each, isAlone]) => priceOf(each, isAlone)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Price>(
      { known: false, reason: 'not-covered', source: 'defillama' },
      { known: false, reason: 'disagreement', source: 'defillama, aave-oracle' },
    ),
  },
)

const prices = fc
  .tuple(
    ...CHAINS.flatMap((chain) =>
      [1, 2, 3, 4].map((index) => fc.tuple(fc.constant({ chain, index }), price)),
    ),
  )
  .map((rows) =>
    pricesOf(
      ...rows.flatMap(([{ chain, index }, each]) =>
        [0, 6, 8, 18].map((places): [PricedToken, Price] => [
          { chain, token: tokenAt(index), decimals: places },
          each,
        ]),
      ),
    ),
  )

const scores = fc
  .tuple(...SLUGS.map(() => fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 100 }))))
  .map((given) => new Map(SLUGS.map((slug, at) => scoreOf(slug, tenth(given[at] ?? null)))))

const tenth = (value: number | null) => (value === null ? null : value / 10)

const coverage: fc.Arbitrary<WalletCoverage[]> = fc
  .tuple(
    ...CHAINS.map(() =>
      fc.constantFrom('ok' as const, 'ok' as const, 'ok' as const, 'timeout' as const),
    ),
  )
  .map((statuses) =>
    covered(...CHAINS.map((chain): [string, ...string[]] => [chain, ...SLUGS])).map((each, at) => ({
      ...each,
      status: statuses[at] ?? 'ok',
    })),
  )

/** Any wallet: some prices missing, some protocols without a score, some chains not read. */
export const portfolios: fc.Arbitrary<PortfolioInput> = fc.record({
  findings: fc.array(chainFinding, { maxLength: 8 }),
  prices,
  scores,
  coverage,
  sanctions: fc
    .constantFrom('clear', 'listed', 'unknown')
    .map((status) => ({ status, sources: [] })),
})
