import type { Day } from '../domain/day.ts'

/** Data losses that the operator has checked and accepts. */
export interface Acceptance {
  /** Every loss of this run. */
  acceptLoss?: boolean | undefined
  /** Losses by name, as the error message prints them. */
  acceptedLosses?: readonly string[] | undefined
}

/** A loss of data since the last good run or snapshot. */
export interface DataLoss {
  /** Names the state before the loss, such as `defillama-protocols@2026-10-01-0123456789ab`, so it does not apply to a later loss. */
  name: string
  /** A sentence without the full stop. */
  what: string
}

/** The name of a loss against the state of a day with a fingerprint. */
export function lossName(what: string, asOf: Day, fingerprint: string | null): string {
  return [`${what}@${asOf}`, ...(fingerprint ? [fingerprint.slice(0, 12)] : [])].join('-')
}

export function isAccepted(
  { acceptLoss, acceptedLosses }: Acceptance,
  { name }: DataLoss,
): boolean {
  return acceptLoss === true || (acceptedLosses ?? []).includes(name)
}

/** The error message: what was lost, and how to accept it. */
export function refusal({ name, what }: DataLoss): string {
  return `${what}. Rejected as implausible. If you have checked that it is true, set PLIMSOLL_ACCEPT_LOSS=${name}, which accepts this loss only.`
}
