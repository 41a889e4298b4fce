import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { type Call, call, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import type { HeldPool } from '../../../chains/evm/lens/pools.ts'
import { hex } from '../../../chains/hex.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { contentCalls, contentOf, heldTokens, type PoolContent } from './pool-content.ts'
import { shareOf } from './pool-token.ts'
import { walkPools } from './pool-walks.ts'
import { ask, tokenCalls, tokenFrom } from './reading.ts'
import { unseenPart } from './unseen-part.ts'

const CLAIMS = {
  earned: 'function earned(address owner) view returns (uint256)',
  claimable_tokens: 'function claimable_tokens(address owner) returns (uint256)',
} as const

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
  reward: z.strictObject({ token, claim: z.literal(['earned', 'claimable_tokens']) }).optional(),
  /** The symbol of the chain's own coin, which Curve writes as an address. */
  native: z.string().min(1).optional(),
  /** Pools' tokens and stakes that other entries count. */
  except: z.array(address).default([]),
})
export type PoolRegistryEntry = z.infer<typeof poolRegistryEntry>

/**
 * Pools in which the owner has shares, loose or staked, each as the same fraction of every token. A pool whose content cannot be read
 * is found with its token alone. The protocol is marked as not fully read if pools did not answer, and, for an owner who has shares, if there are more than are read.
 */
export const poolRegistry = defineDriver({
  name: 'pool-registry',
  entry: poolRegistryEntry,
  gap: 'Pools and tokens that are newer than our lists, the pools of a factory after its first thousand, and some rewards of gauges are not read.',
  *read(entry, owner) {
    const { total, unread, found } = yield* walkPools(entry, owner)
    if (total === 0n) throw new Unreadable('The registry lists no pool')
    const pools = entry.walk === 'pendle-tokens' ? apart(found) : found
    const held = pools.flatMap((each) => without(entry, each))
    const staked = entry.reward ? held.filter((each) => each.staked > 0n) : []
    const claim = CLAIMS[entry.reward?.claim ?? 'earned']

    const tokens = new Set(held.flatMap((each) => [each.token, ...each.coins]))
    const first = yield* askTokens(
      entry,
      [...tokens],
      [
        ...held.flatMap((each) => contentCalls(entry, each)),
        ...staked.map(({ holder }) => call(holder, claim, [owner])),
      ],
    )
    const replies = first.replies.values()
    const contents = held.map((each) => contentOf(entry, each, replies))
    const claims = new Map(
      staked.map((each) => [each.holder, tryDecode(replies.next().value, claim)]),
    )
    const others = heldTokens(contents).filter((each) => !first.tokens.has(each))
    const second = yield* askTokens(entry, others, [])
    const known = new Map([...first.tokens, ...second.tokens])

    const findings = held.flatMap((each, at): Finding[] => {
      const share = known.get(each.token)
      if (!share) throw new Unreadable(`${each.token} is no token`)
      const content = contents[at]
      // Tokens that are not shares of a pool are what their owner has supplied.
      const ownRole = entry.product === 'lp' ? 'lp' : 'supply'
      return ([ownRole, 'stake'] as const).flatMap((role): Finding[] => {
        const amount = role === 'stake' ? each.staked : each.loose
        if (amount === 0n) return []
        const legs = partsOf(content ?? null, share, amount, known).flatMap(([part, parts]) =>
          legsOf(role, part, parts),
        )
        const paid = role === 'stake' ? (claims.get(each.holder) ?? 0n) : 0n
        if (entry.reward) legs.push(...legsOf('reward', entry.reward.token, paid))
        const receiptToken = role === 'stake' ? each.holder : each.token
        const protocol = content?.isV3 && entry.v3Protocol ? entry.v3Protocol : entry.protocol
        const found = { protocol, market: share.symbol, ref: receiptToken, receiptToken, legs }
        return [positionOf(entry, found)]
      })
    })
    const mayMiss = held.length > 0 && total > BigInt(entry.page * entry.pages)
    const isLost = mayMiss || unread > 0n || [...claims.values()].includes(null)
    return isLost ? [...findings, unseenPart(entry)] : findings
  },
})

/** Both tokens of a pair, each for itself, and once where two pools have it. */
function apart(found: readonly HeldPool[]): HeldPool[] {
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

const NATIVE: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** The tokens, asked together with other calls. A token that names no decimals is left out. */
function* askTokens(
  { native }: PoolRegistryEntry,
  addresses: Address[],
  calls: Call[],
): Generator<Call[], { tokens: Map<Address, Token>; replies: Reply[] }, Reply[]> {
  const asked = addresses.filter((each) => each !== NATIVE)
  // Anybody can create a pool of any token.
  const words = yield* ask([
    ...calls,
    ...asked.flatMap((each) => tokenCalls(each).map((one) => ({ ...one, untrusted: true }))),
  ])
  const tokens = new Map<Address, Token>()
  if (native) tokens.set(NATIVE, { address: NATIVE, symbol: native, decimals: 18 })
  for (const [at, each] of asked.entries()) {
    const [symbol, decimals] = words.slice(calls.length + 2 * at, calls.length + 2 * at + 2)
    if (decimals?.ok) tokens.set(each, tokenFrom(each, symbol, decimals))
  }
  return { tokens, replies: words.slice(0, calls.length) }
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

// For `npm run contracts -- --check` alone.
const POOL_COUNT = 'function pool_count() view returns (uint256)'
const POOL_LENGTH = 'function poolLength() view returns (uint256)'

/** @public */
export const claims: ClaimsOf<PoolRegistryEntry> = ({ registry, walk }) =>
  registry
    ? [existence('pools', registry, walk.startsWith('curve') ? POOL_COUNT : POOL_LENGTH, [])]
    : []
