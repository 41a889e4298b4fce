import * as z from 'zod'
import { ZERO_ADDRESS } from '../../../chains/address.ts'
import { UNDERLYING } from '../../../chains/evm/abi.ts'
import { type ResultOf, selectorOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, may, membersOf, must, tokenAt } from './questions.ts'
import { ratio, WAD } from './reading.ts'

const MARKETS = 'function allMarkets() view returns (address[])'
const ENTERED = 'function marketListOf(address account) view returns (address[])'
const LIQUIDITY =
  'function accountLiquidityOf(address account) view returns (uint256 collateral, uint256 supply, uint256 debt)'
const SNAPSHOT =
  'function accountSnapshot(address account) view returns ((uint256 shares, uint256 debt, uint256 rate))'

/** A core has some ten markets. */
const MAX_MARKETS = 200n
/** What a market of the chain's own coin names as its token. */
const COIN = ZERO_ADDRESS

/** LayerBank, by its core, which lists the markets. */
export const layerbankEntry = entryBase.extend({
  driver: z.literal('layerbank'),
  core: address,
  /** The wrapped coin of the chain, in which the coin is reported. */
  native: token,
})

/**
 * Supplies and debts with the interest of now, and the core's weighted collateral divided by the debt, both in US dollars (`ICore`,
 * `ILToken`, layerbank/contracts).
 */
export const layerbank = defineDriver({
  name: 'layerbank',
  entry: layerbankEntry,
  reads: ['supply', 'borrow'],
  proof: 'recorded/layerbank.json',
  *read(entry, owner) {
    const { core, native } = entry
    const { members, entered, liquidity } = yield* answersTo({
      members: membersOf({
        registry: core,
        listing: selectorOf(MARKETS),
        question: selectorOf(SNAPSHOT),
        // Shares and debt; the rate that follows is never zero.
        words: 2,
        owner,
        max: MAX_MARKETS,
      }),
      entered: must(core, ENTERED, [owner]),
      liquidity: may(core, LIQUIDITY, [owner]),
    })
    const { total, unread, found } = members
    if (total === 0n) throw new Unreadable(`${core} has no market`)
    if (unread > 0n || total > MAX_MARKETS) {
      throw new Unreadable(`${core} has markets that do not answer, or too many`)
    }
    const markets = yield* answersTo(
      found.map(({ member }) => ({
        member,
        snapshot: must(member, SNAPSHOT, [owner]),
        underlying: must(member, UNDERLYING, []),
      })),
    )
    const held = yield* answersTo(
      markets.map(({ underlying, ...market }) => ({
        ...market,
        of: underlying === COIN ? native : tokenAt(underlying),
      })),
    )
    const legs = held.flatMap(({ member, snapshot: { shares, debt, rate }, of }) => [
      ...legsOf('supply', of, (shares * rate) / WAD, entered.includes(member)),
      ...legsOf('borrow', of, debt),
    ])
    if (legs.length === 0) return []
    return [positionOf(entry, { legs, healthFactor: healthFactorOf(liquidity) })]
  },
})

/** Null without debt, and where the core cannot price it. */
function healthFactorOf(liquidity: ResultOf<typeof LIQUIDITY> | null): number | null {
  const [collateral, , debt] = liquidity ?? [0n, 0n, 0n]
  return debt === 0n ? null : ratio(collateral, debt)
}
