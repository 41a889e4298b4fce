import { dayNumber, daysBetween } from '../domain/day.ts'
import { median } from '../domain/median.ts'
import type { Methodology } from './methodology.ts'
import { lostListing } from './signals/quiet-age.ts'
import type { Subject } from './subject.ts'

/**
 * Why a protocol cannot be scored, as finished sentences; empty when it can.
 * One of three is enough: TVL history, a contract address that can be audited, or visible governance.
 */
export function ineligibleReasons(subject: Subject, method: Methodology): string[] {
  const { contract, governance } = subject.record.facts
  if (contract?.known) return []
  if (governance?.known && governance.value.length > 0) return []
  const { historyDays, medianTvlUsd, medianDays } = method.eligibility
  if (hasHistory(subject, method) || isTracked(subject, method)) return []
  return [
    'No contract address is known.',
    'No governance vote is declared.',
    `TVL is not known for ${historyDays} days with a median of at least $${medianTvlUsd.toLocaleString('en-US')} over the last ${medianDays}.`,
  ]
}

/** While past TVL has not been read: it has been listed long enough and is large enough today. */
function isTracked({ asOf, record, sections }: Subject, method: Methodology): boolean {
  const { historyDays, historyPoints, medianTvlUsd } = method.eligibility
  const { listedOn } = record.facts
  if (record.history.days.length >= historyPoints || !sections.known) return false
  // DefiLlama has no listing date for those listed before October 2021 and for some later ones; one that was refused or lost says nothing.
  const isOld = listedOn?.known
    ? daysBetween(listedOn.value, asOf) >= historyDays
    : lostListing(record) === null
  return isOld && sections.value.tvl >= medianTvlUsd
}

function hasHistory({ asOf, record }: Subject, method: Methodology): boolean {
  const { historyDays, historyPoints, medianTvlUsd, medianDays } = method.eligibility
  const { days, usd } = record.history
  const today = dayNumber(asOf)
  const first = days[0]
  if (first === undefined || today - first < historyDays || days.length < historyPoints)
    return false
  const recent = usd.filter((_, index) => (days[index] ?? 0) > today - medianDays)
  return (median(recent) ?? Number.NEGATIVE_INFINITY) >= medianTvlUsd
}
