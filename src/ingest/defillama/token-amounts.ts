import { isAmount } from './protocols-map.ts'
import { plainText } from './text.ts'

/** Tokens of one point; upstream sends a few hundred at most. */
const MAX_TOKENS = 20_000

export const MAX_SYMBOL_CHARS = 100

export interface TokenAmounts {
  /** Amounts above zero in US dollars, by symbol. */
  held: [symbol: string, usd: number][]
  /** Symbols whose amount stays below zero, sorted. */
  leftOut: string[]
  /** All amounts as upstream states them: what it counts as TVL. */
  statedUsd: number
}

/**
 * Reads `tokens` of one point. Upstream states what is deposited less what is lent out, so a token that is lent out almost whole may stand
 * below zero; what is borrowed of it on the same day is added to such an amount. One that stays below zero is left out. Null when an
 * amount is no number, or not plausible.
 */
export function readAmounts(
  tokens: unknown,
  borrowed: ReadonlyMap<string, number>,
): TokenAmounts | null {
  const entries = entriesOf(tokens)
  if (entries === null) return null
  const held: [string, number][] = []
  const leftOut: string[] = []
  for (const [key, net] of entries) {
    if (typeof net !== 'number' || !isAmount(Math.abs(net))) return null
    const symbol = plainText(key, MAX_SYMBOL_CHARS) ?? 'unnamed'
    const usd = net < 0 ? net + (borrowed.get(key) ?? 0) : net
    if (usd > 0) held.push([symbol, usd])
    else if (usd < 0) leftOut.push(symbol)
  }
  const statedUsd = sumUsd(entries.map(([, net]) => Number(net)))
  return { held, leftOut: leftOut.sort(), statedUsd }
}

/** Adds to `sums` the amounts of one point that can be read. */
export function addAmounts(sums: Map<string, number>, tokens: unknown): void {
  for (const [key, usd] of entriesOf(tokens) ?? []) {
    if (typeof usd === 'number' && isAmount(usd)) sums.set(key, (sums.get(key) ?? 0) + usd)
  }
}

/** The sum of amounts, smallest first, so that their order changes nothing. */
export function sumUsd(amounts: number[]): number {
  return amounts.sort((a, b) => a - b).reduce((sum, usd) => sum + usd, 0)
}

function entriesOf(tokens: unknown): [string, unknown][] | null {
  if (typeof tokens !== 'object' || tokens === null || Array.isArray(tokens)) return null
  const entries = Object.entries(tokens)
  return entries.length > MAX_TOKENS ? null : entries
}
