import * as z from 'zod'
import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { BALANCE, TOKEN0, TOKEN1 } from '../../../chains/evm/abi.ts'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding, TokenAmount } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { answersTo, apart, may, must, tokenAt } from './questions.ts'

const POSITIONS =
  'function positionsByFactory(uint256 limit, uint256 offset, address account, address factory) view returns ((uint256 id, address lp, uint256 liquidity, uint256 staked, uint256 amount0, uint256 amount1, uint256 staked0, uint256 staked1, uint256 earned0, uint256 earned1, uint256 emissions, int24 tickLower, int24 tickUpper, uint160 ratioLower, uint160 ratioUpper, address locker, uint32 unlocksAt, address alm)[])'
const COUNT = 'function allPoolsLength() view returns (uint256)'
/** Sugar gives no more at once, and does not say that it left some out. */
const MAX_POSITIONS = 200

/** LpSugar, the reader contract that Velodrome and Aerodrome publish for their pools. */
export const velodromeEntry = entryBase.extend({
  driver: z.literal('velodrome'),
  sugar: address,
  /** Pools are read in the order of their creation, `limit` of each factory, because reading all of them exceeds any gas limit. */
  factories: z.array(z.strictObject({ factory: address, limit: z.int().positive() })).min(1),
  /** Factories that Sugar does not cover: positions staked in their pools are not read. */
  unread: z.array(address).default([]),
  /** The token that gauges pay. */
  emissions: token,
})
export type VelodromeEntry = z.infer<typeof velodromeEntry>

type SugarPosition = ResultOf<typeof POSITIONS>[number]

/**
 * Positions in the pools of Velodrome or Aerodrome: loose and staked shares, and staked or managed concentrated positions. Loose
 * concentrated ones are left to the entry of the position manager (`uniswap-v3`). Pools past the limit and factories in `unread` are
 * not read, nor is what Sugar has no room for; for an owner who uses the exchange (has a position or the token that gauges pay) the
 * protocol is marked as not fully read. If a factory does not answer, it is marked so for every owner.
 */
export const velodrome = defineDriver({
  name: 'velodrome',
  entry: velodromeEntry,
  reads: ['lp', 'gauge', 'reward'],
  proof: 'recorded/velodrome.json',
  *read(entry, owner) {
    const { factories, emissions } = entry
    const { read, paid } = yield* answersTo({
      read: factories.map(({ factory, limit }) => ({
        limit: BigInt(limit),
        // Each takes millions of gas, so they share no request with the chain's other calls.
        page: apart(may(entry.sugar, POSITIONS, [BigInt(limit), 0n, owner, factory])),
        count: must(factory, COUNT, []),
      })),
      paid: must(emissions.address, BALANCE, [owner]),
    })
    const pages = read.flatMap(({ page }) => (page === null ? [] : [page]))
    if (pages.length === 0) throw new Unreadable('Sugar did not answer for any factory')
    const hasMore = read.some(
      ({ limit, page, count }) => count > limit || page?.length === MAX_POSITIONS,
    )
    const found = pages.flat().filter((each) => each.lp !== ZERO_ADDRESS && !isLooseNft(each))
    const isUser = paid > 0n || pages.some((page) => page.length > 0)
    const isSilent = pages.length < read.length
    const mayMiss = entry.unread.length > 0 || hasMore
    const unseen = isSilent || (isUser && mayMiss) ? [unseenPart(entry)] : []
    const pools = [...new Set(found.map(({ lp }) => lp))]

    const sides = yield* answersTo(
      pools.map((pool) => ({
        pool,
        side0: must(pool, TOKEN0, []),
        side1: must(pool, TOKEN1, []),
      })),
    )
    const pairs = yield* answersTo(
      sides.map(({ pool, side0, side1 }) => ({
        pool,
        token0: tokenAt(side0),
        token1: tokenAt(side1),
      })),
    )
    const findings = pairs.flatMap(({ pool, token0, token1 }): Finding[] =>
      found.filter(({ lp }) => lp === pool).map((each) => findingOf(entry, each, token0, token1)),
    )
    return [...findings, ...unseen]
  },
})

function isLooseNft(each: SugarPosition): boolean {
  return (
    each.id !== 0n &&
    each.staked === 0n &&
    each.alm === ZERO_ADDRESS &&
    each.locker === ZERO_ADDRESS
  )
}

function findingOf(
  entry: VelodromeEntry,
  each: SugarPosition,
  token0: Token,
  token1: Token,
): Finding {
  // What a staked NFT earns in its pool is for those who vote. Sugar counts it all the same.
  const isStakedNft = each.id !== 0n && each.staked !== 0n
  const legs: TokenAmount[] = [
    ...legsOf('lp', token0, each.amount0),
    ...legsOf('lp', token1, each.amount1),
    ...legsOf('stake', token0, each.staked0),
    ...legsOf('stake', token1, each.staked1),
    ...(isStakedNft ? [] : legsOf('reward', token0, each.earned0)),
    ...(isStakedNft ? [] : legsOf('reward', token1, each.earned1)),
    ...legsOf('reward', entry.emissions, each.emissions),
  ]
  return positionOf(entry, {
    market: `${token0.symbol}/${token1.symbol}`,
    ref: refOf(each),
    receiptToken: receiptOf(each),
    legs,
  })
}

function refOf({ id, lp, locker, alm }: SugarPosition): string {
  if (locker !== ZERO_ADDRESS) return `locked ${locker}`
  if (alm !== ZERO_ADDRESS) return `managed ${alm}`
  return id === 0n ? lp : id.toString()
}

function receiptOf({ id, lp, alm }: SugarPosition): Address | null {
  if (alm !== ZERO_ADDRESS) return alm
  return id === 0n ? lp : null
}
