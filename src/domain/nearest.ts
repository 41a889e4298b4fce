/** Those of the words that differ least from one: by at most two letters or a third of them, or that begin with it. At most three. */
export function nearest(word: string, words: Iterable<string>): string[] {
  const wanted = word.toLowerCase()
  const most = Math.min(3, Math.max(1, Math.floor(wanted.length / 3)))
  return [...new Set(words)]
    .map((text) => ({ text, errors: differences(wanted, text.toLowerCase()) }))
    .map(({ text, errors }) => ({
      text,
      errors: wanted.length > 1 && text.toLowerCase().startsWith(wanted) ? 0 : errors,
    }))
    .filter(({ errors }) => errors <= most)
    .sort((a, b) => a.errors - b.errors || (a.text < b.text ? -1 : 1))
    .slice(0, 3)
    .map(({ text }) => text)
}

/** Letters to replace, add, drop or swap with their neighbour that turn one text into the other (optimal string alignment). */
function differences(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const steps = [at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + same]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) steps.push(at(before, j - 2) + 1)
      next.push(Math.min(...steps))
    }
    before = row
    row = next
  }
  return at(row, b.length)
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}

/** ` Did you mean a or b?`, or nothing. */
export function meant(words: string[]): string {
  if (words.length === 0) return ''
  const last = words.slice(-1)
  const start = words.slice(0, -1).join(', ')
  return ` Did you mean ${start === '' ? '' : `${start} or `}${last}?`
}

/** A name that a filter accepts, and what else it goes by. */
interface Named {
  name: string
  aliases: readonly string[]
}

/**
 * Those of the names that are none of the known ones, as sentences that suggest what may be meant. `what` is what they
 * name. Nothing where none could be read.
 */
export function unknownNames(
  what: string,
  names: readonly string[],
  known: readonly Named[] | null,
): string[] {
  if (known === null) return []
  const all = known.flatMap(({ name, aliases }) => [name, ...aliases])
  const lower = new Set(all.map((name) => name.toLowerCase()))
  return names
    .filter((name) => !lower.has(name.toLowerCase()))
    .map((name) => `No ${what} is called "${name}".${meant(nearest(name, all))}`)
}
