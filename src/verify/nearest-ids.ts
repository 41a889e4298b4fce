import { distance } from 'fastest-levenshtein'

/** A longer text is not a typing error. */
const MAX_LENGTH = 200

/** The ids that a mistyped one may mean: first those that start with it, then those a few letters away, then those that contain it. */
export function nearestIds(word: string, ids: Iterable<string>, most = 3): string[] {
  const asked = word.toLowerCase()
  if (asked === '' || asked.length > MAX_LENGTH) return []
  return [...ids]
    .map((id) => ({ id, away: distance(asked, id), kind: kindOf(asked, id) }))
    .map((near) => ({
      ...near,
      kind: near.away <= asked.length / 3 ? Math.min(near.kind, 1) : near.kind,
    }))
    .filter(({ kind }) => kind < 3)
    .sort((a, b) => a.kind - b.kind || a.away - b.away || (a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map(({ id }) => id)
}

function kindOf(asked: string, id: string): number {
  if (id === asked || id.startsWith(`${asked}-`)) return 0
  return asked.length > 2 && id.includes(asked) ? 2 : 3
}
