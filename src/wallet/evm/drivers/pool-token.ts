import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { BALANCE } from '../../../chains/evm/abi.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { call, decodeOrThrow } from '../../../chains/evm/call.ts'
import { address, type EntryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding, TokenAmount } from '../../model/finding.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { readTokens, type TokenOf } from './reading.ts'

const CLAIMS = {
  earned: 'function earned(address owner) view returns (uint256)',
  // Not a view function, because the contract updates its checkpoints first; with eth_call nothing is changed.
  claimable_tokens: 'function claimable_tokens(address owner) returns (uint256)',
} as const

/** A contract that holds a pool's token for its owner 1:1: a gauge, a Convex reward pool, a reward vault. */
export const stake = z.strictObject({
  contract: address,
  /** Distinguishes this stake from the others of the pool: `gauge`, `convex`. */
  label: z.string().min(1),
  /** Its protocol, where that is not the pool's. */
  protocol: z.string().min(1).optional(),
  reward: z.strictObject({ token, claim: z.literal(['earned', 'claimable_tokens']) }).optional(),
})
export type Stake = z.infer<typeof stake>

export interface PoolToken extends EntryBase {
  /** The pool's share token. */
  receipt: Address
  stakes: Stake[]
}

/** The amount of one token in a share of the pool. */
export interface Part {
  token: Token
  amount: bigint
}

/**
 * Reads a pool's token in the wallet and in every contract where it can be staked, with one finding for each. A token is in only one
 * of them at a time, so nothing is counted twice. `state` are the calls that read the pool's content, made only if the owner holds
 * something. `unlisted` picks from their replies the tokens whose symbol and decimals must be read. `share` turns the replies and
 * these tokens into a function from an amount of the pool's token to its parts.
 */
export function* readPoolToken(
  pool: PoolToken,
  owner: Address,
  state: Call[],
  share: (replies: Reply[], tokenOf: TokenOf) => (held: bigint) => Part[],
  unlisted: (replies: Reply[]) => Address[] = () => [],
): Generator<Call[], Finding[], Reply[]> {
  const contracts = [pool.receipt, ...pool.stakes.map(({ contract }) => contract)]
  const balances = yield contracts.map((contract) => call(contract, BALANCE, [owner]))
  const held = contracts.map((_, at) => decodeOrThrow(balances[at], BALANCE))
  const staked = pool.stakes.flatMap((place, at) => {
    const amount = held[at + 1] ?? 0n
    return amount > 0n ? [{ place, amount }] : []
  })
  const loose = held[0] ?? 0n
  if (loose === 0n && staked.length === 0) return []

  const claims = staked.flatMap(({ place }) =>
    place.reward ? [call(place.contract, CLAIMS[place.reward.claim], [owner])] : [],
  )
  const replies = yield [...state, ...claims]
  const content = replies.slice(0, state.length)
  const partsOf = share(content, yield* readTokens(unlisted(content)))
  const claimed = replies.slice(state.length).values()

  const findings: Finding[] = []
  if (loose > 0n) findings.push(finding(pool, null, pool.receipt, partLegs('lp', partsOf(loose))))
  for (const { place, amount } of staked) {
    const legs = partLegs('stake', partsOf(amount))
    if (place.reward) {
      const reward = decodeOrThrow(claimed.next().value, CLAIMS[place.reward.claim])
      legs.push(...legsOf('reward', place.reward.token, reward))
    }
    findings.push(finding(pool, place, place.contract, legs))
  }
  return findings
}

/** `amount` × `share` / `whole`, rounded down; zero if `whole` is zero. */
export function shareOf(amount: bigint, share: bigint, whole: bigint): bigint {
  return whole === 0n ? 0n : (amount * share) / whole
}

function finding(
  pool: PoolToken,
  place: Stake | null,
  receiptToken: Address,
  legs: TokenAmount[],
): Finding {
  return positionOf(pool, {
    protocol: place?.protocol ?? pool.protocol,
    ref: place?.label ?? null,
    receiptToken,
    legs,
  })
}

function partLegs(role: TokenAmount['role'], parts: Part[]): TokenAmount[] {
  return parts.flatMap((part) => legsOf(role, part.token, part.amount))
}
