import { type Address, ZERO_ADDRESS } from '../../chains/address.ts'
import { DAY_SECONDS } from '../../domain/day.ts'
import { MARKET_FACTS, type MarketFact } from '../../domain/market.ts'
import type { Token } from '../../wallet/model/entry-base.ts'
import type { CallResult, ChainCall } from '../chain-reader.ts'
import { secondsPerBlock } from '../seconds-per-block.ts'
import { timeCall, timeIn } from './block-time.ts'
import { NO_FACTS, plausibleWait } from './draft.ts'
import { dataOf, type Exit, type Getter, signatureOf } from './exit-table.ts'
import { type FactReader, factReader } from './gaps.ts'
import { askGroups, gapOf, type MarketReading, MarketUnread, valueIn } from './reading.ts'

const SECONDS = { seconds: 1, until: 1, hours: 3_600, days: DAY_SECONDS }
/** A contract that states no amounts is one whole of unknown size. */
const WHOLE = { supplied: 1n, asset: { address: '', symbol: '', decimals: 0 } } as const

/** What follows from the code of a contract that pays at once. */
export const AT_ONCE: readonly MarketFact[] = ['availableShare', 'withdrawSeconds']

/** Of a vault that lends, and of the markets on which it does. */
const LENDING_VAULT: MarketFact[] = ['availableShare', 'withdrawSeconds', 'paused', 'feed']

/** The facts that a row says its contract has. */
export function factsOfExit({ vault, spoke, wait, atOnce, cash, paused }: Exit): MarketFact[] {
  if (vault) return LENDING_VAULT
  if (spoke) return [...MARKET_FACTS]
  return [
    ...(cash || atOnce ? (['availableShare'] as const) : []),
    ...(wait || atOnce ? (['withdrawSeconds'] as const) : []),
    ...(paused ? (['paused'] as const) : []),
  ]
}

/** How deposits leave a contract, as its row says where to read it. */
export function* exitMarkets(exit: Exit): MarketReading {
  const { address, name, wait, atOnce, cash, paused } = exit
  const getters = [wait?.of, atOnce, cash?.available, suppliedOf(cash), paused]
  const answers = yield* askGroups([
    ...getters.map((getter) => (getter ? [callOf(address, getter)] : [])),
    wait?.unit === 'until' ? [timeCall()] : [],
  ])
  const [waited, seen, available, supplied, pause, time] = answers.map(([result]) => result)
  const facts = factReader()
  const deposits = depositsOf(cash, supplied)
  const isSeen = atOnce ? isThere(seen, atOnce) : null
  if (isSeen === false) for (const fact of AT_ONCE) facts.lose(fact, gapOf(seen))
  const cashNow = cash ? amountIn(facts, available, cash.available) : null
  return {
    drafts: [
      {
        ...NO_FACTS,
        address,
        name,
        asset: deposits.asset.symbol,
        assetAddress: deposits.asset.address,
        decimals: deposits.asset.decimals,
        // A row is about leaving: it says of no asset that loans are given on it.
        liquidationThreshold: 0,
        supplied: deposits.supplied,
        available: isSeen === false ? null : cash ? cashNow : isSeen ? WHOLE.supplied : null,
        paused: paused ? flagIn(facts, pause, paused) : null,
        withdrawSeconds: wait ? waitIn(facts, waited, exit, timeIn(time)) : isSeen ? 0 : null,
        gap: facts.gap(),
      },
    ],
    failed: [],
  }
}

function suppliedOf(cash: Exit['cash']): Getter | undefined {
  return cash && 'supplied' in cash ? cash.supplied : undefined
}

/** What all deposits come to: an amount of the asset, or one whole of unknown size. */
function depositsOf(
  cash: Exit['cash'],
  result: CallResult | undefined,
): { supplied: bigint; asset: Token | typeof WHOLE.asset } {
  if (!cash) return WHOLE
  if ('whole' in cash) return { ...WHOLE, supplied: BigInt(cash.whole) }
  return { asset: cash.asset, supplied: amountOrThrow(result, cash.supplied) }
}

function callOf(own: Address, getter: Getter): ChainCall {
  return { to: getter.at ?? own, data: dataOf(getter) }
}

/** The value that a getter means; null where there is none. */
function meantIn(result: CallResult | undefined, getter: Getter): unknown {
  const value: unknown = valueIn(result, signatureOf(getter))
  if (getter.field === undefined || typeof value !== 'object' || value === null) return value
  return Reflect.get(value, getter.field)
}

/** An amount or a time. */
function numberIn(result: CallResult | undefined, getter: Getter): bigint | null {
  const value = meantIn(result, getter)
  const number = typeof value === 'number' ? BigInt(value) : value
  return typeof number === 'bigint' && number >= 0n ? number : null
}

function amountOrThrow(result: CallResult | undefined, getter: Getter): bigint {
  const amount = numberIn(result, getter)
  if (amount === null) throw new MarketUnread(gapOf(result))
  return amount
}

function amountIn(
  facts: FactReader,
  result: CallResult | undefined,
  getter: Getter,
): bigint | null {
  const amount = numberIn(result, getter)
  if (amount === null) facts.lose('availableShare', gapOf(result))
  return amount
}

function flagIn(facts: FactReader, result: CallResult | undefined, getter: Getter): boolean | null {
  const flag = meantIn(result, getter)
  if (typeof flag === 'boolean') return flag
  facts.lose('paused', gapOf(result))
  return null
}

/** Seconds; null, with the fact as a gap, where they cannot be read or cannot be true. */
function waitIn(
  facts: FactReader,
  result: CallResult | undefined,
  { wait, chain }: Exit,
  time: bigint | null,
): number | null {
  const value = wait ? numberIn(result, wait.of) : null
  if (!wait || value === null) {
    facts.lose('withdrawSeconds', gapOf(result))
    return null
  }
  if (wait.unit === 'until' && time === null) {
    facts.lose('withdrawSeconds', 'node-failed')
    return null
  }
  const seconds = wait.unit === 'blocks' ? secondsPerBlock(chain) : SECONDS[wait.unit]
  const start = wait.unit === 'until' ? (time ?? 0n) : 0n
  const left = value > start ? value - start : 0n
  const known = plausibleWait(left * BigInt(seconds ?? 0))
  if (known === null) facts.lose('withdrawSeconds', 'implausible')
  return known
}

/** True when the contract answered with anything but zero. */
function isThere(result: CallResult | undefined, getter: Getter): boolean {
  const value = meantIn(result, getter)
  return ![null, undefined, false, 0, 0n, '', ZERO_ADDRESS].some((zero) => zero === value)
}
