import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { BALANCE } from '../../../chains/evm/abi.ts'
import { call } from '../../../chains/evm/call.ts'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { TokenAmount } from '../../model/finding.ts'
import { modeAt, THRESHOLD_UNIT, thresholdsAt, thresholdsIn } from './aave-thresholds.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, withAvailable, withThreshold } from './entry-position.ts'
import { loanOf } from './loan.ts'
import { answersTo, may, must, tokenAt } from './questions.ts'
import { hasBit, healthFactorOf } from './reading.ts'

const ACCOUNT =
  'function getUserAccountData(address user) view returns (uint256 collateral, uint256 debt, uint256 available, uint256 threshold, uint256 ltv, uint256 healthFactor)'
const CONFIGURATION = 'function getUserConfiguration(address user) view returns (uint256)'
const RESERVES = 'function getReservesList() view returns (address[])'
const RESERVE_OF_USER =
  'function getUserReserveData(address asset, address user) view returns (uint256 supplied, uint256 stableDebt, uint256 variableDebt, uint256 principalStable, uint256 scaledVariable, uint256 stableRate, uint256 liquidityRate, uint40 stableUpdated, bool collateral)'
const REWARDS =
  'function getAllUserRewards(address[] assets, address user) view returns (address[] rewards, uint256[] amounts)'
export const UNDERLYING = 'function UNDERLYING_ASSET_ADDRESS() view returns (address)'

const asset = token.extend({
  /** Index of the reserve: bit 2·id of the user's configuration means debt, bit 2·id + 1 collateral. */
  id: z.int().min(0).max(127),
  aToken: address,
  vToken: address,
})

/**
 * One pool of Aave v2 or v3, or of a fork. `assets` may be empty or out of date: reserves that it leaves out
 * are read through the data provider.
 */
export const aaveEntry = entryBase.extend({
  driver: z.literal('aave'),
  /** In version 2 a debt can have a stable rate, so debts are read through the data provider. */
  version: z.literal([2, 3]),
  pool: address,
  dataProvider: address,
  /** Prices of the listed assets (`getAssetsPrices`) in US dollars with 8 decimals; left out where its prices are in ETH. */
  oracle: address.optional(),
  assets: z.array(asset),
  /** The rewards controller (version 3). */
  rewards: address.optional(),
  /** Receipt tokens of reserves that are not in `assets`: no other entry may count them. */
  receiptTokens: z.array(address).optional(),
})
export type AaveEntry = z.infer<typeof aaveEntry>

/**
 * Supplies and debts at one pool from the balances of its tokens, and the pool's own health factor. Every aToken is asked, because
 * the pool's totals leave out a supply that is not collateral. Rewards are those of what is still held.
 */
export const aave = defineDriver({
  name: 'aave',
  entry: aaveEntry,
  reads: ['supply', 'borrow', 'reward'],
  proof: 'lending-chain.test.ts',
  receiptTokens: ({ assets, receiptTokens = [] }) => [
    ...assets.map(({ aToken }) => aToken),
    ...receiptTokens,
  ],
  spenders: ({ pool, assets }) => [
    { spender: pool, what: 'pool', tokens: assets.map(({ address: asset }) => asset) },
  ],
  redeemed: ({ assets }) => assets.map((asset) => [asset.aToken, asset]),
  *read(entry, owner) {
    const { pool, dataProvider, assets, version } = entry
    const { account, bits, mode, reserves, supplied } = yield* answersTo({
      account: must(pool, ACCOUNT, [owner]),
      mode: modeAt(pool, version, owner),
      bits: must(pool, CONFIGURATION, [owner]),
      reserves: must(pool, RESERVES, []),
      supplied: assets.map((of) => ({
        of,
        amount: must(of.aToken, BALANCE, [owner]),
      })),
    })
    const [collateralTotal, debtTotal, , threshold, , healthFactor] = account
    const listed = new Set<Address>(assets.map(({ address }) => address))
    const owing = assets.filter(({ id }) => hasBit(bits, 2 * id))
    const earning = [
      ...supplied.flatMap(({ of, amount }) => (amount > 0n ? [of.aToken] : [])),
      ...owing.map(({ vToken }) => vToken),
    ]
    const pledges = supplied.filter(({ of, amount }) => amount > 0n && hasBit(bits, 2 * of.id + 1))
    const stateOf = (reserve: Address) => must(dataProvider, RESERVE_OF_USER, [reserve, owner])
    const others = reserves.filter((reserve) => !listed.has(reserve))
    const claimed = entry.rewards && earning.length > 0 ? entry.rewards : null
    // Not worth a round of its own.
    const isAsked = owing.length + others.length > 0 || claimed !== null
    const { borrowed, cash, unlisted, claims, backing } = yield* answersTo({
      backing: thresholdsAt(entry, mode, debtTotal > 0n ? pledges : []),
      cash: supplied.map(({ of, amount }) =>
        isAsked && amount > 0n ? may(of.address, BALANCE, [of.aToken]) : null,
      ),
      borrowed: owing.map((of) => ({
        of,
        debt: version === 3 ? must(of.vToken, BALANCE, [owner]) : stateOf(of.address),
      })),
      unlisted: others.map((reserve) => ({ reserve, state: stateOf(reserve) })),
      claims: claimed && may(claimed, REWARDS, [earning, owner]),
    })
    const { held, rewards } = yield* answersTo({
      held: unlisted.flatMap(({ reserve, state }) =>
        state[0] + debtOf(state) > 0n ? [{ state, of: tokenAt(reserve) }] : [],
      ),
      rewards: rewardsIn(claims).map(({ token, amount }) => ({ amount, of: tokenAt(token) })),
    })
    const thresholds = thresholdsIn(backing, { collateral: collateralTotal, threshold })
    const legs = [
      ...supplied.flatMap(({ of, amount }, at) => {
        const leg = legsOf('supply', of, amount, hasBit(bits, 2 * of.id + 1))
        return withThreshold(
          withAvailable(leg, cash[at] ?? null),
          thresholds.get(of.address) ?? null,
        )
      }),
      ...borrowed.flatMap(({ of, debt }) =>
        legsOf('borrow', of, typeof debt === 'bigint' ? debt : debtOf(debt)),
      ),
      ...held.flatMap(({ of, state }) => [
        ...legsOf('supply', of, state[0], state[8]),
        ...legsOf('borrow', of, debtOf(state)),
      ]),
      ...rewards.flatMap(({ of, amount }) => legsOf('reward', of, amount)),
    ]

    requireTotals(pool, legs, { collateral: collateralTotal, debt: debtTotal })
    if (legs.length === 0) return []
    const loan = loanOf(legs, {
      collateral: collateralTotal * THRESHOLD_UNIT,
      debt: debtTotal * THRESHOLD_UNIT,
      limit: collateralTotal * threshold,
    })
    return [positionOf(entry, { legs, healthFactor: healthFactorOf(healthFactor), ...loan })]
  },
})

/** Throws `Unreadable` for a pool that reports what none of its tokens shows. */
function requireTotals(
  pool: Address,
  legs: readonly TokenAmount[],
  { collateral, debt }: { collateral: bigint; debt: bigint },
): void {
  if (debt > 0n && !legs.some(({ role }) => role === 'borrow'))
    throw new Unreadable(`${pool} reports a debt, but no debt token has a balance`)
  if (collateral > 0n && !legs.some((leg) => leg.collateral))
    throw new Unreadable(`${pool} reports collateral, but no aToken has a balance`)
}

/** What can be claimed. Rewards that cannot be read must not hide the whole position. */
function rewardsIn(claims: ResultOf<typeof REWARDS> | null): { token: Address; amount: bigint }[] {
  const [tokens, amounts] = claims ?? [[], []]
  return tokens.flatMap((token, at) => {
    const amount = amounts[at] ?? 0n
    return amount > 0n ? [{ token, amount }] : []
  })
}

function debtOf([, stable, variable]: ResultOf<typeof RESERVE_OF_USER>): bigint {
  return stable + variable
}

// For `npm run contracts -- --check` alone.
const PROVIDER = 'function ADDRESSES_PROVIDER() view returns (address)'
const RESERVE_BY_ID = 'function getReserveAddressById(uint16 id) view returns (address)'

/** @public */
export const claims: ClaimsOf<AaveEntry> = ({ pool, dataProvider, assets, version }) => [
  {
    calls: [call(pool, PROVIDER, []), call(dataProvider, PROVIDER, [])],
    refute([one, two]) {
      const same = one?.ok && two?.ok && one.data === two.data
      return same ? null : `the data provider ${dataProvider} does not belong to ${pool}`
    },
  },
  ...assets.flatMap(({ address, aToken, vToken, id, symbol }) => [
    wordClaim(`aToken of ${symbol}`, call(aToken, UNDERLYING, []), address),
    wordClaim(`vToken of ${symbol}`, call(vToken, UNDERLYING, []), address),
    ...(version === 3
      ? [wordClaim(`reserve ${id}`, call(pool, RESERVE_BY_ID, [id]), address)]
      : []),
  ]),
]
