/** One thing that a source reads in its rows. */
export interface ReadField<Row> {
  /** What upstream calls it, the newest name first: a field that was renamed is not lost while one of its names is there. */
  names: readonly string[]
  /** Whether a score, or the choice of what is scored, depends on it. */
  scored: boolean
  /** Whether a row carries it in a form that we read. */
  carried: (row: Row) => boolean
}

/** Everything that a source reads in its rows, by what it is. Stands beside the schema of the rows. */
export type ReadFields<Row> = Readonly<Record<string, ReadField<Row>>>

/** Whether a value says anything: nothing, an empty text and an empty list do not. */
export function isGiven(value: unknown): boolean {
  if (value === null || value === undefined) return false
  if (typeof value === 'string' || Array.isArray(value)) return value.length > 0
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** A field of one name, or of several over the years, that is carried when any of them is given. */
export function readField<Row extends object>(
  scored: boolean,
  ...names: readonly (keyof Row & string)[]
): ReadField<Row> {
  return { names, scored, carried: (row) => names.some((name) => isGiven(row[name])) }
}

/** Counts for each field how many rows carry it. */
export class FieldCounter<Row> {
  readonly counts: Record<string, number>
  readonly #fields: [string, ReadField<Row>][]

  constructor(fields: ReadFields<Row>) {
    this.#fields = Object.entries(fields)
    this.counts = Object.fromEntries(this.#fields.map(([id]) => [id, 0]))
  }

  add(row: Row): void {
    for (const [id, { carried }] of this.#fields) {
      if (carried(row)) this.counts[id] = (this.counts[id] ?? 0) + 1
    }
  }
}
