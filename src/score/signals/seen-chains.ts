import { missing, type Reading } from '../../domain/reading.ts'
import { riskAt, valueAt } from '../anchors.ts'
import type { Methodology, SignalId } from '../methodology.ts'
import type { Measure } from '../signal.ts'
import type { Subject } from '../subject.ts'

/**
 * What was read of contracts, as far as it speaks for the protocol. TVL on chains without a read contract counts at the prior of the
 * signal, or at what was read where that is worse. Where less than `seenShare` of TVL was seen, what was read can only hurt: if it is
 * no worse than the prior, the reading is missing.
 */
export function asFarAsSeen(
  reading: Reading<Measure>,
  seen: ReadonlySet<string>,
  id: SignalId,
  subject: Subject,
  { signals, parameters: { control } }: Methodology,
): Reading<Measure> {
  if (!reading.known) return reading
  const { anchors, prior } = signals[id]
  const unseen = unseenShare(subject, seen)
  const risk = riskAt(anchors, reading.value.value)
  if (unseen === 0) return reading
  const isPartial = unseen > 1 - control.seenShare
  const measure = withSeen(reading.value, seen, subject)
  if (risk >= prior) {
    return { ...reading, value: isPartial ? { ...measure, isPartial } : measure }
  }
  if (isPartial) return missing('not-covered', reading.source)
  const value = valueAt(anchors, (1 - unseen) * risk + unseen * prior)
  if (value === measure.value) return { ...reading, value: measure }
  const sentence = `${measure.sentence} Contracts on chains with ${percent(unseen)} of TVL were not read, and count at what is usual.`
  return { ...reading, value: { ...measure, value, sentence } }
}

/** The measure with the share of TVL for which it speaks, where that is not all of it. */
export function withSeen(measure: Measure, seen: ReadonlySet<string>, subject: Subject): Measure {
  const unseen = unseenShare(subject, seen)
  if (unseen === 0) return measure
  return { ...measure, seen: { share: Math.max(0, 1 - unseen), value: measure.value } }
}

/** Share of the TVL on chains where no contract was read, 0-1. Without TVL by chain, all of it may be there. */
function unseenShare({ chainShares }: Subject, seen: ReadonlySet<string>): number {
  if (!chainShares.known) return 1
  return chainShares.value.reduce(
    (sum, [chain, share]) => (seen.has(chain.name) ? sum : sum + share),
    0,
  )
}

function percent(share: number): string {
  return share < 0.01 ? 'less than 1 %' : `${Math.round(share * 100)} %`
}
