import * as z from 'zod'
import { SUPPLY } from '../../../chains/evm/abi.ts'
import { call } from '../../../chains/evm/call.ts'
import { hexBytes } from '../../../chains/hex.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { ACTUAL_SUPPLY, POOL_TOKENS } from './pool-content.ts'
import { readPoolToken, shareOf, stake } from './pool-token.ts'
import { may, must, tokenAt } from './questions.ts'

/** One pool in the vault of Balancer v2 or of a fork. */
export const balancerEntry = entryBase.extend({
  driver: z.literal('balancer'),
  vault: address,
  poolId: hexBytes(32),
  /** The pool's contract, which is also its token: the first twenty bytes of its id. */
  pool: address,
  /** Tokens of the pool whose symbols and decimals are known; others are asked for theirs. */
  tokens: z.array(token).default([]),
  stakes: z.array(stake).default([]),
})
export type BalancerEntry = z.infer<typeof balancerEntry>

/**
 * A share of a Balancer v2 pool: the same fraction of every token. A composable pool lists its own token, pre-minted to the vault.
 * It is not counted as content, and `getActualSupply` leaves it out of the supply. The first pools have only `totalSupply`.
 */
export const balancer = defineDriver({
  name: 'balancer',
  entry: balancerEntry,
  reads: ['lp', 'gauge'],
  proof: 'pools-chain.test.ts',
  receiptTokens: ({ pool, stakes }) => [pool, ...stakes.map(({ contract }) => contract)],
  spenders: ({ vault }) => [{ spender: vault, what: 'vault', tokens: null }],
  read(entry, owner) {
    const { pool, vault, poolId, tokens } = entry
    const listed = new Map(tokens.map((each) => [each.address, each]))
    const state = {
      content: must(vault, POOL_TOKENS, [poolId]),
      actual: may(pool, ACTUAL_SUPPLY, []),
      supply: may(pool, SUPPLY, []),
    }
    return readPoolToken(
      { ...entry, receipt: pool },
      owner,
      state,
      ({ content: [addresses, balances], actual, supply }) => {
        const isComposable = addresses.includes(pool)
        const whole = isComposable ? actual : (actual ?? supply)
        if (!whole) throw new Unreadable(`${pool} has no supply`)
        return (held) =>
          addresses.flatMap((at, index) => {
            const token = listed.get(at) ?? tokenAt(at)
            const amount = shareOf(balances[index] ?? 0n, held, whole)
            return at === pool ? [] : [{ token, amount }]
          })
      },
    )
  },
})

// For `npm run contracts -- --check` alone.
const POOL_ID = 'function getPoolId() view returns (bytes32)'

/** @public */
export const claims: ClaimsOf<BalancerEntry> = ({ pool, poolId }) => [
  wordClaim('id of the pool', call(pool, POOL_ID, []), poolId),
]
