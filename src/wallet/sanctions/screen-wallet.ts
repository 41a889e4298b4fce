import type { Address } from '../../chains/address.ts'
import type { Deadlines } from '../../chains/nodes/deadlines.ts'
import { DAY_SECONDS, type Day, dayOf, daysBetween } from '../../domain/day.ts'
import type { ScanRefusal } from '../model/scan-outcome.ts'
import { type Screening, screen } from '../model/screening.ts'
import { LIST_MAX_AGE_DAYS, type SanctionIndex, screenByList } from './list.ts'
import { type OracleAccess, SANCTION_ORACLES, screenByOracle } from './oracle.ts'

export interface ScreeningDeps extends OracleAccess {
  /** Null when no list is published. */
  sanctions: SanctionIndex | null
}

/**
 * Screens an account by the published list, and an EVM account by the oracles on two chains too. Refuses it when none of them can
 * say whether it is sanctioned. Never rejects.
 */
export async function screenWallet(
  wallet: { kind: 'evm'; owner: Address } | { kind: 'solana' | 'tron'; owner: string },
  deps: ScreeningDeps,
  deadlines: Deadlines,
): Promise<Screening | ScanRefusal> {
  const today = dayOf(deps.now())
  const byList = screenByList(deps.sanctions, wallet.owner, today)
  const byOracle =
    wallet.kind === 'evm'
      ? SANCTION_ORACLES.map((oracle) => screenByOracle(oracle, wallet.owner, deps, deadlines))
      : []
  const { status, sources } = screen([byList, ...(await Promise.all(byOracle))])
  const day = deps.sanctions?.asOf ?? null
  if (status === 'unknown') return refuseUnscreened(day, today, byOracle.length > 0)
  const [list, ...others] = sources
  // A list that is too old to clear an address has no answer, but it has a day.
  const isOld = !byList.known && byList.reason === 'stale'
  return { status, sources: list && isOld ? [{ ...list, asOf: day }, ...others] : sources }
}

/**
 * An oracle that did not answer may do so in a moment. Where there is none, a list that is too old stays so until a newer one is
 * published, and retrying soon is useless.
 */
function refuseUnscreened(day: Day | null, today: Day, hasOracle: boolean): ScanRefusal {
  const isOld = day !== null && daysBetween(day, today) > LIST_MAX_AGE_DAYS
  const reasons = [
    isOld
      ? `the published list is of ${day}, and a list older than ${LIST_MAX_AGE_DAYS} days cannot clear an address: a newer one must be published first`
      : 'no list is published that can be used',
    ...(hasOracle ? ['no oracle answered'] : []),
  ]
  return {
    kind: 'refused',
    code: 'DATA_UNAVAILABLE',
    reason: `It is not known whether the address is sanctioned: ${reasons.join('; ')}.`,
    ...(isOld && !hasOracle && { retryAfter: DAY_SECONDS }),
  }
}
