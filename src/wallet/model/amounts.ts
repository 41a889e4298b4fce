/** US dollars as whole cents, so that sums are exact and their order changes nothing. */
export type Cents = bigint

const PRICE_DIGITS = 18

/** An amount of tokens at a price, rounded half up to the cent. The price must be positive and below 1e21. */
export function valueInCents(amount: bigint, decimals: number, priceUsd: number): Cents {
  const price = BigInt(priceUsd.toFixed(PRICE_DIGITS).replace('.', ''))
  return divideHalfUp(amount * price * 100n, 10n ** BigInt(decimals + PRICE_DIGITS))
}

/** Cents as the number of dollars that is published. */
export function toUsd(cents: Cents): number {
  return Number(cents) / 100
}

/** Below zero when `a` comes before `b`. */
export function compare<T extends Cents | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function least(a: Cents, b: Cents): Cents {
  return a < b ? a : b
}

/** A fraction of two whole numbers to so many digits, half up; null when there is nothing to divide by. */
export function ratio(part: bigint, whole: bigint, digits: number): number | null {
  if (whole === 0n) return null
  const scale = 10 ** digits
  return Number(divideHalfUp(part * BigInt(scale), whole)) / scale
}

/** Tokens in their smallest unit as a decimal text in whole tokens, without trailing zeros. */
export function decimalAmount(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/(?<!0)0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** A decimal text in whole tokens as tokens in their smallest unit, rounded toward zero. */
export function smallestUnits(text: string, decimals: number): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'))
  return text.startsWith('-') ? -units : units
}

/** For a part that is not negative. */
function divideHalfUp(part: bigint, whole: bigint): bigint {
  return (part * 2n + whole) / (whole * 2n)
}
