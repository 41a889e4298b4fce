import type { ProtocolScores } from './protocol-scores.ts'
import { PROTOCOLS, slugsOf } from './protocols.ts'

/** The scores, also by the slugs in `protocols.json` of protocols that are published under another slug. Pure. */
export function withKnownSlugs(scores: ProtocolScores): ProtocolScores {
  const joined = new Map(scores)
  for (const slug of Object.keys(PROTOCOLS)) {
    const score = slugsOf(slug).flatMap((each) => scores.get(each) ?? [])[0]
    if (score) joined.set(slug, score)
  }
  return joined
}
