import { METHODOLOGY } from '../score/methodology.ts'
import type { Store } from '../store/open.ts'
import { findNewestSnapshot } from '../store/snapshots.ts'
import { type ScoreReport, scoreSnapshot } from './score-snapshot.ts'

interface AgainOptions {
  store: Store
  codeFingerprint: string
  /** The time now, an ISO 8601 instant. */
  now: string
}

/**
 * Scores the newest snapshot again from the store when it was scored by another version of the methodology, because documents
 * can only be made from scores of the current version. Null when there was nothing to do.
 * A live snapshot then states the time now: the new score predicts nothing that happened before it was computed.
 */
export function scoreAgain({ store, now, ...rest }: AgainOptions): ScoreReport | null {
  const newest = findNewestSnapshot(store)
  if (!newest || newest.methodology === METHODOLOGY.version) return null
  const { asOf, origin } = newest
  const computedAt = origin === 'live' ? now : newest.computedAt
  return scoreSnapshot({ store, asOf, origin, computedAt, ...rest })
}
