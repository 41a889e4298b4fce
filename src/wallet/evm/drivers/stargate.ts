import * as z from 'zod'
import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { BALANCE, TOKEN } from '../../../chains/evm/abi.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { ask, tokenCalls, tokenFrom } from './reading.ts'

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

/** Shares in one place; `pool` is null where only the farm knows of which pool they are. */
interface Held {
  pool: Address | null
  farm: Address | null
  place: number
  amount: bigint
}

/**
 * Shares in pools, loose and staked, in the pool's token. A share of the second version is one token; one of the first has a rate, in
 * which its pool counts fees (`Pool.amountLPtoLD`, @stargatefinance/stg-evm-v1; `StargatePool.redeem`, @stargatefinance/stg-evm-v2).
 */
export const stargate = defineDriver({
  name: 'stargate',
  entry: stargateEntry,
  gap: 'Unclaimed rewards are not read.',
  receiptTokens: ({ pools }) => pools.map(({ share }) => share),
  *read(entry, owner) {
    const held = yield* holdings(entry, owner)
    if (held.length === 0) return []
    const inFarms = held.flatMap(({ pool, farm, place }) =>
      pool === null && farm !== null ? [call(farm, STAKED_SHARE, [BigInt(place)])] : [],
    )
    const pools = entry.pools.filter(
      ({ pool }) => inFarms.length > 0 || held.some((each) => each.pool === pool),
    )
    const hasRate = entry.version === 1
    const replies = yield [
      ...inFarms,
      ...pools.map(({ pool }) => call(pool, TOKEN, [])),
      ...(hasRate ? held : []).flatMap(({ amount }) =>
        pools.map(({ pool }) => call(pool, TO_LOCAL, [amount])),
      ),
    ]
    const shares = replies.slice(0, inFarms.length).values()
    const named = pools.map((_, at) => decodeOrThrow(replies[inFarms.length + at], TOKEN))
    const rates = replies.slice(inFarms.length + pools.length)
    const tokens = yield* tokensOf(entry, named)

    return held.map((each, at): Finding => {
      const own = each.pool ?? decodeOrThrow(shares.next().value, STAKED_SHARE)[0]
      const index = pools.findIndex(({ pool }) => pool === own)
      const of = tokens[index]
      const share = pools[index]?.share
      if (!of || !share)
        throw new Unreadable(`${each.farm} holds shares of ${own}, which is not listed`)
      const amount = hasRate
        ? decodeOrThrow(rates[at * pools.length + index], TO_LOCAL)
        : each.amount
      const isLoose = each.farm === null
      return positionOf(entry, {
        market: of.symbol,
        ref: isLoose ? share : `${share} ${each.farm}`,
        legs: legsOf(isLoose ? 'lp' : 'stake', of, amount),
        ...(isLoose && { receiptToken: share }),
      })
    })
  },
})

/** A place of a farm. Farms of version 1 number the kinds of share, and only they know of which pool each is. */
interface Place {
  contract: Address
  place: number
  pool: Address | null
}

function* holdings(
  { version, pools, farms }: StargateEntry,
  owner: Address,
): Generator<Call[], Held[], Reply[]> {
  const places = farms.flatMap(({ contract, places }): Place[] =>
    version === 1
      ? Array.from({ length: places }, (_, place) => ({ contract, place, pool: null }))
      : pools.map(({ pool }, place) => ({ contract, place, pool })),
  )
  const replies = yield [
    ...pools.map(({ share }) => call(share, BALANCE, [owner])),
    ...places.map(({ contract, place, pool }) =>
      pool === null
        ? call(contract, STAKE, [BigInt(place), owner])
        : call(contract, STAKED, [pools[place]?.share ?? pool, owner]),
    ),
  ]
  const loose = pools.map(({ pool }, place): Held => {
    return { pool, farm: null, place, amount: decodeOrThrow(replies[place], BALANCE) }
  })
  const staked = places.map(({ contract, place, pool }, at): Held => {
    const reply = replies[pools.length + at]
    const amount = pool === null ? decodeOrThrow(reply, STAKE)[0] : decodeOrThrow(reply, STAKED)
    return { pool, farm: contract, place, amount }
  })
  return [...loose, ...staked].filter(({ amount }) => amount > 0n)
}

/** The pools' tokens; the chain's coin and the token that represents it are reported as its wrapped coin. */
function* tokensOf(
  { native, vault }: StargateEntry,
  named: readonly Address[],
): Generator<Call[], Token[], Reply[]> {
  const coinOf = (each: Address) => (each === COIN || each === vault ? native : undefined)
  const words = (yield* ask(named.filter((each) => !coinOf(each)).flatMap(tokenCalls))).values()
  return named.map(
    (each) => coinOf(each) ?? tokenFrom(each, words.next().value, words.next().value),
  )
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
