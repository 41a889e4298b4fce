import { type Address, ZERO_ADDRESS } from '../../chains/address.ts'
import { DECIMALS, OLD_SYMBOL, SYMBOL } from '../../chains/evm/abi.ts'
import { type Reply, tryDecode } from '../../chains/evm/call.ts'
import type { ResultOf } from '../../chains/evm/viem.ts'
import { Unreadable } from '../../chains/unreadable.ts'
import type { GapReason } from '../../domain/market.ts'
import { symbolOf } from '../../wallet/evm/drivers/reading.ts'
import type { Token } from '../../wallet/model/entry-base.ts'
import type { CallResult, ChainCall, ChainReader } from '../chain-reader.ts'
import { hasPlausibleDecimals, type MarketDraft } from './draft.ts'

/** More rounds than any reader of markets asks; a reader that goes on is a fault of the program. */
const MAX_ROUNDS = 8

/** Where a market is, as far as that is known before it is read. */
export interface MarketPlace {
  /** The pool, Comet or vault, or the contract that lists several of them. */
  address: Address
  /** The asset in a pool. */
  asset?: Address
  /** Its name among others at the same address. */
  name?: string
}

/** A market, or all markets of an entry, of which nothing could be read. */
export type FailedMarket = MarketPlace & { why: GapReason }

/** The markets of one entry. */
export interface FoundMarkets {
  drafts: MarketDraft[]
  failed: FailedMarket[]
}

/**
 * Reads the markets of one contract entry. Pure: it yields the calls to make and receives their results in the same order. Throws
 * `MarketUnread` or `Unreadable` when nothing of the entry can be read.
 */
export type MarketReading = Rounds<FoundMarkets>

/** Rounds of calls of a reader, and what they come to. */
export type Rounds<Value> = Generator<ChainCall[], Value, CallResult[]>

/** A value that a market cannot do without is missing. */
export class MarketUnread extends Error {
  override name = 'MarketUnread'
  why: GapReason
  constructor(why: GapReason) {
    super(`The market cannot be read: ${why}`)
    this.why = why
  }
}

/** One round of calls, and the results in the same groups. Without calls there is no round. */
export function* askGroups(groups: readonly (readonly ChainCall[])[]): Rounds<CallResult[][]> {
  const calls = groups.flat()
  const results = calls.length === 0 ? [] : yield calls
  let at = 0
  return groups.map(({ length }) => {
    at += length
    return results.slice(at - length, at)
  })
}

/** Runs these side by side: each round asks the calls of all of them. */
export function* sideBySide<Value>(readings: readonly Rounds<Value>[]): Rounds<Value[]> {
  let steps = readings.map((reading) => reading.next())
  while (steps.some(({ done }) => !done)) {
    const results = yield* askGroups(steps.map(({ done, value }) => (done ? [] : value)))
    steps = steps.map((step, index) =>
      step.done ? step : (readings[index]?.next(results[index] ?? []) ?? step),
    )
  }
  return steps.flatMap((step) => (step.done ? [step.value] : []))
}

/** The value in a result; null when no node answered, the contract reverted, or the bytes do not fit the signature. */
export function valueIn<const Signature extends string>(
  result: CallResult | undefined,
  signature: Signature,
): ResultOf<Signature> | null {
  return tryDecode(replyOf(result), signature)
}

/** The value in a result. Throws `MarketUnread` where `valueIn` is null. */
export function valueOrThrow<const Signature extends string>(
  result: CallResult | undefined,
  signature: Signature,
): ResultOf<Signature> {
  const value = valueIn(result, signature)
  if (value === null) throw new MarketUnread(gapOf(result))
  return value
}

/** A list of at most so many different items. Throws `MarketUnread` for more, which no honest contract has. */
export function boundedList<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length > most) throw new MarketUnread('implausible')
  return [...new Set(items)]
}

/**
 * A token's symbol without invisible characters; the start of its address when it has none. May be bytes32 (MKR). Throws `MarketUnread`
 * when no node answered: collateral is grouped by symbol, and a token without its own would be a group apart.
 */
export function symbolIn(result: CallResult | undefined, token: Address): string {
  if (result?.kind === 'failed') throw new MarketUnread('node-failed')
  const old = valueIn(result, OLD_SYMBOL)
  const bytes = old === null ? null : Buffer.from(old.slice(2), 'hex').toString('utf8')
  return symbolOf(valueIn(result, SYMBOL) ?? bytes, token)
}

/** The token as its contract describes it, or as listed. Throws `MarketUnread` without a symbol or plausible decimals. */
export function tokenIn(
  address: Address,
  [symbol, decimals]: readonly (CallResult | undefined)[],
  listed?: Token,
): Token {
  if (listed?.address === address) return listed
  const read = valueOrThrow(decimals, DECIMALS)
  if (!hasPlausibleDecimals(read)) throw new MarketUnread('implausible')
  return { address, symbol: symbolIn(symbol, address), decimals: read }
}

/** The reply as the wallet's decoders take it. */
export function replyOf(result: CallResult | undefined): Reply {
  return result?.kind === 'ok' ? { ok: true, data: result.data } : { ok: false }
}

/** Runs the body for each market on its own: what one of them throws leaves out that one only. */
export function eachMarket<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => MarketPlace,
  draftOf: (item: Item, index: number) => MarketDraft | null,
): FoundMarkets {
  const found: FoundMarkets = { drafts: [], failed: [] }
  items.forEach((item, index) => {
    try {
      const draft = draftOf(item, index)
      if (draft) found.drafts.push(draft)
    } catch (error) {
      found.failed.push({ ...placeOf(item), why: gapIn(error) })
    }
  })
  return found
}

/**
 * Runs readings side by side: each round asks the calls of all of them in one batch, so that a chain costs few requests. A reading that
 * throws fails alone; `addresses` names the contract of each.
 */
export async function runTogether(
  reader: ChainReader,
  readings: readonly MarketReading[],
  addresses: readonly Address[],
): Promise<FoundMarkets[]> {
  const found = readings.map((): FoundMarkets => ({ drafts: [], failed: [] }))
  let open = readings.flatMap((reading, index) => step(reading, index, null))
  for (let round = 0; open.length > 0; round += 1) {
    if (round === MAX_ROUNDS)
      throw new Error(`A market reading asks more than ${MAX_ROUNDS} rounds`)
    const results = await reader.call(open.flatMap(({ calls }) => calls))
    let at = 0
    open = open.flatMap(({ reading, index, calls }) => {
      at += calls.length
      // A reader that returns too few results has failed for the rest.
      const own = calls.map((_, n) => results[at - calls.length + n] ?? { kind: 'failed' as const })
      return step(reading, index, own)
    })
  }
  return found

  function step(reading: MarketReading, index: number, results: CallResult[] | null) {
    try {
      const next = results === null ? reading.next() : reading.next(results)
      if (!next.done) return [{ reading, index, calls: next.value }]
      found[index] = next.value
    } catch (error) {
      found[index] = {
        drafts: [],
        failed: [{ address: addresses[index] ?? ZERO_ADDRESS, why: gapIn(error) }],
      }
    }
    return []
  }
}

/** Why there is no value in a result. */
export function gapOf(result: CallResult | undefined): GapReason {
  if (result?.kind === 'ok') return 'unreadable'
  return result?.kind === 'reverted' ? 'reverted' : 'node-failed'
}

/** Throws what is not about the contract: a fault of the program. */
function gapIn(error: unknown): GapReason {
  if (error instanceof MarketUnread) return error.why
  if (error instanceof Unreadable) return 'unreadable'
  throw error
}
