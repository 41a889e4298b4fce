import * as z from 'zod'
import { address, entryBase } from '../../model/entry-base.ts'
import { call, decodeOrThrow } from '../client/call.ts'
import type { Driver } from './driver.ts'
import { unreadNfts } from './unread-nfts.ts'
import { unseenPart } from './unseen-part.ts'

const BALANCE = 'function balanceOf(address owner) view returns (uint256)'

export const uniswapV4Entry = entryBase.extend({
  driver: z.literal('uniswap-v4'),
  manager: address,
})
export type UniswapV4Entry = z.infer<typeof uniswapV4Entry>

/**
 * Uniswap v4. Its position manager cannot list the ids of an owner, so positions are only counted: they are reported as one finding
 * whose value is unknown.
 */
export const uniswapV4: Driver<UniswapV4Entry> = function* (entry, owner) {
  const [held] = yield [call(entry.manager, BALANCE, [owner])]
  const count = decodeOrThrow(held, BALANCE)
  if (count === 0n) return []
  return [
    unreadNfts(entry, {
      collection: entry.manager,
      count,
      market: `${count} ${count === 1n ? 'position' : 'positions'}, contents not readable`,
      ref: null,
    }),
    unseenPart(entry),
  ]
}
