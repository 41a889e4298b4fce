import { METHODOLOGY } from '../score/methodology.ts'
import type { Store } from '../store/open.ts'
import { findNewestSnapshot } from '../store/snapshots.ts'
import { type ScoreReport, scoreSnapshot } from './score-snapshot.ts'

interface AgainOptions {
  store: Store
  codeFingerprint: string
}

/**
 * Scores the newest snapshot again from the store when it was scored by another version of the methodology, because documents
 * can only be made from scores of the current version. Null when there was nothing to do.
 */
export function scoreAgain({ store, ...rest }: AgainOptions): ScoreReport | null {
  const newest = findNewestSnapshot(store)
  if (!newest || newest.methodology === METHODOLOGY.version) return null
  const { asOf, origin, computedAt } = newest
  return scoreSnapshot({ store, asOf, origin, computedAt, ...rest })
}
