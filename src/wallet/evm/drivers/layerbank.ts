import * as z from 'zod'
import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { UNDERLYING } from '../../../chains/evm/abi.ts'
import { call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { askMembers, readMembers } from '../../../chains/evm/lens/members.ts'
import { selectorOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { TokenAmount } from '../../model/finding.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { ask, ratio, tokenCalls, tokenFrom } from './reading.ts'

const MARKETS = 'function allMarkets() view returns (address[])'
const ENTERED = 'function marketListOf(address account) view returns (address[])'
const LIQUIDITY =
  'function accountLiquidityOf(address account) view returns (uint256 collateral, uint256 supply, uint256 debt)'
const SNAPSHOT =
  'function accountSnapshot(address account) view returns ((uint256 shares, uint256 debt, uint256 rate))'

const WAD = 10n ** 18n
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
export type LayerbankEntry = z.infer<typeof layerbankEntry>

/**
 * Supplies and debts with the interest of now, and the core's weighted collateral divided by the debt, both in US dollars (`ICore`,
 * `ILToken`, layerbank/contracts).
 */
export const layerbank = defineDriver({
  name: 'layerbank',
  entry: layerbankEntry,
  gap: 'Locked LAB and unclaimed rewards are not read.',
  *read(entry, owner) {
    const { core, native } = entry
    const [membersReply, enteredReply, liquidityReply] = yield [
      askMembers({
        registry: core,
        listing: selectorOf(MARKETS),
        question: selectorOf(SNAPSHOT),
        // Shares and debt; the rate that follows is never zero.
        words: 2,
        owner,
        max: MAX_MARKETS,
      }),
      call(core, ENTERED, [owner]),
      call(core, LIQUIDITY, [owner]),
    ]
    const { total, unread, found } = readMembers(membersReply)
    if (total === 0n) throw new Unreadable(`${core} has no market`)
    if (unread > 0n || total > MAX_MARKETS) {
      throw new Unreadable(`${core} has markets that do not answer, or too many`)
    }
    const entered = new Set<Address>(decodeOrThrow(enteredReply, ENTERED))
    const second = yield* ask(
      found.flatMap(({ member }) => [
        call(member, SNAPSHOT, [owner]),
        call(member, UNDERLYING, []),
      ]),
    )
    const held = found.map(({ member }, at) => {
      const { shares, debt, rate } = decodeOrThrow(second[2 * at], SNAPSHOT)
      const underlying = decodeOrThrow(second[2 * at + 1], UNDERLYING)
      return { underlying, supply: (shares * rate) / WAD, debt, isEntered: entered.has(member) }
    })
    const named = held.filter(({ underlying }) => underlying !== COIN)
    const words = (yield* ask(named.flatMap(({ underlying }) => tokenCalls(underlying)))).values()
    const legs = held.flatMap(({ underlying, supply, debt, isEntered }): TokenAmount[] => {
      const of =
        underlying === COIN ? native : tokenFrom(underlying, words.next().value, words.next().value)
      return [...legsOf('supply', of, supply, isEntered), ...legsOf('borrow', of, debt)]
    })
    if (legs.length === 0) return []
    return [positionOf(entry, { legs, healthFactor: healthFactorIn(liquidityReply) })]
  },
})

/** Null without debt, and where the core cannot price it. */
function healthFactorIn(reply: Reply | undefined): number | null {
  const [collateral, , debt] = tryDecode(reply, LIQUIDITY) ?? [0n, 0n, 0n]
  return debt === 0n ? null : ratio(collateral, debt)
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<LayerbankEntry> = ({ core }) => [
  existence('markets', core, MARKETS, []),
]
