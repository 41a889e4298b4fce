import { METHODOLOGY } from '../score/methodology.ts'
import type { Store } from '../store/open.ts'
import { findNewestSnapshot } from '../store/snapshots.ts'
import { type ScoreReport, scoreSnapshot } from './score-snapshot.ts'

interface AgainOptions {
  store: Store
  codeFingerprint: string
}

/**
 * Scores the newest snapshot again, from what the store holds, when it was scored by another methodology than this
 * code has: documents are never made from scores of a form that the code no longer knows. Null when nothing was to do.
 */
export function scoreAgain({ store, ...rest }: AgainOptions): ScoreReport | null {
  const newest = findNewestSnapshot(store)
  if (!newest || newest.methodology === METHODOLOGY.version) return null
  const { asOf, origin, computedAt } = newest
  return scoreSnapshot({ store, asOf, origin, computedAt, ...rest })
}
