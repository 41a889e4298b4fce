import type { ResultOf } from '../../chains/evm/viem.ts'
import type { GapReason, MarketFact, MarketGap } from '../../domain/market.ts'
import type { CallResult } from '../chain-reader.ts'
import { gapOf, valueIn } from './reading.ts'

/** Reads facts of one market and keeps account of those that could not be read. */
export interface FactReader {
  /** The value in a result; null, with the fact as a gap, where it cannot be read. */
  read<const Signature extends string>(
    fact: MarketFact,
    result: CallResult | undefined,
    signature: Signature,
  ): ResultOf<Signature> | null
  /** The fact is a gap. The reason of the first gap is kept. */
  lose(fact: MarketFact, why: GapReason): void
  /** Null while every fact was read. */
  gap(): MarketGap | null
}

/** A reader of the facts of one market, which has none yet. */
export function factReader(): FactReader {
  let gap: MarketGap | null = null
  const lose = (fact: MarketFact, why: GapReason) => {
    gap = withGap(gap, fact, why)
  }
  return {
    read(fact, result, signature) {
      const value = valueIn(result, signature)
      if (value === null) lose(fact, gapOf(result))
      return value
    },
    lose,
    gap: () => gap,
  }
}

/** The gap with one more fact; the reason of the first one stays. */
export function withGap(gap: MarketGap | null, fact: MarketFact, why: GapReason): MarketGap {
  return { why: gap?.why ?? why, facts: [...new Set([...(gap?.facts ?? []), fact])] }
}

/** The gap without a fact that the market turned out not to have. */
export function withoutFact(gap: MarketGap | null, fact: MarketFact): MarketGap | null {
  const facts = gap?.facts.filter((each) => each !== fact) ?? []
  return gap && facts.length > 0 ? { ...gap, facts } : null
}
