const UNITS = [
  { size: 1e12, sign: 'tn' },
  { size: 1e9, sign: 'bn' },
  { size: 1e6, sign: 'm' },
  { size: 1e3, sign: 'k' },
] as const

/** A formatter costs far more to create than to use. */
const WHOLE = new Intl.NumberFormat('en-US')
const READING = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** An amount in US dollars to three digits, such as `$1.84bn`; below a thousand to the dollar, below one to the cent. */
export function usd(amount: number): string {
  const rounded = Number(amount.toPrecision(3))
  const unit = UNITS.find(({ size }) => rounded >= size)
  if (unit) {
    const scaled = rounded / unit.size
    return `$${scaled.toFixed(scaled < 10 ? 2 : scaled < 100 ? 1 : 0)}${unit.sign}`
  }
  return amount > 0 && amount < 1 ? `$${amount.toFixed(2)}` : `$${Math.round(amount)}`
}

/** Risk points 0-10 to one decimal. Published scores are rounded already. */
export function points(score: number): string {
  return score.toFixed(1)
}

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

/** A whole number with separators. */
export function count(number: number): string {
  return WHOLE.format(number)
}

/** A reading to four digits. */
export function reading(value: number): string {
  return READING.format(Number(value.toPrecision(4)))
}

/** The UTC day of an ISO day or instant, such as `21 Nov 2026`. */
export function day(iso: string): string {
  const [year, month, date] = iso.slice(0, 10).split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** The short name of the month of an ISO day, such as `Nov`. */
export function monthName(iso: string): string {
  return MONTHS[Number(iso.slice(5, 7)) - 1] ?? ''
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

/** `count` with the word in the number that belongs to it. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}
