const UNITS = [
  { size: 1e12, sign: 'tn' },
  { size: 1e9, sign: 'bn' },
  { size: 1e6, sign: 'm' },
  { size: 1e3, sign: 'k' },
] as const

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A formatter costs far more to create than to use. */
const WHOLE = new Intl.NumberFormat('en-US')

/** An amount in US dollars to three digits, such as `$1.84bn`; below a thousand to the dollar, below one to the cent. */
export function usd(amount: number): string {
  const size = Math.abs(amount)
  const rounded = Number(size.toPrecision(3))
  const unit = UNITS.find((each) => rounded >= each.size)
  const sign = amount < 0 ? '-' : ''
  if (unit) {
    const scaled = rounded / unit.size
    return `${sign}$${scaled.toFixed(scaled < 10 ? 2 : scaled < 100 ? 1 : 0)}${unit.sign}`
  }
  return `${sign}$${size > 0 && size < 1 ? size.toFixed(2) : Math.round(size)}`
}

/** Risk points 0-10 to one decimal. Published scores are rounded already. */
export function points(score: number): string {
  return score.toFixed(1)
}

/** A whole number with separators. */
export function count(number: number): string {
  return WHOLE.format(number)
}

/** `count` with the word in the number that belongs to it: `1 chain`, `2 chains`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}

/** A share such as `29 %`, `0.4 %` below ten, and `under 0.1 %` where that would be nothing. */
export function sharePercent(share: number | null): string {
  if (share === null) return 'not stated'
  const percent = share * 100
  if (percent > 0 && percent < 0.05) return 'under 0.1\u00a0%'
  return `${percent >= 10 || percent === 0 ? Math.round(percent) : percent.toFixed(1)}\u00a0%`
}

/** With its first letter as a capital. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A share that is too small, at the start of a sentence: `Only 15 %`, or `None`. */
export function onlyShare(share: number): string {
  const percent = Math.round(share * 100)
  return percent === 0 ? 'None' : `Only ${percent} %`
}

/** The UTC day of an ISO day or instant, such as `21 Nov 2026`. */
export function formatDay(iso: string): string {
  const [, , date] = iso.slice(0, 10).split('-')
  return `${Number(date)} ${monthName(iso)} ${iso.slice(0, 4)}`
}

/** The short name of the month of an ISO day, such as `Nov`. */
export function monthName(iso: string): string {
  return MONTHS[Number(iso.slice(5, 7)) - 1] ?? ''
}
