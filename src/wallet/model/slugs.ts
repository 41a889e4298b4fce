import type { ProtocolScore, ProtocolScores } from './protocol-scores.ts'
import { PROTOCOLS, slugsOf } from './protocols.ts'

/**
 * The scores, also by the slugs in `protocols.json`: of the protocol that has the id there, whatever its slug is now, and without one
 * that only took the slug. By slug where no id is known. Pure.
 */
export function withKnownSlugs(scores: ProtocolScores): ProtocolScores {
  const joined = new Map(scores)
  const byId = new Map<string, ProtocolScore>()
  for (const score of scores.values()) {
    for (const id of score.upstreamIds ?? []) byId.set(id, score)
  }
  for (const [slug, { id }] of Object.entries(PROTOCOLS)) {
    const bySlug = slugsOf(slug).flatMap((each) => scores.get(each) ?? [])
    const score =
      id === null ? bySlug[0] : (byId.get(id) ?? bySlug.find(({ upstreamIds }) => !upstreamIds))
    if (score) joined.set(slug, score)
    else joined.delete(slug)
  }
  return joined
}
