import * as z from 'zod'
import { type Address, NATIVE_COIN } from '../../../chains/address.ts'
import type { HeldPool } from '../../../chains/evm/lens/pools.ts'
import { hex } from '../../../chains/hex.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token } from '../../model/entry-base.ts'
import type { Finding, TokenAmount } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { askBooked, askRates, interestOf } from './pendle-interest.ts'
import { contentOf, heldTokens, type PoolContent, readContent } from './pool-content.ts'
import { CLAIMS, reward, shareOf } from './pool-token.ts'
import { walkPools } from './pool-walks.ts'
import { answersTo, apart, may, mayBeToken } from './questions.ts'

/** Every pool of a registry on chain, or of a published list. */
export const poolRegistryEntry = entryBase.extend({
  driver: z.literal('pool-registry'),
  walk: z.enum([
    'curve-factory',
    'curve-crypto-factory',
    'convex',
    'convex-side',
    'equilibria',
    'pendle-markets',
    'pendle-tokens',
    'penpie',
    'tokens',
    'aura',
    'balancer-pools',
    'balancer-gauges',
  ]),
  /** A contract that lists the pools. */
  registry: address.optional(),
  /** In its stead a list: addresses of 20 bytes each in a row. */
  list: hex.optional(),
  /** Where the list is one of contracts that keep pools in a set that no function shows: its slot, as `set-reader.yul` takes it. */
  slot: z.int().nonnegative().optional(),
  /** How many pools one request reads, and how many requests there are. Pools after them are not read. */
  page: z.int().positive(),
  pages: z.int().positive(),
  /** The contract that reports a pool's gauge, and one that knows older gauges. */
  gauges: z
    .strictObject({
      contract: address,
      older: address.optional(),
      by: z.literal(['get_gauge', 'get_gauge_from_lp_token']),
    })
    .optional(),
  /** The contract that reports the pool of a token, where tokens are not their own pools. */
  poolOfToken: address.optional(),
  /** The vaults that hold the content of Balancer's pools. */
  vaults: z.strictObject({ v2: address, v3: address.optional() }).optional(),
  /** The slug of the third version, where it is a protocol of its own. */
  v3Protocol: z.string().min(1).optional(),
  /** What staking in the gauge or reward contract pays. */
  reward: reward.optional(),
  /** The symbol of the chain's own coin, which Curve writes as an address. */
  native: z.string().min(1).optional(),
  /** Pools' tokens and stakes that other entries count. */
  except: z.array(address).default([]),
})
export type PoolRegistryEntry = z.infer<typeof poolRegistryEntry>

/**
 * Pools in which the owner has shares, loose or staked, each as the same fraction of every token. A pool whose content cannot be read
 * is found with its token alone, and a yield token of Pendle with its unclaimed interest. The protocol is marked as not fully read if
 * pools did not answer, and, for an owner who has shares, if there are more than are read.
 */
export const poolRegistry = defineDriver({
  name: 'pool-registry',
  entry: poolRegistryEntry,
  reads: ['lp', 'gauge', 'reward'],
  proof: 'pools-chain.test.ts',
  *read(entry, owner) {
    const { total, unread, found } = yield* walkPools(entry, owner)
    if (total === 0n) throw new Unreadable('The registry lists no pool')
    const isPendle = entry.walk === 'pendle-tokens'
    const walked = isPendle ? split(found) : found
    const yields = new Set(isPendle ? found.map(({ holder }) => holder) : [])
    const held = walked.flatMap((each) => without(entry, each))
    const claim = CLAIMS[entry.reward?.claim ?? 'earned']

    const first = yield* answersTo({
      held: held.map((each) => ({
        pool: each,
        inside: contentOf(entry, each),
        paid: entry.reward && each.staked > 0n ? may(each.holder, claim, [owner]) : 0n,
        booked: yields.has(each.token) ? askBooked(each.token, owner) : null,
      })),
      tokens: tokensAt(
        entry,
        held.flatMap((each) => [each.token, ...each.coins]),
      ),
    })
    const pools = first.held.map(({ pool, inside, paid, booked }) => ({
      pool,
      paid,
      booked,
      content: readContent(entry, pool, inside),
    }))
    const asked = new Set(first.tokens.map(({ at }) => at))
    const others = heldTokens(pools.map(({ content }) => content)).filter((at) => !asked.has(at))
    const second = yield* answersTo({
      tokens: tokensAt(entry, others),
      earned: pools.map(({ booked }) => booked && askRates(booked)),
    })
    const interest = pools.map(({ pool: each, booked }, at) => {
      const earned = second.earned[at] ?? null
      return booked && earned ? interestOf(each.loose, booked, earned) : []
    })
    const known = new Map(
      [...first.tokens, ...second.tokens].flatMap(({ at, token }) => (token ? [[at, token]] : [])),
    )
    const findings = pools.flatMap((each, at) =>
      findingsAt(entry, { ...each, interest: interest[at] ?? [] }, known),
    )
    const mayMiss = held.length > 0 && total > BigInt(entry.page * entry.pages)
    const isLost =
      mayMiss || unread > 0n || interest.includes(null) || pools.some(({ paid }) => paid === null)
    return isLost ? [...findings, unseenPart(entry)] : findings
  },
})

/** A pool that an owner has a part of. `paid`: rewards; null where they could not be read. */
interface ReadPool {
  pool: HeldPool
  content: PoolContent | null
  paid: bigint | null
  interest: readonly TokenAmount[]
}

/** What an owner has of one pool: its shares, and those that are staked. */
function findingsAt(
  entry: PoolRegistryEntry,
  { pool, content, paid, interest }: ReadPool,
  known: ReadonlyMap<Address, Token>,
): Finding[] {
  const share = known.get(pool.token)
  if (!share) throw new Unreadable(`${pool.token} is no token`)
  // Tokens that are not shares of a pool are what their owner has supplied.
  const ownRole = entry.product === 'lp' ? 'lp' : 'supply'
  return ([ownRole, 'stake'] as const).flatMap((role): Finding[] => {
    const amount = role === 'stake' ? pool.staked : pool.loose
    if (amount === 0n) return []
    const legs = partsOf(content, share, amount, known).flatMap(([part, parts]) =>
      legsOf(role, part, parts),
    )
    if (entry.reward && role === 'stake')
      legs.push(...legsOf('reward', entry.reward.token, paid ?? 0n))
    legs.push(...interest)
    const receiptToken = role === 'stake' ? pool.holder : pool.token
    const protocol = content?.isV3 && entry.v3Protocol ? entry.v3Protocol : entry.protocol
    const found = { protocol, market: share.symbol, ref: receiptToken, receiptToken, legs }
    const within = poolsOf(entry, content, share)
    return [positionOf(entry, within === null ? found : { ...found, within })]
  })
}

/** The protocol whose pools one of another keeps; null where that is not known. */
function poolsOf(
  { walk }: PoolRegistryEntry,
  content: PoolContent | null,
  { symbol }: Token,
): string | null {
  // Penpie keeps its own tokens too.
  if (walk === 'equilibria' || (walk === 'penpie' && symbol === 'PENDLE-LPT')) return 'pendle'
  if (!content || content.parts.length === 0) return null
  if (walk === 'aura') return content.isV3 ? 'balancer-v3' : 'balancer-v2'
  return walk === 'convex' || walk === 'convex-side' ? 'curve-dex' : null
}

/** Both tokens of a pair, each for itself, and once where two pools have it. */
function split(found: readonly HeldPool[]): HeldPool[] {
  const alone = found.flatMap((each) => [
    { ...each, holder: each.token, staked: 0n },
    { ...each, token: each.holder, loose: each.staked, staked: 0n },
  ])
  return [...new Map(alone.map((each) => [each.token, each])).values()]
}

/** The pool without what other entries count; none if nothing is left. */
function without({ except }: PoolRegistryEntry, each: HeldPool): HeldPool[] {
  const loose = except.includes(each.token) ? 0n : each.loose
  const staked = except.includes(each.holder) ? 0n : each.staked
  return loose + staked === 0n ? [] : [{ ...each, loose, staked }]
}

/** The tokens, of which one that names no decimals is null: anybody can create a pool of any token. */
function tokensAt({ native }: PoolRegistryEntry, addresses: Address[]) {
  return [...new Set(addresses)].map((at) => ({
    at,
    token:
      at === NATIVE_COIN
        ? native
          ? { address: NATIVE_COIN, symbol: native, decimals: 18 }
          : null
        : apart(mayBeToken(at)),
  }))
}

/** What a share of a pool is worth in tokens; the share itself where its content or one of its tokens could not be read. */
function partsOf(
  content: PoolContent | null,
  share: Token,
  amount: bigint,
  tokens: ReadonlyMap<Address, Token>,
): [Token, bigint][] {
  const parts = content?.parts.flatMap(([of, whole]): [Token, bigint][] => {
    const found = tokens.get(of)
    return found ? [[found, shareOf(whole, amount, content.supply)]] : []
  })
  const isWhole = content && content.parts.length > 0 && parts?.length === content.parts.length
  return isWhole && content.supply > 0n && parts ? parts : [[share, amount]]
}
