import { describe, expect, test } from 'vitest'
import { missing } from '../domain/reading.ts'
import { freeAfter, roomLoss } from './beyond.ts'
import { aLentAsset } from './fixtures/lent-asset.ts'
import truth from './fixtures/truth.json' with { type: 'json' }
import { aProtocol, TABLES as SOME_TABLES, someTables } from './fixtures/world.ts'
import { buildGraph, type ProtocolInput } from './graph.ts'
import { holdingsOf, tokenFinder } from './holdings.ts'
import { inputOf } from './inputs.ts'
import { stress } from './stress.ts'
import { type DependencyTables, TABLES } from './tables.ts'

// Five cases in which others were hurt: what the graph of the day before says, beside what came.

const DAY = '2026-01-02'
const lossesOf = (
  protocols: ProtocolInput[],
  shocks: Record<string, number>,
  tables: DependencyTables,
) => stress(buildGraph(protocols, tables, DAY), new Map(Object.entries(shocks))).losses

/** A make-up by token where shares are by issuer: any token of an issuer will do, as a shock is of the issuer. */
const byToken = (shares: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(shares).map(([issuer, share]) => [
      [...TABLES.tokens.values()].find((row) => row.issuer === issuer)?.symbols[0] ?? issuer,
      share,
    ]),
  )

describe('USR, 22 March 2026: one key minted 80 million without backing', () => {
  const { shares, heldUsd, threshold, price, badDebtUsd, tvlAfterUsd, freeStablecoinsUsd } =
    truth.usr
  const lender = { holdsAs: 'collateral', threshold } as const
  const protocols = [
    aProtocol('fluid', byToken(shares), lender),
    aProtocol('aave', byToken({ resolv: 0 }), lender),
  ]
  const lossesAt = (worth: number) => lossesOf(protocols, { resolv: 1 - worth }, TABLES)

  test.each(price)('at a price of %d, the bad debt of Fluid was within the bounds', (worth) => {
    const { low = Number.NaN, high = Number.NaN } = lossesAt(worth).get('fluid') ?? {}
    for (const usd of badDebtUsd) {
      expect(usd).toBeGreaterThanOrEqual(low * heldUsd)
      expect(usd).toBeLessThanOrEqual(high * heldUsd)
    }
  })

  test('the upper bounds are 35.6 and 22.8 of the 45.6 million that Fluid held', () => {
    const bounds = price.map((worth) => (lossesAt(worth).get('fluid')?.high ?? 0) * heldUsd)
    expect(bounds).toEqual([expect.closeTo(35.6e6, -6), expect.closeTo(22.8e6, -6)])
    expect((lossesAt(0).get('fluid')?.atStake ?? 0) * heldUsd).toBeCloseTo(45.6e6, -6)
  })

  test('Aave, which held none, is not among those who lose', () => {
    expect(lossesAt(0).has('aave')).toBe(false)
  })

  test('a third of Fluid left within a day: that is a run, more than all that was at stake, and took what was free', () => {
    const left = 1 - tvlAfterUsd / heldUsd
    expect(left).toBeCloseTo(0.345, 3)
    expect(left).toBeGreaterThan(lossesAt(0).get('fluid')?.atStake ?? 0)
    const [before = 0, after = 0] = freeStablecoinsUsd
    const free = [aLentAsset('usdc', { freeUsd: before })]
    const run = freeAfter({ lent: free, heldUsd }, () => 0) ?? 0
    // More than the free stablecoins wanted to leave, and 85 % of those did.
    expect(left * heldUsd).toBeGreaterThan(run)
    expect((before - after) / run).toBeCloseTo(0.846, 3)
  })
})

describe('rsETH, 18 April 2026: a forged message released what a bridge had locked', () => {
  const { shareOfSupplyReleased, badDebtUsd, putUpUsd, loanToValue, borrowedUsd } = truth.rseth
  const { suppliedToAaveUsd, leftFluid } = truth.rseth
  const aave = aProtocol('aave', { RSETH: 1 }, { holdsAs: 'collateral' })
  const remote = aProtocol('remote', { WRSETH: 1 })

  test('the bridge costs those who hold the claim on another chain; what Aave held of it says nothing', () => {
    const found = lossesOf([aave, remote], { layerzero: shareOfSupplyReleased }, SOME_TABLES)
    expect(found.get('remote')).toMatchObject({
      ...{ low: expect.closeTo(0.18, 9), high: expect.closeTo(0.18, 9) },
    })
    expect(found.has('aave')).toBe(false)
  })

  test('room says it: what was put up could cost 224 million, 209 in the usual mode, and 190 were borrowed', () => {
    // How much ether was free is in no report; all of it was used in the end.
    const roomOf = (usd: number) => {
      const lent = [
        aLentAsset('rseth', { roomUsd: usd, freeUsd: 0 }),
        aLentAsset('eth', { freeUsd: 1e9 }),
      ]
      const failing = aProtocol('aave', { RSETH: 0 }, { holdsAs: 'collateral', lent, heldUsd: 1e9 })
      const graph = buildGraph([failing], SOME_TABLES, DAY)
      return stress(graph, new Map([['kelp', 1]])).beyond.get('aave')?.roomUsd ?? 0
    }
    expect(roomOf(putUpUsd)).toBe(putUpUsd)
    const usual = roomOf(putUpUsd * loanToValue)
    expect(usual).toBeCloseTo(208.3e6, -5)
    expect(usual).toBeGreaterThan(borrowedUsd)
    const [least = 0, most = 0] = badDebtUsd
    expect(usual).toBeGreaterThan(least)
    // The larger figure is by another account of who bears it; the bound in full is near it.
    expect(usual).toBeLessThan(most)
  })

  test('a fifth of Aave left, and of Fluid, which had no bad debt, 17.5 %: that is a run, more than all that was at stake', () => {
    const [before = 0, after = 0] = suppliedToAaveUsd
    const protocols = [
      aProtocol('aave', { RSETH: putUpUsd / before }, { holdsAs: 'collateral' }),
      aProtocol('fluid', byToken(truth.usr.shares), { holdsAs: 'collateral' }),
    ]
    const found = lossesOf(protocols, { kelp: 1 }, TABLES)
    expect(found.get('aave')?.atStake).toBeCloseTo(0.005, 3)
    expect(1 - after / before).toBeGreaterThan(found.get('aave')?.atStake ?? Number.NaN)
    expect(found.get('fluid')?.atStake).toBeCloseTo(0.002, 9)
    expect(leftFluid).toBeGreaterThan(found.get('fluid')?.atStake ?? Number.NaN)
  })

  test('if the holders on the main chain bear it, a lender loses at most its share of what was released', () => {
    const found = lossesOf([aave], { kelp: shareOfSupplyReleased }, SOME_TABLES)
    expect(found.get('aave')).toMatchObject({ low: 0, high: expect.closeTo(0.18, 9) })
  })
})

describe('USDC, 11 March 2023: a part of the reserves could not be reached', () => {
  const { price, shareOfDai, lowestPriceOfDai, frax, threePool } = truth.usdc
  const { collateralRatio, decentralizationRatio } = frax
  // What is in no decentralized asset is in dollars of issuers: in shares of the 3pool at least, in USDC at most.
  const shareOfFrax = collateralRatio - decentralizationRatio
  const tablesOf = (share: number) =>
    someTables({
      usdc: ['circle', null],
      usdt: ['tether', null],
      dai: ['maker', [{ token: 'usdc', share }]],
      '3crv': [
        'curve',
        Object.entries(threePool.before).map(([token, share]) => ({ token, share })),
      ],
      frax: ['frax', [{ token: 'usdc', share: shareOfFrax }]],
      pooled: ['frax', [{ token: '3crv', share: shareOfFrax }]],
    })
  const cases = price.flatMap((worth) => shareOfDai.map((share) => [worth, share] as const))

  test.each(cases)(
    'at a price of %d, DAI loses %d of that as fair value, and its price fell further',
    (worth, share) => {
      const holder = aProtocol('holder', { DAI: 1 })
      const loss = lossesOf([holder], { circle: 1 - worth }, tablesOf(share)).get('holder')
      const fair = expect.closeTo(share * (1 - worth), 9)
      expect(loss).toMatchObject({ first: 0, low: fair, high: fair })
      for (const lowest of lowestPriceOfDai) expect(loss?.high).toBeLessThan(1 - lowest)
    },
  )

  test.each(cases)(
    'at a price of %d, with %d of DAI in USDC, FRAX loses 30 to 68 % as fair value; it fell further, as its issuer counted USDC at one dollar, but not below USDC',
    (worth, share) => {
      const holders = [aProtocol('usdc', { FRAX: 1 }), aProtocol('3crv', { POOLED: 1 })]
      const found = lossesOf(holders, { circle: 1 - worth }, tablesOf(share))
      const [least = 0, most = 0] = ['3crv', 'usdc'].map((id) => found.get(id)?.high)
      expect(least / (1 - worth)).toBeCloseTo(0.31, 1)
      expect(most / (1 - worth)).toBeCloseTo(0.68, 2)
      for (const lowest of frax.lowestPrice) {
        expect(1 - lowest).toBeGreaterThan(most)
        expect(lowest).toBeGreaterThanOrEqual(Math.min(...price))
      }
    },
  )

  const atWorst = cases.flatMap(([worth, share]) =>
    threePool.during.map((during) => [worth, during.usdc, during, share] as const),
  )

  test.each(atWorst)(
    'at a price of %d, with %d of the 3pool in USDC, who had a share of it lost what the bounds contain',
    (worth, _, during, share) => {
      const pool = aProtocol('3pool', threePool.before, { holdsAs: 'pool', legs: 3 })
      const found = lossesOf([pool], { circle: 1 - worth }, tablesOf(share)).get('3pool')
      for (const lowest of lowestPriceOfDai) {
        const lost = during.usdc * (1 - worth) + during.dai * (1 - lowest)
        expect(lost).toBeGreaterThan(found?.low ?? Number.NaN)
        expect(lost).toBeLessThanOrEqual(found?.high ?? Number.NaN)
      }
      // Drained of the two others, it is worth what USDC is.
      expect(found?.high).toBeCloseTo(1 - worth, 9)
    },
  )

  test('who stood on USDC the day before: holders of DAI, of FRAX and of the 3pool, not those of USDT', () => {
    const holders = ['dai', 'frax', '3crv', 'usdt'].map((token) => aProtocol(token, { [token]: 1 }))
    const found = lossesOf(holders, { circle: 1 }, tablesOf(Math.max(...shareOfDai)))
    expect([...found.keys()].sort()).toEqual(['3crv', 'dai', 'frax'])
  })
})

describe('stETH, June 2022: a discount and no default', () => {
  const { price, threshold, pool } = truth.steth
  const cases = price.flatMap((worth) => threshold.map((line) => [worth, line] as const))

  test.each(cases)(
    'at a price of %d and a threshold of %d, a lender loses nothing',
    (worth, line) => {
      const lender = aProtocol('aave', { WSTETH: 1 }, { holdsAs: 'collateral', threshold: line })
      expect(lossesOf([lender], { lido: 1 - worth }, TABLES).get('aave')).toEqual({
        ...{ atStake: expect.closeTo(1 - worth, 9), first: expect.closeTo(1 - worth, 9) },
        ...{ low: 0, high: 0 },
      })
    },
  )

  test('what could leave a lender at once falls with the discount alone; how much was free there on that day is in no source', () => {
    const lent = [aLentAsset('steth', { freeUsd: 100 }), aLentAsset('eth', { freeUsd: 100 })]
    for (const worth of price) {
      const lossOf = (token: string) => (token === 'steth' ? 1 - worth : 0)
      expect(freeAfter({ lent, heldUsd: 1_000 }, lossOf)).toBeCloseTo(100 * (1 + worth), 9)
    }
  })

  // In ether, not dollars. Staked ether could not be redeemed yet: the ether of this pool was the way out.
  const freeIn = ({ before: { eth, steth } }: { before: { eth: number; steth: number } }) =>
    freeAfter({ lent: [aLentAsset('eth', { freeUsd: eth })], heldUsd: eth + steth }, () => 0) ??
    Number.NaN

  test.each(pool.runs)(
    'more than half of what was free in the pool on $day left within days, and that is a run: the discount is 6 % at most',
    (run) => {
      for (const after of run.ethAfter) {
        const left = (freeIn(run) - after) / freeIn(run)
        expect(left).toBeGreaterThan(0.5)
        expect(left).toBeLessThanOrEqual(1)
      }
    },
  )

  test('free liquidity is the finding: as much as the largest known holder had could leave in May, and not in June', () => {
    const [may, june] = pool.runs.map(freeIn)
    expect(pool.largestHolder).toBeLessThan(may ?? Number.NaN)
    expect(pool.largestHolder).toBeGreaterThan(june ?? Number.NaN)
  })

  test.each(price)(
    'at a price of %d, who had a share of the pool lost what the bounds contain',
    (worth) => {
      const [, { before } = { before: { eth: 0, steth: 0 } }] = pool.runs
      const shareOf = ({ eth, steth }: { eth: number; steth: number }) => steth / (eth + steth)
      const shares = { STETH: shareOf(before), ETH: 1 - shareOf(before) }
      const curve = aProtocol('curve', shares, { holdsAs: 'pool' })
      const found = lossesOf([curve], { lido: 1 - worth }, TABLES).get('curve')
      const lost = shareOf(pool.worst) * (1 - worth)
      expect(lost).toBeGreaterThanOrEqual(found?.low ?? Number.NaN)
      expect(lost).toBeLessThanOrEqual(found?.high ?? Number.NaN)
    },
  )

  test('the cushion was thin: at 0.92 the same loans can cost', () => {
    const line = Math.max(...threshold)
    const lender = aProtocol('aave', { WSTETH: 1 }, { holdsAs: 'collateral', threshold: line })
    expect(lossesOf([lender], { lido: 0.08 }, TABLES).get('aave')?.high).toBeCloseTo(0.01, 9)
  })
})

describe('UST, May 2022: a dollar without anything behind it', () => {
  const { price, shareOfAnchor, badDebtOfVenusUsd, luna, stakedEtherAtAnchor } = truth.ust
  const tables = someTables({ ust: ['terra', []], luna: ['terra', []] })

  test.each(price)('at a price of %d, Anchor loses the whole fall', (worth) => {
    const anchor = aProtocol('anchor', { UST: shareOfAnchor })
    const whole = expect.closeTo(1 - worth, 9)
    expect(lossesOf([anchor], { terra: 1 - worth }, tables).get('anchor')).toEqual({
      ...{ atStake: whole, first: whole, low: whole, high: whole },
    })
  })

  test('staked ether stood on nothing of Terra, so no bound has the run of a sibling: nearly all of it left Anchor, and half of the ether its pool', () => {
    const both = { ...TABLES, tokens: new Map([...TABLES.tokens, ...tables.tokens]) }
    const holders = [
      aProtocol('anchor', { UST: shareOfAnchor }),
      aProtocol('curve', { STETH: 0.5, ETH: 0.5 }, { holdsAs: 'pool' }),
    ]
    expect([...lossesOf(holders, { terra: 1 }, both).keys()]).toEqual(['anchor'])
    const [before = 0, after = 0] = stakedEtherAtAnchor
    expect(1 - after / before).toBeGreaterThan(0.95)
    const [
      {
        before: { eth },
      } = { before: { eth: 0 } },
    ] = truth.steth.pool.runs
    expect(truth.steth.pool.runs[0]?.ethAfter[0]).toBeLessThan(eth / 2)
  })

  test('of Venus, whose holdings are not known, what is held says nothing', () => {
    const venus = aProtocol('venus', null, { holdsAs: 'collateral' })
    expect(lossesOf([venus], { terra: 1 }, tables).has('venus')).toBe(false)
  })

  test('room says it: LUNA at a stuck price cost at most what was free, 91 cents of each dollar put up', () => {
    const { stuckPrice, truePrice } = luna
    const lossOf = (token: string) => (token === 'luna' ? 1 - truePrice / stuckPrice : 0)
    const roomOf = (roomUsd: number | null) =>
      roomLoss(
        {
          lent: [
            aLentAsset('luna', { roomUsd, freeUsd: 0, isStuck: true }),
            aLentAsset('usdc', { freeUsd: badDebtOfVenusUsd }),
          ],
          heldUsd: 1e9,
        },
        lossOf,
      )
    // The room at the true price times what the stuck one was too high: the same bound.
    const trueRoom = 1_000_000
    const bound = trueRoom * (stuckPrice / truePrice - 1)
    expect(roomOf(trueRoom * (stuckPrice / truePrice))).toBeCloseTo(bound, 6)
    expect(roomOf(1)).toBeCloseTo(0.907, 3)
    // No cap is known of that day: all that was free could be taken, and no more.
    expect(roomOf(null)).toBe(badDebtOfVenusUsd)
  })
})

// What reviewers list as collateral, beside what the reviewed make-ups hold from 0.1 % of their value: pairs of a protocol and a token. A make-up
// finds what has value; a list has what may be deposited, and is as old as its review.
describe('collateral sets of Yearn', () => {
  const find = tokenFinder(TABLES)
  const pairs = (id: string, listed: readonly string[]) => {
    const { makeup } = inputOf(
      { id, name: id, category: 'Lending', facts: {}, tvl: missing('not-covered', 'test') },
      null,
      TABLES,
    )
    const held = makeup ? holdingsOf(makeup, find).filter(({ token }) => token !== null) : []
    const set = new Set(listed.map((symbol) => find('Ethereum', symbol)?.id ?? symbol))
    const both = held.filter(({ token }) => token !== null && set.has(token))
    return {
      precision: both.length / held.length,
      recall: both.length / set.size,
      value: both.reduce((sum, { share }) => sum + share, 0),
    }
  }
  const { sets } = truth.collateral

  test.each([
    ['SparkLend', '2929', 10 / 10, 10 / 16, 0.997],
    ['Compound V3', '2088', 13 / 15, 13 / 24, 0.969],
    ['Fluid, whose list is older than most of its value', '4167', 5 / 24, 5 / 8, 0.367],
    ['Maple, by the collateral of its loans', '587', 4 / 9, 4 / 6, 0.795],
  ] as const)('%s', (_, id, precision, recall, value) => {
    expect(pairs(id, sets[id])).toEqual({
      ...{ precision, recall, value: expect.closeTo(value, 9) },
    })
  })
})
