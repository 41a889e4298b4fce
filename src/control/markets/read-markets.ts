import { dayOf } from '../../domain/day.ts'
import type { Market } from '../../domain/market.ts'
import type { ContractEntry } from '../../wallet/evm/contracts/drivers.ts'
import type { ChainReader } from '../chain-reader.ts'
import { timeCall, timeIn } from './block-time.ts'
import { plausibleAmount } from './draft.ts'
import type { Exit, Exits } from './exit-table.ts'
import { readFeeds } from './feeds.ts'
import { finishMarket, unreadMarket, usdPrices } from './finish.ts'
import { exitReadingOf, marketReadingOf } from './market-readings.ts'
import { withoutRepeats } from './positions.ts'
import { type FoundMarkets, runTogether } from './reading.ts'

/** Of one protocol on one chain; the largest has about 130. */
const MAX_MARKETS = 500

/** Contract entries by slug of their protocol, as in `data/wallet/contracts/protocols.json`. */
export type ProtocolEntries = ReadonlyMap<string, readonly ContractEntry[]>

/**
 * Markets by slug of their protocol; only protocols of which at least one was found. What could not be read of a market is its gap: of one
 * that could not be read at all, only the place is known.
 */
export type MarketsRead = Map<string, Market[]>

/** Groups the entries of a contract list by their protocol. */
export function byProtocol(entries: readonly ContractEntry[]): ProtocolEntries {
  return Map.groupBy(entries, ({ protocol }) => protocol)
}

/**
 * Reads the markets of these protocols, and how deposits leave their other contracts (`exits`), on the reader's chain, at its block. All contracts are asked side by side, in six to
 * nine batches for a chain. Never throws for what a contract or a node answers: what cannot be read is in the gap of its market.
 */
export async function readMarkets(
  reader: ChainReader,
  protocols: ProtocolEntries,
  exits: Exits<Exit> = new Map(),
): Promise<MarketsRead> {
  const ofEntries = [...protocols].flatMap(([protocol, list]) =>
    list.flatMap((entry) => {
      const reading = marketReadingOf(entry, list)
      const isExit = exits.get(protocol)?.some(({ address }) => address === reading?.address)
      return reading === null || isExit ? [] : [{ protocol, ...reading }]
    }),
  )
  const ofExits = [...exits].flatMap(([protocol, list]) =>
    list.map((exit) => ({ protocol, ...exitReadingOf(exit) })),
  )
  const entries = [...ofEntries, ...ofExits]
  const found = await runTogether(
    reader,
    entries.map(({ read }) => read()),
    entries.map(({ address }) => address),
  )
  const plausible = withoutRepeats(
    found.map(leaveOutImplausible),
    entries.map(({ protocol }) => protocol),
  )
  const drafts = plausible.flatMap((each) => each.drafts)
  const feeds = drafts.flatMap(({ priceFeed }) => priceFeed ?? [])
  const findFeed = await readFeeds(reader, feeds, await timeOf(reader))
  const prices = usdPrices(drafts)

  const read: MarketsRead = new Map()
  entries.forEach(({ protocol, facts }, index) => {
    const { drafts: own = [], failed = [] } = plausible[index] ?? {}
    const markets = read.get(protocol) ?? []
    const room = MAX_MARKETS - markets.length
    markets.push(
      ...own.slice(0, room).map((draft) => finishMarket(draft, reader, prices, findFeed)),
    )
    const beyond = own.slice(room, room + 1)
    const gaps = [
      ...failed,
      ...beyond.map(({ address }) => ({ address, why: 'too-many' as const })),
    ]
    markets.push(...gaps.map((gap) => unreadMarket(gap, facts, reader)))
    if (markets.length > 0) read.set(protocol, markets)
  })
  return read
}

/** A market whose supply cannot be true counts as unread: every share of it would be wrong. */
function leaveOutImplausible({ drafts, failed }: FoundMarkets): FoundMarkets {
  const [kept, others] = [true, false].map((wanted) =>
    drafts.filter((each) => (plausibleAmount(each.supplied, each.decimals) !== null) === wanted),
  )
  const left = (others ?? []).map(({ address, assetAddress, name }) => ({
    ...{ address, name, ...(assetAddress && { asset: assetAddress }), why: 'implausible' as const },
  }))
  return { drafts: kept ?? [], failed: [...failed, ...left] }
}

/** Seconds since 1970 at the reader's block; null when it cannot be read or is not of the block's day. */
async function timeOf(reader: ChainReader): Promise<bigint | null> {
  const [result] = await reader.call([timeCall()])
  const time = timeIn(result)
  return time !== null && dayOf(Number(time) * 1000) === reader.block.day ? time : null
}
