import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { walletPortfolio } from '../../contract/wallet-scan.ts'
import { aProtocol } from '../../dependencies/fixtures/world.ts'
import { buildGraph } from '../../dependencies/graph.ts'
import { nameGraph } from '../../dependencies/named-graph.ts'
import { TABLES } from '../../dependencies/tables.ts'
import {
  covered,
  findingOf,
  legOf,
  portfolios,
  priceOf,
  pricesOf,
  SLUGS,
  scoreOf,
  tokenAt,
} from '../../testing/wallet/portfolios.ts'
import type { Finding, Role } from './finding.ts'
import { createPortfolio, type PortfolioInput } from './portfolio.ts'
import type { FindReceipt } from './token-rows.ts'

const chain = 'Ethereum'

const lends = { holdsAs: 'collateral' } as const
/** Two lenders, the vaults of crvUSD, an exchange, and those that hold nothing here; the tables are the reviewed ones. */
const PROTOCOLS = [
  { id: '1599', slug: 'aave-v3', has: { usdc: 0.3, wsteth: 0.2, susde: 0.1 }, ...lends },
  { id: '4025', slug: 'morpho-blue', has: { susde: 0.5, usdc: 0.25, wsteth: 0.25 }, ...lends },
  { id: '2994', slug: 'crvusd', has: { wsteth: 0.4, eth: 0.6 }, ...lends },
  { id: '3', slug: 'curve-dex', has: { usdc: 0.5, usdt: 0.5 }, holdsAs: 'pool' as const },
  { id: '319', slug: 'convex-finance' },
  { id: '382', slug: 'pendle' },
  { id: '4133', slug: 'ethena-usde' },
  { id: '182', slug: 'lido' },
  { id: '3107', slug: 'eigenlayer' },
]
const slugs = PROTOCOLS.map(({ slug }) => slug)
const GRAPH = nameGraph(
  buildGraph(
    PROTOCOLS.map(({ id, slug, has = null, holdsAs = 'plain' as const }) =>
      aProtocol(id, has, { name: slug, holdsAs }),
    ),
    TABLES,
    '2026-01-02',
  ),
  new Map(PROTOCOLS.map(({ id, slug }) => [id, slug])),
)
const SYMBOLS = ['sUSDe', 'USDC', 'wstETH', 'crvUSD', 'CRV', 'PT-sUSDE-27NOV2025', 'WETH', 'NEW']
const tokenOf = (symbol: string) => tokenAt(SYMBOLS.indexOf(symbol) + 1)
/** Every token is worth a dollar, so amounts are values. */
const PRICES = pricesOf(
  ...SYMBOLS.map(
    (symbol): [{ chain: string; token: string; decimals: number }, ReturnType<typeof priceOf>] => [
      { chain, token: tokenOf(symbol), decimals: 0 },
      priceOf(1),
    ],
  ),
)
/** As contract lists have it: Pendle's token of a maturity. */
const findReceipt: FindReceipt = (_, address) =>
  address === tokenOf('PT-sUSDE-27NOV2025') ? { protocol: 'pendle' } : undefined

const leg = (role: Role, symbol: string, amount: number) =>
  legOf({ role, symbol, token: tokenOf(symbol), amount: BigInt(amount) })

function scan(...findings: Partial<Finding>[]) {
  return walletPortfolio.parse(
    createPortfolio({
      findings: findings.map((each) => ({ chain, finding: findingOf(each) })),
      prices: PRICES,
      scores: new Map(slugs.map((slug, at) => scoreOf(slug, at + 1))),
      coverage: covered([chain, ...slugs]),
      sanctions: { status: 'clear', sources: [] },
      ...{ graph: GRAPH, findReceipt },
    }),
  )
}

type Scan = ReturnType<typeof scan>
type Rows = Record<string, [direct: number, through: number, inAll: number]>

function summaryOf({ riskSummary }: Scan) {
  if (!('standsOn' in riskSummary) || !riskSummary.standsOn) throw new Error('nothing is said')
  return { ...riskSummary.standsOn, exposureUsd: riskSummary.netExposure.usd }
}

/** Dollars by issuer and protocol. */
function rowsOf(found: Scan): Rows {
  const rows = summaryOf(found).issuers.map(({ id, directUsd, throughUsd, usd }) => [
    id,
    [directUsd, throughUsd, usd],
  ])
  return Object.fromEntries(rows)
}

const textsOf = ({ positions }: Scan) =>
  positions.flatMap(({ through }) => through?.needs.map(({ text }) => text) ?? [])

describe('five wallets worked out by hand', () => {
  test('sUSDe of 1,000 at Aave with a debt of 600: all 400 that are left are Aave’s risk, and Ethena’s', () => {
    const found = scan({
      protocol: 'aave-v3',
      legs: [leg('supply', 'sUSDe', 1_000), leg('borrow', 'USDC', 600)],
    })
    // Lido: a fifth of what Aave holds, 0.2 × 1,000. Circle: 0.3 × 1,000 − 600 is a gain, so no row.
    expect(rowsOf(found)).toEqual({
      'aave-v3': [400, 0, 400],
      'ethena-usde': [0, 400, 400],
      lido: [0, 200, 200],
    })
    // Of what Aave holds 0.4 is not known, and 0.1 is sUSDe, whose backing no table has.
    expect(found.positions[0]?.through).toEqual({
      needs: [
        {
          ...{ id: 'ethena-usde', name: 'ethena-usde', isProtocol: true, share: 1, usd: 400 },
          ...{ score: 7, riskLevel: 'high' },
          text: 'If ethena-usde fails, all of it is gone: through sUSDe.',
        },
        {
          ...{ id: 'lido', name: 'lido', isProtocol: true, share: 0.5, usd: 200 },
          ...{ score: 8, riskLevel: 'high' },
          text: 'If lido fails, 50 % of it is gone: through what The aave-v3 holds.',
        },
      ],
      ...{ more: 0, unresolved: 0.5 },
    })
    expect(found.totals).toMatchObject({ suppliedUsd: 1_000, borrowedUsd: 600, netUsd: 400 })
  })

  test('wstETH of 1,000 in a vault on Morpho: Lido’s in full, and what Morpho holds by its share', () => {
    const found = scan({
      ...{ protocol: 'morpho-blue', product: 'vault', market: 'A vault' },
      legs: [leg('supply', 'wstETH', 1_000)],
    })
    // Ethena: 0.5 × 1,000. Circle: 0.25 × 1,000. Lido: its own token, all of it, and not 0.25 more.
    expect(rowsOf(found)).toEqual({
      'morpho-blue': [1_000, 0, 1_000],
      lido: [0, 1_000, 1_000],
      'ethena-usde': [0, 500, 500],
      circle: [0, 250, 250],
    })
    expect(found.positions[0]?.through?.unresolved).toBe(0.5)
  })

  test('a share of a Curve pool of crvUSD 600 and USDC 400, staked in Convex, with 10 CRV to claim', () => {
    const found = scan({
      ...{ protocol: 'convex-finance', product: 'lp', within: 'curve-dex' },
      legs: [leg('stake', 'crvUSD', 600), leg('stake', 'USDC', 400), leg('reward', 'CRV', 10)],
    })
    // Curve: the pool and its own token, 1,000 + 10. Lido: 0.4 of what backs crvUSD, 0.4 × 600. That Curve holds USDT elsewhere is no part of it.
    expect(rowsOf(found)).toEqual({
      'convex-finance': [1_010, 0, 1_010],
      'curve-dex': [0, 1_010, 1_010],
      crvusd: [0, 600, 600],
      circle: [0, 400, 400],
      lido: [0, 240, 240],
    })
    expect(textsOf(found)).toEqual([
      'If curve-dex fails, all of it is gone: it lies there.',
      'If crvusd fails, 59 % of it is gone: through crvUSD.',
      'If Circle fails, 40 % of it is gone: through USDC.',
      'If lido fails, 24 % of it is gone: through crvUSD.',
    ])
  })

  test('a principal token of sUSDe at Pendle is Pendle’s and Ethena’s; the same as collateral at Aave is Aave’s too', () => {
    const pt = 'PT-sUSDE-27NOV2025'
    const held = { protocol: 'pendle', product: 'vault', receiptToken: tokenOf(pt) } as const
    const loose = scan({ ...held, legs: [leg('supply', pt, 1_000)] })
    expect(rowsOf(loose)).toEqual({
      pendle: [1_000, 0, 1_000],
      'ethena-usde': [0, 1_000, 1_000],
    })
    expect(loose.positions[0]?.through?.unresolved).toBe(1)
    const lent = scan({ protocol: 'aave-v3', legs: [leg('collateral', pt, 1_000)] })
    expect(rowsOf(lent)).toEqual({
      'aave-v3': [1_000, 0, 1_000],
      pendle: [0, 1_000, 1_000],
      'ethena-usde': [0, 1_000, 1_000],
    })
    // Both: Pendle 1,000 + 1,000, Ethena 0 + 2,000, of a net exposure of 2,000.
    const both = scan(
      { ...held, legs: [leg('supply', pt, 1_000)] },
      { protocol: 'aave-v3', legs: [leg('collateral', pt, 1_000)] },
    )
    expect(rowsOf(both)).toEqual({
      pendle: [1_000, 1_000, 2_000],
      'ethena-usde': [0, 2_000, 2_000],
      'aave-v3': [1_000, 0, 1_000],
    })
  })

  test('coins of a chain need no other beside where they lie; of a token that no table has it is not known', () => {
    const found = scan(
      { protocol: 'eigenlayer', product: 'staking', legs: [leg('stake', 'WETH', 900)] },
      { protocol: 'beefy', product: 'vault', legs: [leg('supply', 'NEW', 100)] },
      // What a contract on no list says that it holds is in no sum.
      { protocol: 'unlisted', isUnlisted: true, legs: [leg('supply', 'USDC', 5_000)] },
    )
    expect(rowsOf(found)).toEqual({ eigenlayer: [900, 0, 900], beefy: [100, 0, 100] })
    expect(summaryOf(found)).toMatchObject({
      ...{ netUsd: 1_000, exposureUsd: 1_000, unresolved: { issuer: 0.1, final: 0.1 } },
    })
    const through = found.positions.map(({ protocolSlug, through }) => [protocolSlug, through])
    expect(Object.fromEntries(through)).toEqual({
      eigenlayer: { needs: [], more: 0, unresolved: 0 },
      beefy: { needs: [], more: 0, unresolved: 1 },
      unlisted: undefined,
    })
  })
})

test('a receipt of another protocol inside a vault needs that protocol, and what it is redeemed for', () => {
  const address = tokenOf('NEW')
  const receipts: FindReceipt = (_, asked) =>
    asked === address
      ? { protocol: 'morpho-blue', of: { address: tokenOf('wstETH'), symbol: 'wstETH' } }
      : undefined
  const { riskSummary } = createPortfolio({
    findings: [
      { chain, finding: findingOf({ protocol: 'beefy', legs: [leg('supply', 'NEW', 100)] }) },
    ],
    ...{ prices: PRICES, scores: new Map(), coverage: [], graph: GRAPH, findReceipt: receipts },
    sanctions: { status: 'clear', sources: [] },
  })
  const issuers = 'standsOn' in riskSummary ? riskSummary.standsOn?.issuers : []
  expect(issuers?.map(({ id, directUsd, throughUsd }) => [id, directUsd, throughUsd])).toEqual([
    ['beefy', 100, 0],
    ['lido', 0, 100],
    ['morpho-blue', 0, 100],
  ])
})

test('dust and what has sunk need nothing', () => {
  const found = scan(
    { protocol: 'aave-v3', legs: [leg('supply', 'sUSDe', 10_000)] },
    { protocol: 'lido', legs: [leg('stake', 'wstETH', 1)] },
    {
      protocol: 'morpho-blue',
      legs: [leg('collateral', 'wstETH', 100), leg('borrow', 'USDC', 150)],
    },
  )
  expect(found.positions.map(({ through }) => through === undefined)).toEqual([false, true, true])
  expect(rowsOf(found)['aave-v3']).toEqual([10_000, 0, 10_000])
})

const FOR_ANY = nameGraph(
  GRAPH.graph,
  new Map(PROTOCOLS.map(({ id }, at) => [id, SLUGS[at] ?? id])),
)
const withGraph = (input: PortfolioInput) => createPortfolio({ ...input, graph: FOR_ANY })
const issuersOf = ({ riskSummary }: Pick<Scan, 'riskSummary'>) =>
  ('standsOn' in riskSummary && riskSummary.standsOn) || null

describe('of any wallet', () => {
  test('what is direct adds up to the net exposure, nothing needs more than that, and no other field changes', () => {
    fc.assert(
      fc.property(portfolios, (input) => {
        const { positions, riskSummary, ...rest } = walletPortfolio.parse(withGraph(input))
        const bare = createPortfolio(input)
        const { positions: alone, riskSummary: summary, ...others } = bare
        expect(rest).toEqual(others)
        expect(positions.map(({ through: _, ...each }) => each)).toEqual(alone)
        expect({ ...riskSummary, ...('standsOn' in riskSummary && { standsOn: null }) }).toEqual(
          summary,
        )
        const standing = issuersOf({ riskSummary })
        if (!standing || !('netExposure' in riskSummary)) return
        const net = riskSummary.netExposure.usd
        expect(standing.netUsd).toBe(net)
        const slack = net * 1e-4 + 0.01 * positions.length
        const direct = standing.issuers.reduce((sum, { directUsd }) => sum + directUsd, 0)
        expect(Math.abs(direct - net)).toBeLessThanOrEqual(slack)
        for (const { usd, directUsd, throughUsd } of standing.issuers) {
          expect(usd).toBeLessThanOrEqual(net * (1 + 1e-9) + 0.01)
          expect(usd).toBeCloseTo(directUsd + throughUsd, 1)
        }
        const worth = new Map(positions.map(({ id, netUsd }) => [id, netUsd]))
        for (const { id, through } of positions)
          for (const need of through?.needs ?? []) {
            expect(need.share).toBeLessThanOrEqual(1)
            const most = worth.get(id)
            if (most != null) expect(need.usd).toBeLessThanOrEqual(most + 0.01)
          }
      }),
    )
  })

  const wallets = fc.array(
    fc.record({
      protocol: fc.constantFrom('aave-v3', 'morpho-blue', 'convex-finance', 'pendle', 'elsewhere'),
      legs: fc.array(
        fc
          .tuple(
            fc.constantFrom<Role>('supply', 'borrow', 'stake', 'reward'),
            fc.constantFrom(...SYMBOLS),
            fc.integer({ min: 1, max: 1e6 }),
          )
          .map(([role, symbol, amount]) => leg(role, symbol, 2 * amount)),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  )
  const numbered = (findings: Partial<Finding>[]) =>
    findings.map((each, at) => ({ ...each, ref: `${at}` }))

  test('the order of positions changes nothing, and neither does splitting each in two', () => {
    fc.assert(
      fc.property(wallets, (findings) => {
        const whole = numbered(findings)
        const rows = issuersOf(scan(...whole))?.issuers ?? []
        expect(issuersOf(scan(...whole.toReversed()))?.issuers ?? []).toEqual(rows)
        const halves = whole.flatMap(({ legs = [], ...each }) => {
          const half = legs.map((one) => ({ ...one, amount: one.amount / 2n }))
          return ['a', 'b'].map((name) => ({ ...each, ref: `${each.ref}${name}`, legs: half }))
        })
        const split = new Map(
          (issuersOf(scan(...halves))?.issuers ?? []).map((row) => [row.id, row]),
        )
        for (const { id, usd, directUsd } of rows) {
          expect(split.get(id)?.usd).toBeCloseTo(usd, 1)
          expect(split.get(id)?.directUsd).toBeCloseTo(directUsd, 1)
        }
        expect(split.size).toBe(rows.length)
      }),
      { numRuns: 30 },
    )
  })
})
