import { usd } from '../domain/format.ts'
import { type Incident, sumTvl } from '../domain/protocol.ts'
import { mapReading } from '../domain/reading.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import type { Inactive } from '../domain/status.ts'
import { tvlAfter } from './tvl-after.ts'

/** A protocol is drained by a loss of this share of its TVL that was not returned, … */
const LOST_SHARE = 0.9

/** … when its TVL has since been below this share of what it was. */
const LEFT_SHARE = 0.1

/** Days of TVL after the loss whose median must be so low: one low reading accuses of nothing. */
const MEDIAN_DAYS = 7

type Known = Pick<ProtocolRecord, 'facts' | 'history' | 'tvl'>

/**
 * The state of a protocol that is not active; null for one that is. What a source says of its end comes first. A loss whose TVL before it
 * is not known drains nothing, nor does one after which no TVL is known.
 */
export function findInactive(record: Known, incidents: readonly Incident[]): Inactive | null {
  const { ending } = record.facts
  if (ending?.known) {
    const { status, since, reason } = ending.value
    return { status, reason, day: since, source: ending.source }
  }
  const latestFirst = incidents.toSorted((a, b) => (a.day < b.day ? 1 : -1))
  for (const incident of latestFirst) {
    const drained = drainedBy(incident, record)
    if (drained) return drained
  }
  return null
}

function drainedBy(incident: Incident, { history, tvl }: Known): Inactive | null {
  const { day, lossUsd, returnedUsd, tvlBeforeUsd: before, source } = incident
  if (lossUsd === null || before === null || before <= 0) return null
  if (lossUsd - (returnedUsd ?? 0) < LOST_SHARE * before) return null
  const left = tvlAfter(day, history, mapReading(tvl, sumTvl), MEDIAN_DAYS)
  if (left === null || left >= LEFT_SHARE * before) return null
  const returned =
    returnedUsd === null || returnedUsd <= 0
      ? 'nothing is known to have been returned'
      : `${usd(returnedUsd)} of it was returned`
  const share = Math.min(100, Math.floor((lossUsd / before) * 100))
  const reason = `It lost ${usd(lossUsd)} on ${day}, ${share} % of its TVL, and ${returned}. Its TVL has been below a tenth of what it was since.`
  return { status: 'drained', reason, day, source }
}
