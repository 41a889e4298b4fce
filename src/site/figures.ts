import { earlierYear } from '../domain/day.ts'
import { formatDay, usd } from '../domain/format.ts'

const READING = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

/** Part of a composite, with all six decimals that are published, so that a column adds up to its total. */
export function contribution(part: number): string {
  return part.toFixed(6)
}

/** A fraction as a percentage, to one decimal where it is not whole. */
export function share(fraction: number): string {
  return `${Number((fraction * 100).toFixed(1))}\u00a0%`
}

/** A change as a fraction, with its sign in front. */
export function change(fraction: number): string {
  const sign = fraction > 0 ? '+' : fraction < 0 ? '\u2212' : ''
  return `${sign}${share(Math.abs(fraction))}`
}

/** A length of a drawing, to one decimal. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

/** A reading to four digits. */
export function reading(value: number): string {
  return READING.format(Number(value.toPrecision(4)))
}

/** How pages write a day. */
export const day = formatDay

/** A TVL in a list. That of an earlier year than the snapshot's has its year beside it, and its day where one points at it. */
export interface ListedTvl {
  text: string
  /** Such as `(2024)`; empty for a TVL of the snapshot's year. */
  year: string
  title: string | undefined
}

export function listedTvl(
  { tvlUsd, tvlAsOf }: { tvlUsd: number | null; tvlAsOf: string | null },
  asOf: string,
): ListedTvl {
  if (tvlUsd === null) return { text: 'Unknown', year: '', title: undefined }
  const year = earlierYear(tvlAsOf, asOf)
  if (tvlAsOf === null || year === null) return { text: usd(tvlUsd), year: '', title: undefined }
  return { text: usd(tvlUsd), year: `(${year})`, title: `TVL of ${day(tvlAsOf)}` }
}

/** An ISO instant in UTC, such as `21 Nov 2026, 06:00 UTC`. */
export function instant(iso: string): string {
  return `${day(iso)}, ${iso.slice(11, 16)} UTC`
}

/** Which seven days the count of exploits is of: those before the snapshot, unless the list of exploits is older. */
export function exploitDays(listAsOf: string | null, snapshotAsOf: string): string {
  return listAsOf === null || listAsOf === snapshotAsOf
    ? 'Exploits, last 7 days'
    : `Exploits, 7 days to ${day(listAsOf)}`
}
