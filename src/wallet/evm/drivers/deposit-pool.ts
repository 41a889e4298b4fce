import * as z from 'zod'
import { call, decodeOrThrow } from '../../../chains/evm/call.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'

const BALANCE = 'function balance(address token, address user) view returns (uint256)'

/** A contract that keeps deposits of several tokens by user, such as Zircuit's staking. */
export const depositPoolEntry = entryBase.extend({
  driver: z.literal('deposit-pool'),
  pool: address,
  /** The tokens that are asked for; deposits of others are not seen. */
  tokens: z.array(token).min(1),
})

/** An owner's deposits, one finding for each token. */
export const depositPool = defineDriver({
  name: 'deposit-pool',
  entry: depositPoolEntry,
  reads: ['stake'],
  proof: 'recorded/deposit-pool.json',
  *read(entry, owner) {
    const { pool, tokens } = entry
    const replies = yield tokens.map(({ address }) => call(pool, BALANCE, [address, owner]))
    return tokens.flatMap((each, at) => {
      const legs = legsOf('stake', each, decodeOrThrow(replies[at], BALANCE))
      return legs.length === 0 ? [] : [positionOf(entry, { market: each.symbol, legs })]
    })
  },
})
