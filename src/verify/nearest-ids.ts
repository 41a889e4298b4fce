/** Longer words are nobody's slip of the finger. */
const LONGEST = 200

/** The ids that somebody may have meant: those that begin with the word, those a few letters away, those that contain it. */
export function nearestIds(word: string, ids: Iterable<string>, most = 3): string[] {
  const asked = word.toLowerCase()
  if (asked === '' || asked.length > LONGEST) return []
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

/** Letters to add, drop or change (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
