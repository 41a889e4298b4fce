import { count } from '../../domain/format.ts'

const MINUS = '\u2212'

/** US dollars to the cent, with a minus sign for debts; `?` when unknown. */
export function money(usd: number | null): string {
  if (usd === null) return '?'
  const text = Math.abs(usd).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${usd < 0 && text !== '0.00' ? MINUS : ''}$${text}`
}

/** US dollars for a sentence: to the dollar, below ten to the cent. */
export function dollars(usd: number): string {
  return Math.abs(usd) < 10
    ? money(usd)
    : `${usd < 0 ? MINUS : ''}$${count(Math.round(Math.abs(usd)))}`
}

/** A share of 0 to 1 for a sentence: whole per cent; below one, the truth that it is not zero. */
export function percent(share: number): string {
  const whole = Math.round(share * 100)
  if (whole === 0 && share > 0) return 'under 1\u00a0%'
  if (whole === 100 && share < 1) return 'over 99\u00a0%'
  return `${whole}\u00a0%`
}

/** A longer number of tokens is no amount, and is shown as it came. */
const MAX_DIGITS = 80

/** A decimal of whole tokens, cut to six significant digits below one and four decimals above. Not rounded up. */
export function tokens(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  if (!/^\d+$/.test(whole) || whole.length > MAX_DIGITS) return amount
  const grouped = BigInt(whole).toLocaleString('en-US')
  const kept = (whole === '0' ? /^0*\d{0,6}/ : /^\d{0,4}/).exec(fraction)?.[0] ?? ''
  const decimals = withoutEndZeros(kept)
  return decimals === '' ? grouped : `${grouped}.${decimals}`
}

function withoutEndZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}
