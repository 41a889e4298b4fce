import { describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { inRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { curveLoan } from './curve-loan.ts'
import {
  always,
  at,
  entryOf,
  type Fact,
  holds,
  isToken,
  runDriver,
  says,
} from './fixtures/fake-chain.ts'
import { lista } from './lista.ts'
import { maker } from './maker.ts'
import { synthetix } from './synthetix.ts'

// Answers that recorded runs lack.
const OWNER = at(0xa11ce)
const RAY = 10n ** 27n
const WAD = 10n ** 18n
const ILK = `0x${'41'.padEnd(64, '0')}` as const
const COIN = { address: at(90), symbol: 'COIN', decimals: 18 }
const GEM = { address: at(91), symbol: 'GEM', decimals: 18 }
const ILKS = 'ilks(bytes32) -> (uint256,uint256,uint256,uint256,uint256)'
const SPOTS = 'ilks(bytes32) -> (address,uint256)'

describe('Maker', () => {
  const [GET, MANAGER, VAT, SPOTTER, REGISTRY, POT] = [at(1), at(2), at(3), at(4), at(5), at(6)]
  const entry = entryOf(maker, {
    getCdps: GET,
    manager: MANAGER,
    vat: VAT,
    spotter: SPOTTER,
    registry: REGISTRY,
    pot: POT,
    dai: COIN,
  })
  const listed = (count: number, short = 0): Fact[] => [
    says(
      GET,
      'getCdpsAsc',
      [MANAGER, OWNER],
      Array.from({ length: count }, (_, each) => BigInt(each + 1)),
      Array.from({ length: count - short }, (_, each) => at(1000 + each)),
      Array.from({ length: count }, () => ILK),
    ),
    says(POT, 'pie', [OWNER], 0n),
    says(POT, 'chi', [], RAY),
  ]
  const vault = (
    number: number,
    ink: bigint,
    art: bigint,
    rate = RAY,
    gem = GEM.address,
  ): Fact[] => [
    says(VAT, 'urns', [ILK, at(1000 + number)], ink, art),
    says(VAT, 'gem', [ILK, at(1000 + number)], 0n),
    says(VAT, ILKS, [ILK], 0n, rate, 0n, 0n, 0n),
    says(SPOTTER, SPOTS, [ILK], at(0), RAY),
    says(REGISTRY, 'gem', [ILK], gem),
    says(REGISTRY, 'dec', [ILK], 18n),
    says(REGISTRY, 'symbol', [ILK], 'GEM'),
  ]

  /** Ten whole of collateral and 5,000 of debt, at 11 tenths and a liquidation ratio of 150 %. */
  const loanAt = (price: bigint) =>
    runDriver(maker, entry, OWNER, [
      ...listed(1),
      says(VAT, ILKS, [ILK], 0n, (11n * RAY) / 10n, (price * RAY * 2n) / 3n, 0n, 0n),
      says(SPOTTER, SPOTS, [ILK], at(0), (3n * RAY) / 2n),
      ...vault(0, 10n * WAD, 5_000n * WAD),
    ]).findings[0]

  test('a debt has grown by its rate, and makes the LTV, the health and the liquidation price', () => {
    const found = loanAt(2_000n)
    expect(found).toMatchObject({
      ref: '1',
      legs: [
        { role: 'collateral', amount: 10n * WAD },
        { role: 'borrow', amount: 5_500n * WAD },
      ],
    })
    expect(found?.healthFactor).toBeCloseTo(20_000 / 1.5 / 5_500, 10)
    expect(found?.loan?.ltv).toBeCloseTo(5_500 / 20_000, 10)
    expect(found?.loan?.liquidationLtv).toBeCloseTo(2 / 3, 10)
    expect(found?.loan?.liquidationPrice).toBeCloseTo(825, 10)
    expect([826n, 824n].map((price) => (loanAt(price)?.healthFactor ?? 0) > 1)).toEqual([
      true,
      false,
    ])
  })

  test('a collateral of eight decimals is counted in its own', () => {
    const facts = [...listed(1), says(REGISTRY, 'dec', [ILK], 8n), ...vault(0, WAD / 2n, 0n)]
    expect(runDriver(maker, entry, OWNER, facts).findings).toMatchObject([
      { legs: [{ role: 'collateral', amount: 50_000_000n }], healthFactor: null },
    ])
  })

  test('who has no vault and no savings has nothing, and savings count what they earned', () => {
    expect(runDriver(maker, entry, OWNER, listed(0)).findings).toEqual([])
    const saved = [says(POT, 'pie', [OWNER], 100n), says(POT, 'chi', [], (105n * RAY) / 100n)]
    expect(runDriver(maker, entry, OWNER, [...saved, ...listed(0)]).findings).toMatchObject([
      { market: 'DSR', legs: [{ role: 'supply', amount: 105n, collateral: false }] },
    ])
  })

  test('a vault whose collateral has no price has a liquidation price, but no health factor', () => {
    const { findings } = runDriver(maker, entry, OWNER, [...listed(1), ...vault(0, WAD, WAD)])
    expect(findings).toMatchObject([
      { healthFactor: null, loan: { ltv: null, liquidationLtv: 1, liquidationPrice: 1 } },
    ])
  })

  test('a collateral that is not on the registry makes a vault with something in it unread', () => {
    const facts = (ink: bigint) => [...listed(1), ...vault(0, ink, 0n, RAY, at(0))]
    expect(runDriver(maker, entry, OWNER, facts(1n)).findings).toMatchObject([{ isUnread: true }])
    expect(runDriver(maker, entry, OWNER, facts(0n)).findings).toEqual([])
  })

  describe('without a list or a registry', () => {
    const fork = entryOf(maker, {
      manager: MANAGER,
      vat: VAT,
      spotter: SPOTTER,
      gems: [{ ilk: 'A', token: { ...GEM, decimals: 6 } }],
      dai: COIN,
    })
    const chained = (count: number): Fact[] => [
      says(MANAGER, 'count', [OWNER], BigInt(count)),
      says(MANAGER, 'first', [OWNER], count === 0 ? 0n : 1n),
      says(MANAGER, 'last', [OWNER], BigInt(count)),
      ...Array.from({ length: count }, (_, number) => [
        says(MANAGER, 'urns', [BigInt(number + 1)], at(1000 + number)),
        says(MANAGER, 'ilks(uint256)', [BigInt(number + 1)], ILK),
        says(
          MANAGER,
          'list',
          [BigInt(number + 1)],
          BigInt(number),
          BigInt((number + 2) % (count + 1)),
        ),
        ...vault(number, BigInt(number + 1) * WAD, 0n),
      ]).flat(),
    ]

    test('an owner without vaults is asked for in one round', () => {
      expect(runDriver(maker, fork, OWNER, chained(0))).toMatchObject({
        findings: [],
        rounds: { length: 1 },
      })
    })

    test.each([1, 2, 3, 4, 16])('each of %i vaults is read once, in its own decimals', (count) => {
      const { findings, rounds } = runDriver(maker, fork, OWNER, chained(count))
      const found = findings.map(({ ref, legs }) => [ref, legs[0]?.amount])
      const all = Array.from({ length: count }, (_, at) => [
        `${at + 1}`,
        BigInt(at + 1) * 10n ** 6n,
      ])
      expect(new Map(found as [string, bigint][])).toEqual(new Map(all as [string, bigint][]))
      expect(found).toHaveLength(count)
      expect(rounds).toHaveLength(2 + Math.ceil(count / 2))
    })

    test('of more than sixteen the oldest and the newest are read, and the rest is unread', () => {
      const { findings } = runDriver(maker, fork, OWNER, chained(18))
      const refs = findings.map((finding) => ('isUnread' in finding ? 'unread' : finding.ref))
      expect(refs).toHaveLength(17)
      expect(refs).toContain('unread')
      expect(refs.filter((ref) => ['9', '10'].includes(ref ?? ''))).toEqual([])
    })

    test('a vault of a collateral that is not on the list is unread, unless it is empty', () => {
      const unlisted = { ...fork, gems: [] }
      expect(runDriver(maker, unlisted, OWNER, chained(1)).findings).toMatchObject([
        { isUnread: true },
      ])
    })
  })

  test('SKY that is staked is a vault of its own, with its debt in USDS', () => {
    const [ENGINE, LOCKED] = [at(7), `0x${'4c'.padEnd(64, '0')}` as const]
    const debt = { address: at(92), symbol: 'USDS', decimals: 18 }
    const staking = { ...entry, staking: { engine: ENGINE, ilk: LOCKED, debt } }
    const facts = [
      ...listed(0),
      says(ENGINE, 'ownerUrnsCount', [OWNER], 1n),
      says(ENGINE, 'ownerUrns', [OWNER, 0n], at(2000)),
      says(VAT, 'urns', [LOCKED, at(2000)], 7n * WAD, 2n * WAD),
      says(VAT, 'gem', [LOCKED, at(2000)], 0n),
      says(VAT, ILKS, [LOCKED], 0n, RAY, RAY, 0n, 0n),
      says(SPOTTER, SPOTS, [LOCKED], at(0), RAY),
      says(REGISTRY, 'gem', [LOCKED], GEM.address),
      says(REGISTRY, 'dec', [LOCKED], 18n),
      says(REGISTRY, 'symbol', [LOCKED], 'SKY'),
    ]
    expect(runDriver(maker, staking, OWNER, facts).findings).toMatchObject([
      {
        ref: at(2000),
        legs: [
          { role: 'collateral', symbol: 'SKY', amount: 7n * WAD },
          { role: 'borrow', symbol: 'USDS', amount: 2n * WAD },
        ],
      },
    ])
    // An engine that does not answer hides no vault of Maker's.
    expect(runDriver(maker, staking, OWNER, listed(0)).findings).toMatchObject([{ isUnread: true }])
  })

  test('of more vaults than are read the rest is reported as unread', () => {
    const vaults = Array.from({ length: 41 }, (_, number) => vault(number, 0n, 0n)).flat()
    const { findings, rounds } = runDriver(maker, entry, OWNER, [...listed(41), ...vaults])
    expect(findings).toMatchObject([{ isUnread: true }])
    // Two of each vault, and five of the one kind of collateral, which are asked once.
    expect(rounds[1]).toHaveLength(85)
  })

  test.each<[string, Fact[]]>([
    ['a list with fewer urns than vaults', listed(1, 1)],
    ['a rate below one', [...listed(1), ...vault(0, WAD, WAD, 0n)]],
    ['a vault that cannot be read', listed(1)],
    ['no answer at all', []],
  ])('is unreadable with %s', (_, facts) => {
    expect(() => runDriver(maker, entry, OWNER, facts)).toThrow(Unreadable)
  })
})

describe('crvUSD', () => {
  const [FACTORY, CONTROLLER] = [at(1), at(2)]
  const entry = entryOf(curveLoan, {
    factory: FACTORY,
    count: 'n_collaterals',
    controllers: [CONTROLLER],
    borrowed: COIN,
    followsNew: true,
  })
  const count = (number: bigint) => says(FACTORY, 'n_collaterals', [], number)
  const existsAt = (controller: Address, isThere: boolean) =>
    says(controller, 'loan_exists', [OWNER], isThere)
  const exists = existsAt(CONTROLLER, true)
  const state = (debt: bigint) => says(CONTROLLER, 'user_state', [OWNER], [WAD, 0n, debt, 4n])

  const known: Fact[] = [
    says(CONTROLLER, 'collateral_token', [], GEM.address),
    says(CONTROLLER, 'amm', [], at(3)),
    ...isToken(GEM.address, 'GEM', 18),
  ]

  test('a loan whose prices cannot be read stays, without them', () => {
    const { findings } = runDriver(curveLoan, entry, OWNER, [
      count(1n),
      exists,
      state(5n),
      ...known,
    ])
    expect(findings).toMatchObject([
      {
        healthFactor: null,
        loan: { ltv: null, liquidationPrice: null },
        legs: [{}, { amount: 5n }],
      },
    ])
  })

  test.each([
    { has: 'no loan', follows: true, listed: false, newer: false, unread: false },
    {
      has: 'a loan at a newer controller',
      follows: true,
      listed: false,
      newer: true,
      unread: true,
    },
    { has: 'loans at both', follows: false, listed: true, newer: true, unread: true },
    // Two more rounds are spent on users alone.
    { has: 'a loan elsewhere', follows: false, listed: false, newer: true, unread: false },
  ])('an owner with $has is marked as not fully read: $unread', (owner) => {
    const { follows, listed, newer, unread } = owner
    const { findings } = runDriver(curveLoan, { ...entry, followsNew: follows }, OWNER, [
      count(2n),
      says(FACTORY, 'controllers', [1n], at(9)),
      existsAt(CONTROLLER, listed),
      existsAt(at(9), newer),
      ...(listed ? [state(5n), ...known] : []),
    ])
    const loans = listed ? [{ market: expect.stringMatching(/^GEM/) }] : []
    expect(findings).toMatchObject([...loans, ...(unread ? [{ isUnread: true }] : [])])
  })

  test('a hundred controllers may be newer than the list', () => {
    const read = (number: bigint) =>
      runDriver(curveLoan, { ...entry, followsNew: false }, OWNER, [
        count(number),
        existsAt(CONTROLLER, false),
      ])
    expect(read(101n)).toMatchObject({ findings: [], rounds: { length: 1 } })
    expect(() => read(102n)).toThrow(/102 controllers/)
  })

  test.each<[string, Fact[]]>([
    ['fewer controllers than are listed', [count(0n), exists]],
    ['a number of controllers that makes no sense', [count(2n ** 200n), exists]],
    ['a loan without a debt', [count(1n), exists, state(0n), ...known]],
    ['a loan of an unknown collateral', [count(1n), exists, state(5n)]],
    ['a loan that cannot be read', [count(1n), exists, ...known]],
    ['a controller that does not answer', [count(1n)]],
  ])('is unreadable with %s', (_, facts) => {
    expect(() => runDriver(curveLoan, entry, OWNER, facts)).toThrow(Unreadable)
  })
})

describe('Synthetix', () => {
  const SNX = at(1)
  const entry = entryOf(synthetix, { snx: SNX, collateral: GEM, debt: COIN })
  test('is unreadable with less collateral than balance, and without a debt balance', () => {
    const facts = [holds(SNX, OWNER, 5n), says(SNX, 'collateral', [OWNER], 4n)]
    const debt = always('debtBalanceOf', 0n)
    expect(() => runDriver(synthetix, entry, OWNER, [...facts, debt])).toThrow(
      'less than the balance',
    )
    expect(() => runDriver(synthetix, entry, OWNER, facts)).toThrow('reverted')
  })
})

describe('Lista', () => {
  const [INTERACTION, VAT] = [at(1), at(2)]
  const entry = entryOf(lista, {
    interaction: INTERACTION,
    vat: VAT,
    debt: COIN,
    collaterals: [{ address: GEM.address }, { address: at(92) }],
  })
  const locked = (amount: bigint): Fact[] => [
    says(INTERACTION, 'locked', [GEM.address, OWNER], amount),
    says(INTERACTION, 'free', [GEM.address, OWNER], 0n),
  ]
  const refused = (ink: bigint): Fact[] => [
    says(INTERACTION, 'collaterals', [at(92)], at(0), ILK, 0, at(0)),
    says(VAT, 'urns', [ILK, OWNER], ink, 0n),
  ]

  const one = { collaterals: [{ address: '0xa82ff9afd8f496c3d6ac40e2a0f282e47488cfc9' }] }

  test('a loan is without the 100 wei that the contract adds, at its own price and rate', () => {
    const [loan] = inRun(
      'lista',
      one,
      always('locked(address,address)', 10n * WAD),
      always('borrowed', 2_400n * WAD + 100n),
      always('collateralPrice', 600n * WAD),
      always('collateralRate', (8n * WAD) / 10n),
    ).findings
    expect(loan?.legs[1]).toMatchObject({ role: 'borrow', amount: 2_400n * WAD })
    expect(loan).toMatchObject({
      healthFactor: 2,
      loan: { ltv: 0.4, liquidationLtv: 0.8, liquidationPrice: 300 },
    })
  })

  test('what an auction left over is found without a vault, and nothing is nothing', () => {
    const none = [always('locked(address,address)', 0n), always('borrowed', 0n)]
    const { findings } = inRun('lista', one, always('free', 10n ** 12n), ...none)
    expect(findings.map(({ legs, loan }) => [legs.map(({ role }) => role), loan])).toEqual([
      [['reward'], undefined],
    ])
    expect(inRun('lista', one, always('free', 0n), ...none).findings).toEqual([])
  })

  test('something at a collateral that is not taken any more is reported as unread', () => {
    expect(runDriver(lista, entry, OWNER, [...locked(0n), ...refused(1n)]).findings).toMatchObject([
      { isUnread: true },
    ])
  })

  test('is unreadable when no collateral answers, or a loan does not', () => {
    expect(() => runDriver(lista, entry, OWNER, refused(0n))).toThrow(Unreadable)
    const facts = [...locked(1n), ...refused(0n), ...isToken(GEM.address, 'GEM', 18)]
    expect(() => runDriver(lista, entry, OWNER, facts)).toThrow(Unreadable)
  })
})
