import { AccrualPosition, Market, MarketParams, MarketUtils, Position } from '@morpho-org/blue-sdk'
import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '../../../chains/address.ts'
import { at, entryOf, type Fact, isToken, runDriver, says } from './fixtures/fake-chain.ts'
import { accrued, type MorphoBlueEntry, morphoBlue } from './morpho-blue.ts'

const OWNER = at(0xa11ce)
const MORPHO = at(1)
const CLOCK = at(2)
const ID = `0x${'ab'.repeat(32)}` as const
const OTHER = `0x${'cd'.repeat(32)}` as const
const [LOAN, PLEDGE, ORACLE, IRM] = [at(10), at(11), at(12), at(13)]
const LLTV = 86n * 10n ** 16n
const PARAMS = [LOAN, PLEDGE, ORACLE, IRM, LLTV]
const FORK_PRICE =
  'function getPrice((address, address, address, address, uint256)) view returns (uint256)'
/** 5 % a year by the second. */
const RATE = (5n * 10n ** 16n) / 31_536_000n
const STATE = {
  supplyAssets: 2_000_000_000_000n,
  supplyShares: 1_950_000_000_000_000_000n,
  borrowAssets: 1_500_000_000_000n,
  borrowShares: 1_400_000_000_000_000_000n,
  lastUpdate: 1_700_000_000n,
  fee: 10n ** 17n,
}
const TIME = STATE.lastUpdate + 31_536_000n

describe('morphoBlue', () => {
  test('a borrower’s debt has the interest up to the block, and the oracle’s price makes the health factor', () => {
    const owned = { supplyShares: 0n, borrowShares: 1_000_000_000_000_000n, collateral: 10n ** 18n }
    const { findings, rounds } = runDriver(morphoBlue, entry(), OWNER, chain(owned))
    const theirs = sdkPosition(owned)
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      market: 'wstETH/USDC',
      ref: ID,
      legs: [
        { role: 'collateral', symbol: 'wstETH', amount: 10n ** 18n, collateral: true },
        { role: 'borrow', symbol: 'USDC', decimals: 6, amount: theirs.borrowAssets },
      ],
    })
    expect(findings[0]?.healthFactor).toBeCloseTo(Number(theirs.healthFactor) / 1e18, 12)
    expect(findings[0]?.loan?.ltv).toBeCloseTo(Number(theirs.ltv) / 1e18, 12)
    // The SDK's price has 36 decimals, and those of USDC less those of wstETH.
    const price = Number(theirs.liquidationPrice) / 10 ** (36 + 6 - 18)
    expect(findings[0]?.loan?.liquidationPrice).toBeCloseTo(price, 6)
    expect(rounds).toHaveLength(3)
  })

  test('a lender’s supply is what Morpho’s own library says, after the fee', () => {
    const owned = { supplyShares: 10n ** 15n, borrowShares: 0n, collateral: 0n }
    const { findings } = runDriver(morphoBlue, entry(), OWNER, chain(owned))
    expect(findings[0]?.legs).toMatchObject([
      { role: 'supply', amount: sdkPosition(owned).supplyAssets, collateral: false },
    ])
    expect(findings[0]?.healthFactor).toBeNull()
  })

  test('without the oracle’s price the amounts stay and the health factor is unknown', () => {
    const owned = { supplyShares: 0n, borrowShares: 10n ** 15n, collateral: 10n ** 18n }
    const facts = chain(owned).filter(({ to }) => to !== ORACLE)
    const { findings } = runDriver(morphoBlue, entry(), OWNER, facts)
    expect(findings[0]?.legs).toHaveLength(2)
    expect(findings[0]?.healthFactor).toBeNull()
  })

  test('an owner without a position costs one round', () => {
    const nothing = { supplyShares: 0n, borrowShares: 0n, collateral: 0n }
    const { findings, rounds } = runDriver(morphoBlue, entry(), OWNER, chain(nothing))
    expect(findings).toEqual([])
    expect(rounds.map((calls) => calls.length)).toEqual([2])
  })

  test('of a fork the contract’s own price counts, and what a broker says that is owed to it', () => {
    const owned = { supplyShares: 0n, borrowShares: 10n ** 15n, collateral: 10n ** 18n }
    const fork = { ...entry(), fork: 'moolah' as const }
    const broker = at(14)
    const facts = [
      ...chain(owned).filter(({ to }) => to !== ORACLE),
      says(MORPHO, FORK_PRICE, [PARAMS], PRICE_OF_PLEDGE),
      says(MORPHO, 'brokers', [ID], broker),
      says(broker, 'getUserTotalDebt', [OWNER], 1_234_567_890n),
    ]
    const { findings, rounds } = runDriver(morphoBlue, fork, OWNER, facts)
    expect(findings[0]?.legs).toMatchObject([
      { role: 'collateral', amount: 10n ** 18n },
      { role: 'borrow', amount: 1_234_567_890n },
    ])
    expect(findings[0]?.healthFactor).toBeCloseTo((3_000 * 0.86) / 1_234.56789, 9)
    expect(rounds).toHaveLength(3)
    const silent = facts.filter(({ to }) => to !== broker)
    expect(() => runDriver(morphoBlue, fork, OWNER, silent)).toThrow()
  })

  test('of a fork a market without a broker has the debt of its shares', () => {
    const owned = { supplyShares: 0n, borrowShares: 10n ** 15n, collateral: 10n ** 18n }
    const facts = [
      ...chain(owned),
      says(MORPHO, FORK_PRICE, [PARAMS], PRICE_OF_PLEDGE),
      says(MORPHO, 'brokers', [ID], ZERO_ADDRESS),
    ]
    const { findings } = runDriver(morphoBlue, { ...entry(), fork: 'moolah' }, OWNER, facts)
    expect(findings[0]?.legs[1]?.amount).toBe(sdkPosition(owned).borrowAssets)
  })

  test('a market without loans gathers no interest', () => {
    const empty = [5n, 5n, 0n, 0n, 0n, 0n] as const
    expect(accrued(empty, RATE, TIME)).toEqual(empty)
  })
})

interface Owned {
  supplyShares: bigint
  borrowShares: bigint
  collateral: bigint
}

/** The same position, with its interest, counted by @morpho-org/blue-sdk. */
function sdkPosition(owned: Owned) {
  const state = {
    totalSupplyAssets: STATE.supplyAssets,
    totalSupplyShares: STATE.supplyShares,
    totalBorrowAssets: STATE.borrowAssets,
    totalBorrowShares: STATE.borrowShares,
    fee: STATE.fee,
  }
  const elapsed = TIME - STATE.lastUpdate
  const { interest, feeShares } = MarketUtils.getAccruedInterest(RATE, state, elapsed)
  const market = new Market({
    ...state,
    params: new MarketParams({
      loanToken: LOAN,
      collateralToken: PLEDGE,
      oracle: ORACLE,
      irm: IRM,
      lltv: LLTV,
    }),
    totalSupplyAssets: state.totalSupplyAssets + interest,
    totalSupplyShares: state.totalSupplyShares + feeShares,
    totalBorrowAssets: state.totalBorrowAssets + interest,
    lastUpdate: TIME,
    price: PRICE_OF_PLEDGE,
  })
  const marketId = market.params.id
  return new AccrualPosition(new Position({ user: OWNER, marketId, ...owned }), market)
}

/** 3,000 USDC for one wstETH, in Morpho's scale of 10^(36 + 6 − 18). */
const PRICE_OF_PLEDGE = 3_000n * 10n ** 24n

function tupleOf(state: typeof STATE) {
  const { supplyAssets, supplyShares, borrowAssets, borrowShares, lastUpdate, fee } = state
  return [supplyAssets, supplyShares, borrowAssets, borrowShares, lastUpdate, fee] as const
}

function entry(): MorphoBlueEntry {
  return entryOf(morphoBlue, {
    morpho: MORPHO,
    multicall3: CLOCK,
    markets: [OTHER, ID],
    tokens: [{ address: LOAN, symbol: 'USDC', decimals: 6 }],
  })
}

function chain({ supplyShares, borrowShares, collateral }: Owned): Fact[] {
  return [
    says(MORPHO, 'position', [OTHER, OWNER], 0n, 0n, 0n),
    says(MORPHO, 'position', [ID, OWNER], supplyShares, borrowShares, collateral),
    says(MORPHO, 'market', [ID], ...tupleOf(STATE)),
    says(MORPHO, 'idToMarketParams', [ID], LOAN, PLEDGE, ORACLE, IRM, LLTV),
    says(CLOCK, 'getCurrentBlockTimestamp', [], TIME),
    says(IRM, 'borrowRateView', [PARAMS, tupleOf(STATE)], RATE),
    says(ORACLE, 'price', [], PRICE_OF_PLEDGE),
    ...isToken(PLEDGE, 'wstETH', 18),
  ]
}
