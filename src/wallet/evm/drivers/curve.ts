import * as z from 'zod'
import { SUPPLY } from '../../../chains/evm/abi.ts'
import { call } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { readPoolToken, shareOf, stake } from './pool-token.ts'
import { must } from './questions.ts'

const BALANCES = {
  uint256: 'function balances(uint256 at) view returns (uint256)',
  int128: 'function balances(int128 at) view returns (uint256)',
} as const

/** One Curve pool, with the gauge and the Convex pool in which its token is staked. */
export const curveEntry = entryBase.extend({
  driver: z.literal('curve'),
  pool: address,
  /** The pool's token; newer pools are their own token. */
  lpToken: address,
  /** In the pool's order. A metapool's second coin is another pool's token. */
  coins: z.array(token).min(2).max(8),
  /** The argument type of `balances`: the first pools took an int128. */
  index: z.literal(['uint256', 'int128']).default('uint256'),
  stakes: z.array(stake).default([]),
})
export type CurveEntry = z.infer<typeof curveEntry>

/** A share of a Curve pool as a balanced withdrawal pays it: the same fraction of every coin. */
export const curve = defineDriver({
  name: 'curve',
  entry: curveEntry,
  reads: ['lp', 'gauge', 'reward'],
  proof: 'recorded/curve.json',
  receiptTokens: ({ lpToken, stakes }) => [lpToken, ...stakes.map(({ contract }) => contract)],
  spenders: ({ pool, coins }) => [
    { spender: pool, what: 'pool', tokens: coins.map(({ address }) => address) },
  ],
  read(entry, owner) {
    const { pool, lpToken, coins } = entry
    const state = {
      supply: must(lpToken, SUPPLY, []),
      content: coins.map((token, at) => ({
        token,
        balance: must(pool, BALANCES[entry.index], [BigInt(at)]),
      })),
    }
    return readPoolToken({ ...entry, receipt: lpToken }, owner, state, ({ supply, content }) => {
      if (supply === 0n) throw new Unreadable(`${lpToken} has no supply`)
      return (held) =>
        content.map(({ token, balance }) => ({ token, amount: shareOf(balance, held, supply) }))
    })
  },
})

// For `npm run contracts -- --check` alone.
const COINS = {
  uint256: 'function coins(uint256 at) view returns (address)',
  int128: 'function coins(int128 at) view returns (address)',
} as const

/** @public */
export const claims: ClaimsOf<CurveEntry> = ({ pool, coins, index }) =>
  coins.map(({ address, symbol }, at) =>
    wordClaim(`coin ${at}, ${symbol}`, call(pool, COINS[index], [BigInt(at)]), address),
  )
