/** One field that a source reads in its rows. */
export interface ReadField<Row> {
  /** Upstream's names for it, newest first: a renamed field is not lost while one of its names is present. */
  names: readonly string[]
  /** Whether a score, or the choice of what to score, depends on it. */
  scored: boolean
  /** Rows come and go with it for reasons of their own, so it is lost only when all rows lose it. */
  volatile?: true
  /** Whether a row has it in a form that we read. */
  carried: (row: Row) => boolean
}

/** Every field that a source reads in its rows, by our id. Kept beside the schema of the rows. */
export type ReadFields<Row> = Readonly<Record<string, ReadField<Row>>>

/** Whether a value is not empty: null, an empty text, an empty list and an empty object are. */
export function isGiven(value: unknown): boolean {
  if (value === null || value === undefined) return false
  if (typeof value === 'string' || Array.isArray(value)) return value.length > 0
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** A field with one or several names, present when any of them has a value. */
export function readField<Row extends object>(
  scored: boolean,
  ...names: readonly (keyof Row & string)[]
): ReadField<Row> {
  return { names, scored, carried: (row) => names.some((name) => isGiven(row[name])) }
}

/** Counts how many rows have each field, and notes which, where rows have ids. */
export class FieldCounter<Row> {
  readonly counts: Record<string, number>
  readonly carriers: { listed: string[]; byField: Record<string, string[]> }
  readonly #fields: [string, ReadField<Row>][]

  constructor(fields: ReadFields<Row>) {
    this.#fields = Object.entries(fields)
    this.counts = Object.fromEntries(this.#fields.map(([id]) => [id, 0]))
    this.carriers = {
      listed: [],
      byField: Object.fromEntries(this.#fields.map(([id]) => [id, []])),
    }
  }

  add(row: Row, rowId?: string): void {
    if (rowId !== undefined) this.carriers.listed.push(rowId)
    for (const [id, { carried }] of this.#fields) {
      if (!carried(row)) continue
      this.counts[id] = (this.counts[id] ?? 0) + 1
      if (rowId !== undefined) this.carriers.byField[id]?.push(rowId)
    }
  }
}
