import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { askBalancesOf, readBalances } from '../../../chains/evm/lens/balances.ts'
import { hex } from '../../../chains/hex.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { unseenPart } from './entry-position.ts'
import { protocolFee, uniswapV2, uniswapV2Entry } from './uniswap-v2.ts'

/** The pairs of a factory among the main tokens of a chain, whether they exist or not. */
export const v2PairsEntry = entryBase.extend({
  driver: z.literal('v2-pairs'),
  factory: address,
  tokens: z.array(token).min(2),
  /** How many of the tokens, the first ones, are paired with all that follow them. */
  bases: z.int().positive(),
  /**
   * The pairs' addresses in a row, 20 bytes each: the first token with all others, then the second with those after it, and so on.
   * Zeros for a pair that has an entry of its own.
   */
  pairs: hex,
  protocolFee,
})
export type V2PairsEntry = z.infer<typeof v2PairsEntry>

/** Shares of pairs, as `uniswapV2` reads each. One request asks for all balances, because most owners have none. */
export const v2Pairs = defineDriver({
  name: 'v2-pairs',
  entry: v2PairsEntry,
  reads: ['lp'],
  proof: 'v2-pairs.test.ts',
  *read(entry, owner) {
    const count = entry.bases * entry.tokens.length - (entry.bases * (entry.bases + 1)) / 2
    if (entry.pairs.length !== 2 + 40 * count) throw new Unreadable('Pairs and tokens do not match')
    const [reply] = yield [askBalancesOf(entry.pairs, owner)]
    const balances = readBalances(reply, count)
    if (balances === null) throw new Unreadable('The pairs did not answer')
    const hasShares = balances.some((balance) => balance !== null && balance > 0n)
    const places = hasShares ? placesOf(entry) : []
    const held = places.filter((_, at) => (balances[at] ?? 0n) > 0n)
    const readers = held.map(({ pair }) => uniswapV2.read(pairEntry(entry, places, pair), owner))
    const findings = yield* together(readers)
    return balances.includes(null) ? [...findings, unseenPart(entry)] : findings
  },
})

interface Place {
  pair: Address
  tokens: [number, number]
}

/** The pairs with the places of their two tokens. */
function placesOf({ tokens, bases, pairs }: V2PairsEntry): Place[] {
  const order = Array.from({ length: bases }, (_, one) =>
    tokens.slice(one + 1).map((_each, at): [number, number] => [one, one + 1 + at]),
  ).flat()
  return order.map((of, at) => ({
    pair: `0x${pairs.slice(2 + 40 * at, 42 + 40 * at).toLowerCase()}`,
    tokens: of,
  }))
}

function pairEntry(entry: V2PairsEntry, places: readonly Place[], pair: Address) {
  const place = places.find((each) => each.pair === pair)
  const two = place?.tokens.flatMap((at) => entry.tokens[at] ?? []) ?? []
  const [token0, token1] = two.toSorted((a, b) => (a.address < b.address ? -1 : 1))
  if (!token0 || !token1) throw new Unreadable(`${pair} is no listed pair`)
  const { id, protocol, product, source, factory } = entry
  const market = `${token0.symbol}/${token1.symbol}`
  const own = { driver: 'uniswap-v2', market, factory, pair, token0, token1 }
  return uniswapV2Entry.parse({
    id,
    protocol,
    product,
    source,
    protocolFee: entry.protocolFee,
    ...own,
  })
}

/** Runs readers at once, so that all of them take no more rounds than the longest. */
function* together(
  readers: Generator<Call[], Finding[], Reply[]>[],
): Generator<Call[], Finding[], Reply[]> {
  let steps = readers.map((reader) => reader.next())
  while (steps.some((step) => !step.done)) {
    const asked = steps.map((step) => (step.done ? [] : step.value))
    const left = [...(yield asked.flat())]
    const shares = asked.map((calls) => left.splice(0, calls.length))
    steps = steps.map((step, at) =>
      step.done ? step : (readers[at]?.next(shares[at] ?? []) ?? step),
    )
  }
  return steps.flatMap((step) => (step.done ? step.value : []))
}
