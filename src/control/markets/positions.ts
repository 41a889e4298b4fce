import type { MarketDraft } from './draft.ts'
import type { FoundMarkets } from './reading.ts'

/** A position to which two vaults of a protocol lead, as one around the other does, counts once, with the larger part of it. */
export function withoutRepeats(
  found: readonly FoundMarkets[],
  protocols: readonly string[],
): FoundMarkets[] {
  const largest = new Map<string, MarketDraft>()
  const keyOf = (position: string, index: number) => `${protocols[index]} ${position}`
  for (const [index, { drafts }] of found.entries())
    for (const draft of drafts) {
      if (draft.position === undefined) continue
      const key = keyOf(draft.position, index)
      const other = largest.get(key)
      if (!other || other.supplied < draft.supplied) largest.set(key, draft)
    }
  return found.map(({ drafts, failed }, index) => ({
    failed,
    drafts: drafts.filter(
      (draft) =>
        draft.position === undefined || largest.get(keyOf(draft.position, index)) === draft,
    ),
  }))
}
