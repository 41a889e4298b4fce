import type { MakeupPart } from '../../domain/dependency.ts'
import { DOLLAR_SYMBOLS } from '../../domain/dollars.ts'
import { compareText } from '../../domain/text-order.ts'
import { canonicalChain } from '../chain-table.ts'
import { isAmount } from './protocols-map.ts'
import { addAmounts, readAmounts, sumUsd } from './token-amounts.ts'

/** Parts of one make-up that are kept, largest first; what is beyond is not covered by it. */
const MAX_PARTS = 500

/** The sums by chain may differ from those over all chains by this share before only the latter are used. */
const MAX_DIFFERENCE = 0.05

/** Of fewer tokens, or of a smaller value, no price is read: upstream rounds. Of a dollar that lost nearly all, the value is small and the number is not. */
const MIN_NUMBER = 100_000
const MIN_USD = 1_000

/** What is worth more is another token of the same symbol. */
const MAX_PRICE = 2

/** The tokens of one moment, as upstream sends them: net of what is lent out, and what is lent out. */
export interface TokensAt {
  /** As upstream writes it; null for the sums over all chains. */
  chain: string | null
  tokens: unknown
  borrowed: unknown
  /** How many of each token make the net value; left out where upstream does not say so. */
  numbers?: unknown
}

/**
 * What is held and owed of each token, largest first: by chain where the chains add up to the sums over all of them, otherwise these
 * sums. Empty where no amount can be read.
 */
export function makeupParts(overall: TokensAt, chains: readonly TokensAt[]): MakeupPart[] {
  const whole = amountsAt(overall)
  const split = chains.flatMap(amountsAt)
  const held = (amounts: Amount[]) => sumUsd(amounts.map(({ heldUsd }) => heldUsd))
  const isWhole = Math.abs(held(split) - held(whole)) <= MAX_DIFFERENCE * held(whole)
  const amounts = split.length > 0 && isWhole ? split : whole
  const heldUsd = held(amounts)
  const owedUsd = sumUsd(amounts.map((amount) => amount.owedUsd))
  if (heldUsd === 0) return []
  return amounts
    .map(({ chain, token, priceUsd, ...usd }) => ({
      chain,
      token,
      share: rounded(usd.heldUsd / heldUsd),
      owedShare: owedUsd > heldUsd ? rounded(usd.owedUsd / owedUsd) : null,
      ...(priceUsd !== null && { priceUsd }),
    }))
    .sort(
      (a, b) =>
        b.share - a.share ||
        compareText(a.token, b.token) ||
        compareText(a.chain ?? '', b.chain ?? ''),
    )
    .slice(0, MAX_PARTS)
}

interface Amount {
  chain: string | null
  token: string
  heldUsd: number
  owedUsd: number
  priceUsd: number | null
}

function amountsAt({ chain, tokens, borrowed, numbers }: TokensAt): Amount[] {
  const lent = new Map<string, number>()
  addAmounts(lent, borrowed)
  return (readAmounts(tokens, lent)?.held ?? []).map(([token, heldUsd]) => ({
    chain: chain === null ? null : canonicalChain(chain),
    token,
    heldUsd,
    owedUsd: heldUsd + (isRepaired(tokens, token) ? 0 : (lent.get(token) ?? 0)),
    priceUsd: DOLLAR_SYMBOLS.has(token.toUpperCase()) ? priceOf(token, tokens, numbers) : null,
  }))
}

/** The net value of a token by the number of it, to five digits. */
function priceOf(token: string, tokens: unknown, numbers: unknown): number | null {
  const usd = Reflect.get(Object(tokens), token)
  const number = Reflect.get(Object(numbers), token)
  if (typeof usd !== 'number' || typeof number !== 'number' || !isAmount(number)) return null
  if (usd < MIN_USD || number < MIN_NUMBER || usd / number > MAX_PRICE) return null
  return Number((usd / number).toPrecision(5))
}

/** True where the amount held has what is lent out in it already. */
function isRepaired(tokens: unknown, token: string): boolean {
  const net = Reflect.get(Object(tokens), token)
  return typeof net === 'number' && net < 0
}

/** Down to millionths, so that shares never sum to more than 1. */
function rounded(share: number): number {
  return Math.floor(share * 1e6) / 1e6
}
