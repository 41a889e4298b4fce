import { distance } from 'fastest-levenshtein'

/** A text with what rules out most others quickly. */
export interface Spelling {
  text: string
  /** One bit for each of 32 classes of letters. */
  letters: number
}

export function spellingOf(text: string): Spelling {
  let letters = 0
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31)
  return { text, letters }
}

/** Typing errors that a word of this length may have: none below four letters, one below eight, then two. */
export function errorsAllowed(length: number): number {
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

/**
 * The least number of letters to replace, add, drop or swap with their neighbour that turns one text into the other. Null
 * when it is more than `most`, and for equal texts zero. Two swaps count as they would without the swap.
 */
export function typingErrors(a: Spelling, b: Spelling, most: number): number | null {
  if (a.text === b.text) return 0
  if (Math.abs(a.text.length - b.text.length) > most) return null
  // An error adds at most one class of letters and removes at most one.
  if (bitCount(a.letters ^ b.letters) > 2 * most) return null
  if (most > 0 && isOneSwap(a.text, b.text)) return 1
  const errors = distance(a.text, b.text)
  return errors <= most ? errors : null
}

/** As `typingErrors`, of the beginning of `b` that is nearest to `a`, for a name that is still being typed. The first letter must be right. */
export function beginningErrors(a: string, b: string, most: number): number | null {
  if (a[0] !== b[0] || b.length <= a.length) return null
  const lengths = Array.from({ length: 2 * most + 1 }, (_, at) => a.length - most + at)
  const errors = lengths.flatMap(
    (length) => typingErrors(spellingOf(a), spellingOf(b.slice(0, length)), most) ?? [],
  )
  return errors.length === 0 ? null : Math.min(...errors)
}

function isOneSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let at = 0
  while (a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

/** Bits that are set in a 32-bit number (Hacker's Delight, 5-1). */
export function bitCount(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555)
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333)
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
