import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { BALANCE } from '../../../chains/evm/abi.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { address, type EntryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { type AnswersOf, answersTo, must, type Question } from './questions.ts'

/** How a contract reports a reward that can be claimed. */
export const CLAIMS = {
  earned: 'function earned(address owner) view returns (uint256)',
  // Not a view function, because the contract updates its checkpoints first; with eth_call nothing is changed.
  claimable_tokens: 'function claimable_tokens(address owner) returns (uint256)',
} as const

/** What staking pays. */
export const reward = z.strictObject({ token, claim: z.literal(['earned', 'claimable_tokens']) })

/** A contract that holds a pool's token for its owner 1:1: a gauge, a Convex reward pool, a reward vault. */
export const stake = z.strictObject({
  contract: address,
  /** Distinguishes this stake from the others of the pool: `gauge`, `convex`. */
  label: z.string().min(1),
  /** Its protocol, where that is not the pool's. */
  protocol: z.string().min(1).optional(),
  reward: reward.optional(),
})
export type Stake = z.infer<typeof stake>

export interface PoolToken extends EntryBase {
  /** The pool's share token. */
  receipt: Address
  stakes: Stake[]
}

/** The amount of one token in a share of the pool; a token that no list has is asked for. */
interface Part {
  token: Token | Question<Token>
  amount: bigint
}

/**
 * Reads a pool's token in the wallet and in every contract where it can be staked, with one finding for each. A token is in only one
 * of them at a time, so nothing is counted twice. `state` are the questions about the pool's content, asked only if the owner holds
 * something. `share` turns their answers into a function from an amount of the pool's token to its parts.
 */
export function* readPoolToken<const State>(
  pool: PoolToken,
  owner: Address,
  state: State,
  share: (content: AnswersOf<State>) => (held: bigint) => Part[],
): Generator<Call[], Finding[], Reply[]> {
  const loose = { contract: pool.receipt, label: null, protocol: pool.protocol, reward: null }
  const places = yield* answersTo(
    [loose, ...pool.stakes].map((place) => ({
      ...place,
      held: must(place.contract, BALANCE, [owner]),
    })),
  )
  const used = places.filter(({ held }) => held > 0n)
  if (used.length === 0) return []
  const { content, claimed } = yield* answersTo({
    content: state,
    claimed: used.map((place) => ({
      ...place,
      paid: place.reward ? must(place.contract, CLAIMS[place.reward.claim], [owner]) : 0n,
    })),
  })
  const partsOf = share(content)
  const found = yield* answersTo(claimed.map((place) => ({ ...place, parts: partsOf(place.held) })))
  return found.map(({ contract, label, protocol = pool.protocol, reward, paid, parts }) => {
    const role = label === null ? 'lp' : 'stake'
    return positionOf(pool, {
      protocol,
      ref: label,
      receiptToken: contract,
      ...(protocol !== pool.protocol && { within: pool.protocol }),
      legs: [
        ...parts.flatMap(({ token, amount }) => legsOf(role, token, amount)),
        ...(reward ? legsOf('reward', reward.token, paid) : []),
      ],
    })
  })
}

/** `amount` × `share` / `whole`, rounded down; zero if `whole` is zero. */
export function shareOf(amount: bigint, share: bigint, whole: bigint): bigint {
  return whole === 0n ? 0n : (amount * share) / whole
}
