import { LEVEL_CHOICES, type LevelChoice } from '../../../contract/query.ts'
import { plainText } from '../../../contract/search-text.ts'
import type { ProtocolStatus } from '../../../domain/status.ts'

/** Moves the matching rows among the first `count` to the front, in their order. Returns the number of matching rows. */
export type Filter = (rows: Uint32Array, count: number) => number

/** Rows whose value is at most `maximum`; null never matches. */
export function keepAtMost(values: Float64Array, maximum: number): Filter {
  return keep((row) => (values[row] ?? Number.NaN) <= maximum)
}

/** Rows whose value is at least `minimum`; null never matches. */
export function keepAtLeast(values: Float64Array, minimum: number): Filter {
  return keep((row) => (values[row] ?? Number.NaN) >= minimum)
}

/** The rows with each name, by the name in lower case. */
export interface NamedRows {
  count: number
  rowsOf: ReadonlyMap<string, readonly number[]>
}

/**
 * Turns the names of each row, as indexes into `names`, into the rows of each name. Names that differ only in case are one;
 * an alias, in lower case, has the rows of all names whose indexes it lists.
 */
export function namedRows(
  names: readonly string[],
  sets: readonly (readonly number[])[],
  aliases: Readonly<Record<string, readonly number[]>> = {},
): NamedRows {
  const lower = names.map((name) => name.toLowerCase())
  const rowsOf = new Map<string, number[]>(lower.map((name) => [name, []]))
  sets.forEach((set, row) => {
    for (const place of set) rowsOf.get(lower[place] ?? '')?.push(row)
  })
  const rowsOfAlias = Object.entries(aliases).map(([alias, places]): [string, number[]] => [
    alias,
    places.flatMap((place) => rowsOf.get(lower[place] ?? '') ?? []),
  ])
  return { count: sets.length, rowsOf: new Map([...rowsOf, ...rowsOfAlias]) }
}

/** Rows with at least one of the wanted names (lower case). No row has an unknown name. */
export function keepNamed({ count, rowsOf }: NamedRows, wanted: readonly string[]): Filter {
  const hasName = new Uint8Array(count)
  for (const name of wanted) for (const row of rowsOf.get(name) ?? []) hasName[row] = 1
  return keep((row) => hasName[row] === 1)
}

/** These rows. */
export function keepRows(wanted: ReadonlySet<number | undefined>): Filter {
  return keep((row) => wanted.has(row))
}

/** The number of `none` among the levels 1 to 5. */
export const NO_LEVEL = 0

/** Rows of the wanted levels. `levels` holds 1 (very low) to 5 (high), or `NO_LEVEL`. */
export function keepLevels(levels: Uint8Array, wanted: readonly LevelChoice[]): Filter {
  const isWanted = new Uint8Array(LEVEL_CHOICES.length)
  for (const level of wanted) {
    isWanted[level === 'none' ? NO_LEVEL : LEVEL_CHOICES.indexOf(level) + 1] = 1
  }
  return keep((row) => isWanted[levels[row] ?? NO_LEVEL] === 1)
}

/** Rows of the wanted statuses. */
export function keepStatuses(
  statuses: readonly ProtocolStatus[],
  wanted: readonly ProtocolStatus[],
): Filter {
  const isWanted = new Set(wanted)
  return keep((row) => isWanted.has(statuses[row] ?? 'active'))
}

/** A text without case, marks and compatibility forms, so that `Ćurve` is found by `curve`. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The name and the id of a row, as `keepText` searches them. */
export function searchedText(name: string, id: string): string {
  return fold(`${name}\n${id}`)
}

/** Rows whose `searchedText` holds the text, without regard to case, marks and the width of spaces. */
export function keepText(searched: readonly string[], text: string): Filter {
  const wanted = fold(plainText(text))
  return keep((row) => searched[row]?.includes(wanted) ?? false)
}

function keep(passes: (row: number) => boolean): Filter {
  return (rows, count) => {
    let kept = 0
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] ?? 0
      if (passes(row)) rows[kept++] = row
    }
    return kept
  }
}
