import * as z from 'zod'
import type { Address, Hex } from '../../../chains/address.ts'
import { BALANCE, FACTORY } from '../../../chains/evm/abi.ts'
import { call, decodeOrThrow } from '../../../chains/evm/call.ts'
import { askLens, LENS_PAGE, type LensPosition, readLens } from '../../../chains/evm/lens/lens.ts'
import { hexBytes } from '../../../chains/hex.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { contentOf, isInRange, knownToken, opaqueToken, withOpaque } from './concentrated-nft.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unreadNfts, unseenPart } from './entry-position.ts'
import { ask } from './reading.ts'
import { positionsInRounds } from './v3-rounds.ts'

/** More positions than any wallet but a market maker's has; further ones are counted and marked as unread. */
export const MAX_POSITIONS = 200n
const NO_REWARD: Hex = '0x00000000'

export const uniswapV3Entry = entryBase.extend({
  driver: z.literal('uniswap-v3'),
  /** The position manager that the NFTs belong to, and the factory of its pools. */
  manager: address,
  factory: address,
  /** Slipstream keys its pools by tick spacing instead of by fee. */
  tickSpacing: z.boolean().default(false),
  /** Algebra has one pool for two tokens, whose fee changes, and names its functions otherwise. */
  algebra: z.literal(true).optional(),
  /** The nodes of the chain run no code of ours, so that each NFT is asked for by itself. */
  runsCode: z.literal(false).exactOptional(),
  /** A contract in which NFTs are staked and which lists them by owner; it may pay a `reward` on top of the fees. */
  staking: z
    .strictObject({
      holder: address,
      reward: token.extend({ selector: hexBytes(4) }).optional(),
    })
    .optional(),
})
export type UniswapV3Entry = z.infer<typeof uniswapV3Entry>

/**
 * Uniswap v3 and its forks: amounts and unclaimed fees of each NFT, exactly what a full withdrawal would pay. Asks for the number
 * of NFTs first, and runs the lens only for an owner who has some.
 */
export const uniswapV3 = defineDriver({
  name: 'uniswap-v3',
  entry: uniswapV3Entry,
  reads: ['lp', 'gauge', 'reward'],
  readsOf: ({ staking }) => ['lp', ...(staking ? (['gauge'] as const) : []), 'reward'],
  proof: 'uniswap-chain.test.ts',
  receiptTokens: ({ manager, staking }) => (staking ? [manager, staking.holder] : [manager]),
  spenders: ({ manager }) => [{ spender: manager, what: 'position manager', tokens: null }],
  collections: ({ manager }) => [manager],
  *read(entry, owner) {
    const holders = [
      { holder: entry.manager, reward: NO_REWARD },
      ...(entry.staking
        ? [{ holder: entry.staking.holder, reward: entry.staking.reward?.selector ?? NO_REWARD }]
        : []),
    ]
    const counts = yield holders.map(({ holder }) => call(holder, BALANCE, [owner]))
    const places = holders.map((place, index) => ({
      ...place,
      count: decodeOrThrow(counts[index], BALANCE),
    }))
    const { manager, factory } = entry
    const shape = entry.algebra ? 'algebra' : entry.tickSpacing ? 'slipstream' : 'uniswap'
    const pages = places.flatMap(({ count, ...place }) =>
      pagesOf(count).map((page) => ({ ...place, ...page })),
    )
    if (entry.runsCode === false) {
      const at = pages.flatMap(({ skip, max }) => numbersFrom(skip, max))
      const { found, known } = yield* positionsInRounds(entry, owner, at)
      return [...findingsOf(entry, found, known, false), ...further(entry, places)]
    }
    const seen = yield* ask(
      pages.map((page) => askLens({ manager, factory, shape, owner, ...page })),
    )
    const isStaked = (holder?: Address) => holder !== manager
    return [
      ...seen.flatMap((reply, at) => {
        const { found, tokens } = readLens(reply)
        const known = new Map(tokens.flatMap((each) => knownToken(each)))
        return findingsOf(entry, found, known, isStaked(pages[at]?.holder))
      }),
      ...further(entry, places),
    ]
  },
})

/** What is past the limit, as one finding for each place. */
function further(
  entry: UniswapV3Entry,
  places: readonly { holder: Address; count: bigint }[],
): Finding[] {
  const rest = places
    .map(({ holder, count }) => ({ holder, count: pastLimit(count) }))
    .filter(({ count }) => count > 0n)
  return [
    ...rest.map(({ holder, count }) => {
      const market = `${count} further positions, not read`
      return unread(entry, { count, market, ref: null, isStaked: holder !== entry.manager })
    }),
    ...(rest.length > 0 ? [unseenPart(entry)] : []),
  ]
}

/** Past the limit half of them are the newest: what strangers sent in between hides neither what came before nor what came after. */
function pagesOf(count: bigint): { skip: bigint; max: bigint }[] {
  if (count <= MAX_POSITIONS) return pagesFrom(0n, count)
  const half = MAX_POSITIONS / 2n
  return [...pagesFrom(0n, half), ...pagesFrom(count - half, half)]
}

function pagesFrom(first: bigint, count: bigint): { skip: bigint; max: bigint }[] {
  const pages = (count + LENS_PAGE - 1n) / LENS_PAGE
  return Array.from({ length: Number(pages) }, (_, page) => {
    const done = BigInt(page) * LENS_PAGE
    return { skip: first + done, max: count - done < LENS_PAGE ? count - done : LENS_PAGE }
  })
}

function numbersFrom(first: bigint, count: bigint): bigint[] {
  return Array.from({ length: Number(count) }, (_, at) => first + BigInt(at))
}

function pastLimit(count: bigint): bigint {
  return count > MAX_POSITIONS ? count - MAX_POSITIONS : 0n
}

function findingsOf(
  entry: UniswapV3Entry,
  found: readonly LensPosition[],
  known: Map<Address, Token>,
  isStaked: boolean,
): Finding[] {
  return found
    .filter((nft) => !isClosed(nft))
    .map((nft) => findingOf(entry, nft, { known, isStaked }))
    .filter(({ legs }) => legs.length > 0)
}

function isClosed(nft: LensPosition): boolean {
  const empty = nft.liquidity === 0n && nft.owed0 === 0n && nft.owed1 === 0n
  return nft.readable && empty && nft.reward === 0n
}

function findingOf(
  entry: UniswapV3Entry,
  nft: LensPosition,
  { known: tokens, isStaked }: { known: Map<Address, Token>; isStaked: boolean },
): Finding {
  const ref = nft.id.toString()
  if (!nft.readable || nft.sqrtPrice === 0n) {
    return unread(entry, { count: 1n, market: 'contents not readable', ref, isStaked })
  }
  const token0 = tokens.get(nft.token0) ?? opaqueToken(nft.token0)
  const token1 = tokens.get(nft.token1) ?? opaqueToken(nft.token1)
  const legs = withOpaque(contentOf(nft, token0, token1), tokens)
  const isTakenOut = nft.liquidity === 0n && nft.owed0 + nft.owed1 > 0n
  if (entry.staking?.reward) legs.push(...legsOf('reward', entry.staking.reward, nft.reward))
  return positionOf(entry, {
    market: `${token0.symbol}/${token1.symbol}${poolKind(entry, nft.fee)}`,
    ref,
    ...(!isStaked && { collection: entry.manager }),
    legs,
    // Nothing earns when nothing is in the pool, whatever its price.
    inRange: nft.liquidity === 0n ? null : isInRange(nft),
    ...(isTakenOut && { withdrawal: { unlocksAt: null, isClaimable: true } }),
  })
}

function unread(
  entry: UniswapV3Entry,
  nfts: { count: bigint; market: string; ref: string | null; isStaked: boolean },
): Finding {
  return unreadNfts(entry, { collection: entry.manager, ...nfts })
}

/** `0.3%` for a fee of 3000 hundredths of a basis point; Slipstream pools are named by their tick spacing, Algebra's by tokens alone. */
function poolKind({ algebra, tickSpacing }: UniswapV3Entry, fee: number): string {
  if (algebra) return ''
  return tickSpacing ? ` tick spacing ${fee}` : ` ${fee / 10_000}%`
}

// For `npm run contracts -- --check` alone.

/** @public */
export const claims: ClaimsOf<UniswapV3Entry> = ({ manager, factory }) => [
  wordClaim('factory', call(manager, FACTORY, []), factory),
]
