import type { Ledger } from './ledger.ts'

/** A ledger without the scores of its dimensions, for a protocol that has no score. */
export function withoutScores(ledger: Ledger): Ledger {
  const dimensions = ledger.dimensions.map((entry) => ({ ...entry, score: null, level: null }))
  return { ...ledger, dimensions }
}
