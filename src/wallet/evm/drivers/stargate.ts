import * as z from 'zod'
import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { BALANCE, TOKEN } from '../../../chains/evm/abi.ts'
import { call } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, may, must, type Question, tokenAt } from './questions.ts'

const TO_LOCAL = 'function amountLPtoLD(uint256 shares) view returns (uint256)'
const STAKE = 'function userInfo(uint256 at, address owner) view returns (uint256, uint256)'
const STAKED_SHARE =
  'function poolInfo(uint256 at) view returns (address share, uint256, uint256, uint256)'
const STAKED = 'function balanceOf(address share, address owner) view returns (uint256)'

/** What pools of the second version name as their token when it is the chain's own coin. */
const COIN = ZERO_ADDRESS

const pool = z.strictObject({
  pool: address,
  /** The token of a share, which in the first version is the pool itself. */
  share: address,
})

/** The pools of Stargate on one chain. */
export const stargateEntry = entryBase.extend({
  driver: z.literal('stargate'),
  version: z.literal([1, 2]),
  pools: z.array(pool).min(1),
  /** Where shares are staked. `places` is how many kinds of share are asked for in version 1, which numbers them. */
  farms: z.array(z.strictObject({ contract: address, places: z.int().min(0) })),
  /** The wrapped coin of the chain, in which the coin is reported, where a pool holds it. */
  native: token.optional(),
  /** In version 1 the token that represents the coin, which it is paid out for one for one. */
  vault: address.optional(),
})
export type StargateEntry = z.infer<typeof stargateEntry>

/**
 * Shares in pools, loose and staked, in the pool's token. A share of the second version is one token; one of the first has a rate, in
 * which its pool counts fees (`Pool.amountLPtoLD`, @stargatefinance/stg-evm-v1; `StargatePool.redeem`, @stargatefinance/stg-evm-v2).
 */
export const stargate = defineDriver({
  name: 'stargate',
  entry: stargateEntry,
  reads: ['lp', 'gauge'],
  proof: 'stargate-chain.test.ts',
  receiptTokens: ({ pools }) => pools.map(({ share }) => share),
  *read(entry, owner) {
    const { version, native, vault } = entry
    const places = yield* answersTo(placesOf(entry, owner))
    const used = places.filter(({ amount }) => amount > 0n)
    if (used.length === 0) return []
    const isAny = used.some(({ pool }) => pool === null)
    const asked = entry.pools.filter(({ pool }) => isAny || used.some((each) => each.pool === pool))
    const { held, pools } = yield* answersTo({
      held: used.map(({ pool, farm, place, amount }) => ({
        farm,
        amount,
        pool: pool ?? must(farm ?? ZERO_ADDRESS, STAKED_SHARE, [place]).pick(([share]) => share),
        worths: asked.map((each) => (version === 1 ? may(each.pool, TO_LOCAL, [amount]) : amount)),
      })),
      pools: asked.map((each) => ({ ...each, token: must(each.pool, TOKEN, []) })),
    })
    // The chain's coin and the token that represents it are reported as its wrapped coin.
    const coinOf = (each: Address) => (each === COIN || each === vault ? native : undefined)
    const tokens = yield* answersTo(pools.map(({ token }) => coinOf(token) ?? tokenAt(token)))

    return held.map(({ pool, farm, worths }): Finding => {
      const index = pools.findIndex((each) => each.pool === pool)
      const [of, share, amount] = [tokens[index], pools[index]?.share, worths[index]]
      if (!of || !share)
        throw new Unreadable(`${farm} holds shares of ${pool}, which is not listed`)
      if (amount === null || amount === undefined)
        throw new Unreadable(`${pool} does not say what its shares are worth`)
      return positionOf(entry, {
        market: of.symbol,
        ref: farm === null ? share : `${share} ${farm}`,
        legs: legsOf(farm === null ? 'lp' : 'stake', of, amount),
        ...(farm === null && { receiptToken: share }),
      })
    })
  },
})

/** Shares in one place. */
interface Place {
  /** Null in a farm of version 1, which numbers the kinds of share, and alone knows of which pool each is. */
  pool: Address | null
  farm: Address | null
  place: bigint
  amount: Question<bigint>
}

function placesOf({ version, pools, farms }: StargateEntry, owner: Address): Place[] {
  const loose = pools.map(({ pool, share }) => ({
    pool,
    farm: null,
    place: 0n,
    amount: must(share, BALANCE, [owner]),
  }))
  const staked = farms.flatMap(({ contract: farm, places }): Place[] =>
    version === 1
      ? Array.from({ length: places }, (_, at) => ({
          pool: null,
          farm,
          place: BigInt(at),
          amount: must(farm, STAKE, [BigInt(at), owner]).pick(([amount]) => amount),
        }))
      : pools.map(({ pool, share }) => ({
          pool,
          farm,
          place: 0n,
          amount: must(farm, STAKED, [share, owner]),
        })),
  )
  return [...loose, ...staked]
}

// For `npm run contracts -- --check` alone.
const SHARE = 'function lpToken() view returns (address)'

/** @public */
export const claims: ClaimsOf<StargateEntry> = ({ pools, version }) =>
  pools.map(({ pool, share }) =>
    version === 2
      ? wordClaim(`share of ${pool}`, call(pool, SHARE, []), share)
      : existence(`pool ${pool}`, pool, TOKEN, []),
  )
