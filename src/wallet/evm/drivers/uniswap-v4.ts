import * as z from 'zod'
import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { BALANCE } from '../../../chains/evm/abi.ts'
import { askOlder, askOwned, readOwned } from '../../../chains/evm/lens/owned.ts'
import {
  askV4Positions,
  readV4Positions,
  type V4Position,
} from '../../../chains/evm/lens/v4-positions.ts'
import { encodeCall } from '../../../chains/evm/viem.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { contentOf, isInRange, knownToken, opaqueToken, withOpaque } from './concentrated-nft.ts'
import { defineDriver } from './driver.ts'
import { positionOf, unreadNfts, unseenPart } from './entry-position.ts'
import { answersTo, may, must } from './questions.ts'
import { ask } from './reading.ts'

const NEXT_ID = 'function nextTokenId() view returns (uint256)'
/** Of `_ownerOf` in the manager (v4-periphery): after the name and the symbol, the first fields of solmate's ERC721. */
const OWNERS_SLOT = 2
/** More positions than any wallet but a market maker's has. */
const MAX_POSITIONS = 200
/** How a pool names its native coin, and that it has no hook. */
const NONE: Address = ZERO_ADDRESS
/** `DYNAMIC_FEE_FLAG` of `LPFeeLibrary` (v4-core). */
const DYNAMIC_FEE = 0x800000
/** `AFTER_REMOVE_LIQUIDITY_RETURNS_DELTA_FLAG` of `Hooks` (v4-core), a bit of the hook's address: it may take a part of what is withdrawn. */
const TAKES_A_PART = 1n

export const uniswapV4Entry = entryBase.extend({
  driver: z.literal('uniswap-v4'),
  manager: address,
  /** The wrapped native coin, in which the native coin is reported because it has the same price. */
  native: token,
})
export type UniswapV4Entry = z.infer<typeof uniswapV4Entry>

/**
 * Uniswap v4: amounts and unclaimed fees of each NFT, exactly what a full withdrawal would pay where no hook takes a part. Its manager
 * does not list the ids of an owner: they are those that an index of NFTs names or, without one, those among the newest of the
 * manager. Positions that are not found so are only counted.
 */
export const uniswapV4 = defineDriver({
  name: 'uniswap-v4',
  entry: uniswapV4Entry,
  reads: ['lp', 'reward'],
  proof: 'uniswap-v4-chain.test.ts',
  receiptTokens: ({ manager }) => [manager],
  spenders: ({ manager }) => [{ spender: manager, what: 'position manager', tokens: null }],
  collections: ({ manager }) => [manager],
  *read(entry, owner) {
    const { manager } = entry
    const { count, next } = yield* answersTo({
      count: must(manager, BALANCE, [owner]),
      next: may(manager, NEXT_ID, []),
    })
    if (count === 0n) return []
    const searched = yield [
      ...askOwned(manager, encodeCall(NEXT_ID, []), owner),
      ...askOlder({ collection: manager, slot: OWNERS_SLOT, next: next ?? 0n }, owner),
    ]
    // Where a node does not search that many, the rest is counted.
    const owned = readOwned(searched.filter(({ ok }) => ok))
    const ids = [...new Set(owned)].slice(0, MAX_POSITIONS)
    const replies = yield* ask(askV4Positions(manager, ids))
    const findings = replies.flatMap((reply) => {
      const { found, tokens } = readV4Positions(reply)
      const known = new Map([[NONE, entry.native], ...tokens.flatMap(knownToken)])
      return found
        .filter(({ liquidity }) => liquidity > 0n)
        .map((nft) => finding(entry, nft, known))
    })
    const rest = count - BigInt(ids.length)
    if (rest <= 0n) return findings
    const market = `${rest} ${rest === 1n ? 'position' : 'positions'}, contents not readable`
    return [
      ...findings,
      unreadNfts(entry, { collection: manager, count: rest, market, ref: null }),
      unseenPart(entry),
    ]
  },
})

function finding(
  entry: UniswapV4Entry,
  nft: V4Position,
  tokens: ReadonlyMap<Address, Token>,
): Finding {
  const { currency0, currency1, hooks, fee } = nft.key
  const ref = nft.id.toString()
  const token0 = tokens.get(currency0) ?? opaqueToken(currency0)
  const token1 = tokens.get(currency1) ?? opaqueToken(currency1)
  if (nft.sqrtPrice === 0n) {
    const market = 'contents not readable'
    return unreadNfts(entry, { collection: entry.manager, count: 1n, market, ref })
  }
  // The manager pays the fees out whenever it changes a position, so it never owes any.
  const state = { ...nft, owed0: 0n, owed1: 0n }
  const legs = withOpaque(contentOf(state, token0, token1), tokens)
  const isCertain = (BigInt(hooks) & TAKES_A_PART) === 0n
  const rate = fee === DYNAMIC_FEE ? 'dynamic fee' : `${fee / 10_000}%`
  return positionOf(entry, {
    market: `${token0.symbol}/${token1.symbol} ${rate}${hooks === NONE ? '' : ' with a hook'}`,
    ref,
    collection: entry.manager,
    legs: isCertain ? legs : legs.map((leg) => ({ ...leg, isUnread: true as const })),
    inRange: isInRange(state),
  })
}
