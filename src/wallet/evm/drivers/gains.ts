import * as z from 'zod'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, must, tokenAt } from './questions.ts'
import { ratio } from './reading.ts'

const TRADES =
  'function getTrades(address trader) view returns ((address user, uint32 index, uint16 pairIndex, uint24 leverage, bool long, bool isOpen, uint8 collateralIndex, uint8 tradeType, uint120 collateralAmount, uint64 openPrice, uint64 tp, uint64 sl, bool isCounterTrade, uint160 positionSizeToken, uint24 placeholder)[])'
const COLLATERALS =
  'function getCollaterals() view returns ((address collateral, bool isActive, uint88 placeholder, uint128 precision, uint128 precisionDelta)[])'
const COLLATERAL_PRICE =
  'function getCollateralPriceUsd(uint8 collateralIndex) view returns (uint256)'
const PAIR =
  'function pairs(uint256 index) view returns ((string from, string to, (address feed1, address feed2, uint8 calculation, uint256 maxDeviation) feed, uint256 spread, uint256 group, uint256 fee))'
const REALIZED =
  'function getTradeRealizedPnlCollateral(address trader, uint32 index) view returns (int256 profit, uint256 fees, int256 total)'

/** Fixed-point scales: leverage has 3 decimals, pair prices 10, collateral prices 8. */
const LEVERAGE = 1000n
const PRICE = 10n ** 10n
const COLLATERAL_USD = 10n ** 8n

/** Gains Network (gTrade) on one chain, which has a single contract. */
export const gainsEntry = entryBase.extend({ driver: z.literal('gains'), diamond: address })
export type GainsEntry = z.infer<typeof gainsEntry>

type Trade = ResultOf<typeof TRADES>[number]

/**
 * Open trades and pending orders of gTrade, with their collateral less the fees that were charged and with the profit or loss that was
 * booked: closing pays that, but the trade keeps the collateral as it was paid in, of which its size is a multiple. Further profit and the
 * liquidation price depend on a price that the contract receives only during a trade, so they stay unknown.
 */
export const gains = defineDriver({
  name: 'gains',
  entry: gainsEntry,
  reads: ['leverage'],
  proof: 'recorded/gains.json',
  spenders: ({ diamond }) => [{ spender: diamond, what: 'diamond', tokens: null }],
  *read(entry, owner) {
    const { diamond } = entry
    const { all, collaterals } = yield* answersTo({
      all: must(diamond, TRADES, [owner]),
      collaterals: must(diamond, COLLATERALS, []),
    })
    const trades = yield* answersTo(
      all
        .filter(({ isOpen, collateralAmount }) => isOpen && collateralAmount > 0n)
        .map((trade) => {
          // Collateral indices start at 1.
          const collateral = collaterals[trade.collateralIndex - 1]
          if (!collateral)
            throw new Unreadable(
              `The contract lists no collateral with index ${trade.collateralIndex}`,
            )
          return {
            trade,
            pair: must(diamond, PAIR, [BigInt(trade.pairIndex)]),
            price: must(diamond, COLLATERAL_PRICE, [trade.collateralIndex]),
            realized: must(diamond, REALIZED, [owner, trade.index]),
            token: tokenAt(collateral.collateral),
          }
        }),
    )
    return trades.map(({ trade, pair, price, realized: [, , realized], token }) => {
      const left = trade.collateralAmount + realized
      const legs = legsOf('margin', token, left > 0n ? left : 0n)
      return findingOf(entry, trade, { pair: `${pair.from}/${pair.to}`, token, price, legs })
    })
  },
})

function findingOf(
  entry: GainsEntry,
  trade: Trade,
  {
    pair,
    token,
    price,
    legs,
  }: { pair: string; token: Token; price: bigint; legs: Finding['legs'] },
): Finding {
  // Type 0 is an open trade; the others are orders waiting for their trigger price.
  const isOrder = trade.tradeType !== 0
  const sized = trade.collateralAmount * BigInt(trade.leverage) * price
  const unit = 10n ** BigInt(token.decimals) * LEVERAGE * COLLATERAL_USD
  return positionOf(entry, {
    market: isOrder ? `${pair}, order` : pair,
    ref: `${trade.index}`,
    legs,
    perp: isOrder
      ? null
      : {
          side: trade.long ? 'long' : 'short',
          sizeUsd: price > 0n ? ratio(sized, unit) : null,
          leverage: trade.leverage / Number(LEVERAGE),
          entryPrice: ratio(trade.openPrice, PRICE),
          liquidationPrice: null,
          pnlUsd: null,
          pnlInNet: false,
        },
  })
}
