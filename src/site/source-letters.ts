/** A source of rows with the day of its readings. */
export interface LetteredSource {
  source: string
  /** Null where it leads to no known host. */
  link: string | null
  asOf: string
}

/** Sources by letter: each is written once, below a table, and its rows have its letter. */
export class SourceLetters {
  readonly #known = new Map<string, LetteredSource & { letter: string }>()

  /** The letter of a source: the next one, where it is new. Equal sources have one. */
  letterOf(source: LetteredSource): string {
    const key = JSON.stringify(source)
    const known = this.#known.get(key) ?? { ...source, letter: letterAt(this.#known.size) }
    this.#known.set(key, known)
    return known.letter
  }

  /** Every source with its letter, in the order of the letters. */
  list(): (LetteredSource & { letter: string })[] {
    return [...this.#known.values()]
  }
}

/** A, B, … Z, A1, B1, … */
function letterAt(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : `${letter}${Math.floor(place / 26)}`
}
