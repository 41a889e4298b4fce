import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import { usd } from '../domain/format.ts'
import { day, share } from './figures.ts'

type LostOrUnknown = Pick<
  ProtocolDetail['incidents'][number],
  'lossUsd' | 'tvlBeforeUsd' | 'tvlBeforeDay'
>

/** How large a loss was and by which TVL it is measured. Takes the day of the TVL in use, or null without one. */
export function lossShareText(
  { lossUsd, tvlBeforeUsd, tvlBeforeDay }: LostOrUnknown,
  tvlAsOf: string | null,
): string {
  if (lossUsd === null || lossUsd <= 0) return 'counts as a full loss'
  if (tvlBeforeUsd !== null && tvlBeforeUsd > 0 && tvlBeforeDay !== null) {
    const part = lossUsd / tvlBeforeUsd
    const words = part >= 1 ? 'all' : part < 0.0005 ? 'less than 0.1\u00a0%' : share(part)
    return `${words} of the TVL of ${day(tvlBeforeDay)}`
  }
  return tvlAsOf === null
    ? 'TVL unknown: counts as a full loss'
    : `TVL before it unknown: share estimated from that of ${day(tvlAsOf)}`
}

/** What of a loss was repaid. */
export function repaidText(returnedUsd: number | null): string {
  if (returnedUsd === null) return 'repayment unknown'
  return returnedUsd > 0 ? `${usd(returnedUsd)} returned` : 'nothing returned'
}
