import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WalletRiskSummary } from '../../contract/wallet-risk.ts'
import { walletPortfolio } from '../../contract/wallet-scan.ts'
import { legOf, tokenAt } from '../../testing/wallet/portfolios.ts'
import type { Finding, Role, TokenAmount } from './finding.ts'
import { at, leg, loanAt, owed, pledge, staked, walletOf } from './fixtures/own-risk-cases.ts'
import type { HeldToken } from './holdings.ts'
import { createPortfolio } from './portfolio.ts'
import { priceKey } from './price.ts'

type Summary = Exclude<WalletRiskSummary, Record<string, never>>

/** A token of which two sources say 1 and 3 dollars. */
const DISPUTED = tokenAt(90)
const SPAM = tokenAt(91)

const portfolio = (findings: readonly Finding[], holdings: readonly HeldToken[] = []) => {
  const wallet = {
    ...walletOf(findings),
    holdings: holdings.map((held) => ({ chain: 'Ethereum', held })),
  }
  const prices = new Map(wallet.prices).set(
    priceKey({ chain: 'Ethereum', token: DISPUTED, decimals: 6 }),
    { known: false, reason: 'disagreement', source: 'two', most: 3 },
  )
  return walletPortfolio.parse(
    createPortfolio({ ...wallet, prices, isListed: (_, token) => token !== SPAM }),
  )
}

const of = (role: Role, token: string, amount: number, more: Partial<TokenAmount> = {}) =>
  legOf({
    role,
    token,
    symbol: 'X',
    decimals: 6,
    amount: BigInt(Math.round(amount * 1e6)),
    ...more,
  })
const spam = (amount: number) => of('lp', SPAM, amount)

/** All that a person reads first, and all that warns. */
function headline(findings: readonly Finding[], holdings: readonly HeldToken[] = []): object {
  const { portfolioScore, flags, totals, riskSummary, coverage } = portfolio(findings, holdings)
  const { protocols: _, ...summary } = riskSummary as Summary
  return {
    portfolioScore,
    flags,
    complete: totals.complete,
    summary,
    chains: coverage.map(({ status }) => status),
  }
}

describe('what strangers can have sent', () => {
  const own = [staked(90_000), at('aave', [leg('supply', 'USDC', 10_000)])]
  const sent = [
    at('hydra', [leg('lp', 'USDC', 0.5), spam(1e9)], { ref: '1', inRange: false }),
    at('raft', [spam(1e9)], { ref: '2' }),
    at('unlisted' as 'raft', [leg('supply', 'USDC', 1e6)], { isUnlisted: true, ref: '3' }),
    at('lido', [leg('stake', 'USDC', 5, { isUnread: true })], { ref: '4' }),
  ]

  test('is counted and explained at the end, and changes nothing else', () => {
    const { positions, folded, totals } = portfolio([...sent, ...own])
    expect(positions.map((each) => each.folded ?? each.protocolSlug)).toEqual([
      ...['lido', 'aave', 'unlisted', 'unpriced', 'unpriced', 'unpriced'],
    ])
    expect(folded).toEqual({
      count: 4,
      usd: 1_000_000.5,
      reasons: [
        {
          ...{ reason: 'unlisted', count: 1, usd: 1e6 },
          text: '1 position in a contract on no list, which says that it holds $1.00m: in no sum.',
        },
        {
          ...{ reason: 'unpriced', count: 3, usd: 0.5 },
          text: '3 positions of which a part has no price; the sums have the other part, $0.50.',
        },
      ],
    })
    expect(totals).toMatchObject({ suppliedUsd: 100_000.5, complete: true })
    expect(headline([...own, ...sent])).toEqual(headline(own))
    expect(portfolio(own).folded).toBeNull()
  })

  test('is said in the number of the positions, and of what has no price no sum is named', () => {
    const textsOf = (...findings: Finding[]) =>
      portfolio([...own, ...findings]).folded?.reasons.map(({ text }) => text)
    const vault = (ref: string) =>
      at('unlisted' as 'raft', [leg('supply', 'USDC', 50)], { isUnlisted: true, ref })
    expect(textsOf(vault('1'), vault('2'))).toEqual([
      '2 positions in contracts on no list, which say that they hold $100: in no sum.',
    ])
    for (const legs of [[spam(1)], [spam(1), leg('supply', 'USDC', 0)]])
      expect(textsOf(at('raft', legs))).toEqual(['1 position without a price: in no sum.'])
    expect(textsOf(at('raft', [leg('supply', 'USDC', 0.5)]))).toEqual([
      '1 position at a protocol with less than $100: $0.50, which the sums have.',
    ])
  })

  test('is not what has a price of a hundredth of the wallet, a list, a debt or a source that failed', () => {
    const flagsWith = (finding: Finding) => portfolio([...own, finding]).flags
    const dark = leg('supply', 'DARK', 1)
    expect(flagsWith(at('hydra', [leg('lp', 'USDC', 1_100), spam(1)]))).toContain(
      'unpriced-position',
    )
    expect(flagsWith(at('lido', [dark]))).toEqual(['unpriced-position'])
    expect(flagsWith(at('lido', [of('borrow', SPAM, 1)]))).toEqual(['unpriced-position'])
    expect(flagsWith(at('lido', [of('supply', DISPUTED, 400)]))).toContain('price-disagreement')
    expect(flagsWith(at('lido', [of('supply', DISPUTED, 300)]))).toEqual([])
    expect(portfolio([at('lido', [dark])]).totals.complete).toBe(false)
  })

  test('in one market counts together', () => {
    const half = (ref: string) =>
      at('hydra', [leg('lp', 'USDC', 600), spam(1)], { ref, market: 'pool' })
    expect(portfolio([...own, half('1'), half('2')]).flags).toContain('unpriced-position')
    expect(portfolio([...own, half('1')]).flags).not.toContain('unpriced-position')
  })
})

/** Parts of a wallet in twentieths of a million, so that none is near the floor of a flag, and none is half of the wallet. */
const part = fc.record({
  units: fc.integer({ min: 1, max: 9 }).map((odd) => odd * 50_000),
  kind: fc.constantFrom('stake', 'supply', 'loan', 'locked', 'risky', 'unscored', 'range'),
})

function held({ units, kind }: { units: number; kind: string }, n: number): Finding {
  const ref = `own ${n}`
  const usdc = [leg('supply', 'USDC', units)]
  if (kind === 'supply') return at('aave', usdc, { ref })
  if (kind === 'loan')
    return loanAt(
      'aave',
      [pledge('WBTC', (units * 5) / 100_000), owed('USDC', units * 4)],
      { ltv: 0.8, limit: 0.86 },
      { ref },
    )
  if (kind === 'locked')
    return at('queue', usdc, { ref, withdrawal: { unlocksAt: null, isClaimable: false } })
  if (kind === 'risky') return at('hydra', usdc, { ref })
  if (kind === 'unscored') return at('raft', usdc, { ref })
  if (kind === 'range') return at('perps', usdc, { ref, inRange: false })
  return at('lido', usdc, { ref })
}

const wallets = fc
  .array(part, { minLength: 1, maxLength: 6 })
  .filter((parts) => (parts.reduce((sum, { units }) => sum + units, 0) / 50_000) % 2 === 1)
  .map((parts) => parts.map(held))

const SLUGS = ['aave', 'lido', 'perps', 'hydra', 'queue', 'raft'] as const
const plantedAt = fc.constantFrom(...SLUGS)
const any = fc.double({ min: 1, max: 1e12, noNaN: true })
const change = fc.constantFrom<Partial<Finding>>(
  {},
  { inRange: false },
  { healthFactor: 0.5 },
  { market: 'pool' },
  { withdrawal: { unlocksAt: null, isClaimable: false } },
)

/** Of no known price, whatever it says of itself. */
const worthless = fc.oneof(
  fc
    .tuple(any, any)
    .map(([a, b]): [string, TokenAmount[], Partial<Finding>] => [
      'unlisted',
      [leg('supply', 'USDC', a), leg('lp', 'DARK', b)],
      { isUnlisted: true },
    ]),
  fc
    .tuple(plantedAt, any)
    .map(([slug, a]): [string, TokenAmount[], Partial<Finding>] => [
      slug,
      [spam(a), leg('lp', 'USDC', 0, { amount: 1n })],
      {},
    ]),
  fc
    .tuple(plantedAt, any)
    .map(([slug, a]): [string, TokenAmount[], Partial<Finding>] => [
      slug,
      [of('reward', SPAM, a)],
      {},
    ]),
)

/** Worth up to a few dollars. */
const cheap = fc
  .record({
    slug: plantedAt,
    dollars: fc.double({ min: 0, max: 5, noNaN: true }),
    how: fc.constantFrom('priced', 'unread', 'disputed', 'with spam'),
    debt: fc.boolean(),
  })
  .map(({ slug, dollars, how, debt }): [string, TokenAmount[], Partial<Finding>] => [
    slug,
    [
      how === 'disputed'
        ? of('supply', DISPUTED, dollars / 3)
        : leg('supply', 'USDC', dollars, how === 'unread' ? { isUnread: true } : {}),
      ...(how === 'with spam' ? [spam(dollars * 1e9)] : []),
      ...(debt ? [owed('USDC', dollars * 0.99)] : []),
    ],
    {},
  ])

const planting = (what: typeof worthless) =>
  fc
    .array(fc.tuple(what, change), { minLength: 1, maxLength: 6 })
    .map((rows) =>
      rows.map(([[slug, legs, more], change], n) =>
        at(slug as (typeof SLUGS)[number], legs, { ...change, ...more, ref: `sent ${n}` }),
      ),
    )

describe('whatever is in a wallet', () => {
  test('things of no known price change nothing of its headline, whatever they say of themselves', () => {
    fc.assert(
      fc.property(wallets, planting(worthless), (own, sent) => {
        expect(headline([...sent, ...own])).toEqual(headline(own))
        const [before, after] = [portfolio(own), portfolio([...own, ...sent])]
        const { byChain: _, byProtocol: __, ...sums } = before.totals
        expect(after.totals).toMatchObject(sums)
        expect(after.folded?.count).toBe(sent.length)
      }),
    )
  })

  test('tokens of no known price that are sent to it itself change nothing but their own rows', () => {
    const plain = (token: string) => (amount: bigint, n: number) => ({
      ...{ token: `${token}${n}`, symbol: 'X', decimals: 6, amount, pricedAs: token },
    })
    const sent = fc.array(
      fc.oneof(
        fc.bigInt({ min: 1n, max: 10n ** 30n }).map((amount) => ({ of: plain(SPAM), amount })),
        // Less than a dollar at the higher of its two prices.
        fc.bigInt({ min: 1n, max: 300_000n }).map((amount) => ({ of: plain(DISPUTED), amount })),
      ),
      { minLength: 1, maxLength: 4 },
    )
    const coin = { token: null, symbol: 'ETH', decimals: 6, amount: 5_000_000n, pricedAs: '' }
    const eth = leg('supply', 'ETH', 1).token
    const coins = fc.constantFrom<HeldToken[]>([], [{ ...coin, pricedAs: eth }])
    fc.assert(
      fc.property(wallets, coins, sent, (own, held, rows) => {
        const all = [...held, ...rows.map(({ of, amount }, n) => of(amount, n))]
        expect(headline(own, all)).toEqual(headline(own, held))
        const [before, after] = [portfolio(own, held), portfolio(own, all)]
        const { counts: _, ...sums } = before.totals
        expect(after.totals).toMatchObject(sums)
        expect(after.holdings).toHaveLength(before.holdings.length + rows.length)
      }),
    )
  })

  test('a few dollars raise and lower no flag or warning, and move no score by more than its rounding', () => {
    fc.assert(
      fc.property(wallets, planting(cheap), (own, sent) => {
        const [before, after] = [portfolio(own), portfolio([...own, ...sent])]
        const [one, two] = [before.riskSummary, after.riskSummary] as [Summary, Summary]
        expect(after.flags).toEqual(before.flags)
        expect(two.warnings.map(({ flag }) => flag)).toEqual(one.warnings.map(({ flag }) => flag))
        expect(after.totals.complete).toBe(before.totals.complete)
        expect(two.minHealthFactor).toBe(one.minHealthFactor)
        expect(two.own?.riskLevel).toBe(one.own?.riskLevel)
        for (const key of ['weightedScore', 'concentration', 'scoredShare'] as const) {
          expect(two[key] === null).toBe(one[key] === null)
          expect(Math.abs((two[key] ?? 0) - (one[key] ?? 0))).toBeLessThanOrEqual(0.1001)
        }
      }),
    )
  })
})
