import type { Reply } from '../../chains/evm/call.ts'
import { plausibleShare } from './draft.ts'

const WAD = 10n ** 18n
const NO_LIMIT = 2n ** 256n - 1n
/** The word of `markets()` that holds Venus's liquidation threshold, since its efficiency modes. */
const VENUS_THRESHOLD_WORD = 3
const VENUS_WORDS = 7

/** Zero means "no cap" in some forks and "no supply" in others. */
export function capOf(cap: bigint | null): bigint | null {
  return cap === null || cap === 0n || cap === NO_LIMIT ? null : cap
}

/**
 * `markets()` returns three words in Compound v2, two at Moonwell, and seven at Venus, with a threshold of its own. Elsewhere one
 * factor limits borrowing and starts liquidation.
 */
export function factorsIn(reply: Reply): {
  isListed: boolean | null
  loanToValue: number | null
  liquidationThreshold: number | null
} {
  const words = reply.ok ? (reply.data.slice(2).match(/.{64}/g) ?? []) : []
  const [listed, factor] = words
  if (listed === undefined || factor === undefined || words.length > VENUS_WORDS)
    return { isListed: null, loanToValue: null, liquidationThreshold: null }
  const loanToValue = plausibleShare(BigInt(`0x${factor}`), WAD)
  const threshold = words.length === VENUS_WORDS ? words[VENUS_THRESHOLD_WORD] : factor
  return {
    isListed: BigInt(`0x${listed}`) !== 0n,
    loanToValue,
    liquidationThreshold: plausibleShare(BigInt(`0x${threshold}`), WAD),
  }
}
