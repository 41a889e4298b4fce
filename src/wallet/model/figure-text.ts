const LIST = new Intl.ListFormat('en-GB')
const CHOICE = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** `WBTC, WETH and wstETH`. */
export function listed(names: readonly string[]): string {
  return LIST.format(names)
}

/** `WBTC, WETH or wstETH`. */
export function either(names: readonly string[]): string {
  return CHOICE.format(names)
}

/** A move or share, with one decimal below 10 %. What is not nothing or not all is never rounded to it. */
export function percent(fraction: number): string {
  if (fraction > 0 && fraction < 0.001) return 'under 0.1 %'
  if (fraction < 1 && fraction >= 0.995) return 'over 99 %'
  const digits = fraction < 0.0995 ? 1 : 0
  return `${Number((100 * fraction).toFixed(digits))} %`
}

/** A leverage: `4.7×`. */
export function times(leverage: number): string {
  return `${Number(leverage.toFixed(1))}×`
}

/** A price or factor to six significant digits. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(6)))
}

/** The minute of a time that is written in ISO 8601. */
export function minute(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}
