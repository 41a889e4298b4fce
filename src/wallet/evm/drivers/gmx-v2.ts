import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { BALANCE } from '../../../chains/evm/abi.ts'
import { askFunding, readFunding } from '../../../chains/evm/lens/funding.ts'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, must, Question, tokenAt } from './questions.ts'
import { ratio } from './reading.ts'

const POSITIONS =
  'function getAccountPositions(address dataStore, address account, uint256 start, uint256 end) view returns (((address account, address market, address collateralToken) addresses, (uint256 sizeInUsd, uint256 sizeInTokens, uint256 collateralAmount, int256 pendingImpactAmount, uint256 borrowingFactor, uint256 fundingFeeAmountPerSize, uint256 longTokenClaimableFundingAmountPerSize, uint256 shortTokenClaimableFundingAmountPerSize, uint256 increasedAtTime, uint256 decreasedAtTime) numbers, (bool isLong) flags)[])'

/** More than an account can have: there is one position per market, collateral and side. */
const MAX_POSITIONS = 1000n
/** Arbitrum has some 130. */
const MAX_MARKETS = 1000n
/** Pool shares have 18 decimals; GMX amounts in US dollars have 30. */
const SHARE_DECIMALS = 18
const USD = 10n ** 30n

export const gmxV2Entry = entryBase.extend({
  driver: z.literal('gmx-v2'),
  reader: address,
  dataStore: address,
  /** Pools that traders trade against: GM tokens, with the market's name and the decimals of its index token, and GLV tokens. */
  pools: z.array(
    z.strictObject({
      address,
      name: z.string().min(1),
      indexDecimals: z.int().min(0).max(36).optional(),
    }),
  ),
})
export type GmxV2Entry = z.infer<typeof gmxV2Entry>

type Perp = ResultOf<typeof POSITIONS>[number] & { collateral: Token }

/**
 * GMX v2: perpetuals as the reader lists them, funding that may be claimed in any market, and shares of its pools. Profit, leverage and
 * liquidation price need prices that are not on chain, so they stay unknown.
 */
export const gmxV2 = defineDriver({
  name: 'gmx-v2',
  entry: gmxV2Entry,
  reads: ['leverage', 'lp', 'reward'],
  proof: 'recorded/gmx-v2.json',
  receiptTokens: ({ pools }) => pools.map(({ address }) => address),
  *read(entry, owner) {
    const { reader, dataStore: store } = entry
    const { positions, funding, balances } = yield* answersTo({
      positions: must(reader, POSITIONS, [store, owner, 0n, MAX_POSITIONS]),
      funding: new Question([askFunding({ reader, store, owner, max: MAX_MARKETS })], ([reply]) =>
        readFunding(reply),
      ),
      balances: entry.pools.map((pool) => ({ pool, held: must(pool.address, BALANCE, [owner]) })),
    })
    const { total, found } = funding
    if (total === 0n || total === MAX_MARKETS)
      throw new Unreadable(`GMX lists ${total} markets, which is none or not all`)
    const { open, claims } = yield* answersTo({
      open: positions
        .filter(({ numbers }) => numbers.sizeInUsd > 0n)
        .map((perp) => ({ ...perp, collateral: tokenAt(perp.addresses.collateralToken) })),
      claims: found.map((claim) => ({ ...claim, of: tokenAt(claim.token) })),
    })
    const shares = balances.flatMap(({ pool, held }): Finding[] => {
      const share = { address: pool.address, symbol: 'GM', decimals: SHARE_DECIMALS }
      const legs = legsOf('lp', share, held)
      const position = { product: 'lp' as const, market: pool.name, receiptToken: pool.address }
      return legs.length > 0 ? [positionOf(entry, { ...position, legs })] : []
    })
    return [
      ...open.map((perp) => perpOf(entry, perp)),
      ...[...Map.groupBy(claims, ({ market }) => market)].map(([market, all]) =>
        positionOf(entry, {
          market: `${nameOf(entry, market)}, funding`,
          legs: all.flatMap(({ of, amount }) => legsOf('reward', of, amount)),
        }),
      ),
      ...shares,
    ]
  },
})

function nameOf({ pools }: GmxV2Entry, market: Address): string {
  return pools.find(({ address }) => address === market)?.name ?? market
}

function perpOf(entry: GmxV2Entry, { addresses, numbers, flags, collateral }: Perp): Finding {
  const market = entry.pools.find((each) => each.address === addresses.market)
  const side = flags.isLong ? 'long' : 'short'
  return positionOf(entry, {
    product: 'perp',
    market: nameOf(entry, addresses.market),
    ref: `${addresses.market} ${side} ${collateral.symbol}`,
    legs: legsOf('margin', collateral, numbers.collateralAmount),
    perp: {
      side,
      sizeUsd: ratio(numbers.sizeInUsd, USD),
      leverage: null,
      entryPrice: entryPrice(numbers, market?.indexDecimals),
      liquidationPrice: null,
      pnlUsd: null,
      pnlInNet: false,
    },
  })
}

/** The average opening price in US dollars: the size in US dollars divided by the size in tokens. */
function entryPrice(
  { sizeInUsd, sizeInTokens }: Perp['numbers'],
  decimals: number | undefined,
): number | null {
  if (decimals === undefined || sizeInTokens === 0n) return null
  return ratio(sizeInUsd * 10n ** BigInt(decimals), sizeInTokens * USD)
}
