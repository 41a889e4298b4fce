import type { ProtocolScores } from './protocol-scores.ts'
import { PROTOCOLS, slugsOf } from './protocols.ts'

/** The scores, also found by the slugs in `protocols.json`, where a protocol is published under another of its slugs. Pure. */
export function withKnownSlugs(scores: ProtocolScores): ProtocolScores {
  const joined = new Map(scores)
  for (const slug of Object.keys(PROTOCOLS)) {
    const score = slugsOf(slug).flatMap((each) => scores.get(each) ?? [])[0]
    if (score) joined.set(slug, score)
  }
  return joined
}
