import * as z from 'zod'
import { BALANCE } from '../../../chains/evm/abi.ts'
import { entryBase, token } from '../../model/entry-base.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { isBelieved } from './holding.ts'
import { answersTo, BLOCK_TIME, must } from './questions.ts'

const REDEEMED = 'function previewRedeem(uint256 amount) view returns (uint256)'
const COOLING =
  'function stakersCooldowns(address owner) view returns (uint40 start, uint216 amount)'
const COOLDOWN = 'function getCooldownSeconds() view returns (uint256)'
const WINDOW = 'function UNSTAKE_WINDOW() view returns (uint256)'

/** AAVE staked in the safety module. */
export const stakedAaveEntry = entryBase.extend({
  driver: z.literal('staked-aave'),
  token,
  /** What it is redeemed for. */
  of: token,
})

/**
 * What staked AAVE is redeemed for, and apart what cools down before it can be redeemed, until the window in which it can be is over
 * (`StakedTokenV3` of Aave).
 */
export const stakedAave = defineDriver({
  name: 'staked-aave',
  entry: stakedAaveEntry,
  reads: ['lock', 'withdrawal'],
  proof: 'staked-aave.test.ts',
  receiptTokens: ({ token }) => [token.address],
  redeemed: ({ token, of }) => [[token.address, of]],
  *read(entry, owner) {
    const { address: contract } = entry.token
    const held = yield* answersTo(must(contract, BALANCE, [owner]))
    if (held === 0n) return []
    const { worth, cooling, cooldown, window, now } = yield* answersTo({
      worth: must(contract, REDEEMED, [held]),
      cooling: must(contract, COOLING, [owner]),
      cooldown: must(contract, COOLDOWN, []),
      window: must(contract, WINDOW, []),
      now: BLOCK_TIME,
    })
    const receiptToken = contract
    if (!isBelieved(entry.of, entry.token, held, worth))
      return [positionOf(entry, { legs: legsOf('stake', entry.token, held), receiptToken })]
    const [start, amount] = cooling
    const end = BigInt(start) + cooldown
    const isCooling = start !== 0 && now <= end + window
    const waiting = isCooling ? (worth * (amount < held ? amount : held)) / held : 0n
    const withdrawal = { unlocksAt: Number(end), isClaimable: now > end }
    return [
      positionOf(entry, { legs: legsOf('stake', entry.of, worth - waiting), receiptToken }),
      positionOf(entry, {
        legs: legsOf('stake', entry.of, waiting),
        receiptToken,
        ref: 'cooldown',
        withdrawal,
      }),
    ].filter(({ legs }) => legs.length > 0)
  },
})
