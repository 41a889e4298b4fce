import { day } from './figures.ts'
import { heaviestInput } from './largest-reason.ts'
import { type Ledger, type LedgerDimension, signalName, sourceName } from './ledger.ts'

type Signal = LedgerDimension['signals'][number]

/** A signal as a row of the table of all signals. */
export interface LedgerRow {
  signal: Signal
  name: string
  /** What was read, unless the page says it elsewhere: of the heaviest inputs and of what is missing. */
  note: string | null
  /** The letter of its source in the key, or why it has none. */
  mark: string
  /** Year of the reading; null where nothing was read of it, or the day is not known. */
  year: string | null
}

/** A source with its day, and the letter that refers to it. */
export interface LedgerSource {
  letter: string
  source: string
  link: string | null
  asOf: string
}

export interface LedgerTable {
  groups: { dimension: LedgerDimension; rows: LedgerRow[] }[]
  sources: LedgerSource[]
}

/** The dimensions that have signals with their rows, and the key of their sources. */
export function ledgerTable({
  dimensions,
  total,
}: Pick<Ledger, 'dimensions' | 'total'>): LedgerTable {
  const sources = new Map<string, LedgerSource>()
  const firstNames = new Map<string, string>()
  const groups = dimensions
    .filter(({ signals }) => signals.length > 0)
    .map((dimension) => {
      const heaviest = total === null ? null : heaviestInput(dimension)
      const rows = dimension.signals.map((signal): LedgerRow => {
        const name = signalName(signal.id)
        const isShown = heaviest?.id === signal.id && heaviest.text === signal.reason
        const note = signal.basis === 'measured' ? noteOf(signal.reason, name, firstNames) : null
        return {
          signal,
          name,
          note: isShown ? null : note,
          mark: markOf(signal, sources),
          year: yearOf(signal),
        }
      })
      return { dimension, rows }
    })
  return { groups, sources: [...sources.values()] }
}

/** The reading in words, or the name of the signal that has the same. */
function noteOf(reason: string, name: string, firstNames: Map<string, string>): string {
  const first = firstNames.get(reason)
  if (first !== undefined) return `As for ${first}.`
  firstNames.set(reason, name.toLowerCase())
  return reason
}

function yearOf({ missing, basis, asOf }: Signal): string | null {
  return missing === null && basis !== 'category' ? (asOf?.slice(0, 4) ?? null) : null
}

function markOf(signal: Signal, sources: Map<string, LedgerSource>): string {
  if (signal.missing !== null) return 'missing'
  if (signal.basis === 'category') return 'its kind'
  const { source, link, asOf, inherited } = signal
  const key = JSON.stringify([source, link, asOf, inherited])
  const known = sources.get(key)
  if (known) return known.letter
  const letter = letterOf(sources.size)
  const when = asOf ? day(asOf) : 'no date'
  sources.set(key, {
    letter,
    source: sourceName(source),
    link,
    asOf: inherited ? `${when}, of its family` : when,
  })
  return letter
}

/** A, B, … Z, A1, B1, … */
function letterOf(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : `${letter}${Math.floor(place / 26)}`
}
