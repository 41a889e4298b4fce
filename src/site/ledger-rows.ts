import { signalName } from '../domain/signal-name.ts'
import { day } from './figures.ts'
import { heaviestInput } from './largest-reason.ts'
import { type Ledger, type LedgerDimension, sourceName } from './ledger.ts'
import { SourceLetters } from './source-letters.ts'

type Signal = LedgerDimension['signals'][number]

/** A signal as a row of the table of all signals. */
export interface LedgerRow {
  signal: Signal
  name: string
  /** What was read, unless the page says it elsewhere: of the heaviest inputs and of what is missing. */
  note: string | null
  /** The letter of its source in the key, or why it has none. */
  mark: string
  /** Year of a reading of an earlier year than the newest; the key of the sources has each day. Null also where it is not known. */
  year: string | null
}

/** The dimensions with the rows of their signals, and the key of their sources. */
export function ledgerTable({ dimensions, total }: Pick<Ledger, 'dimensions' | 'total'>) {
  const sources = new SourceLetters()
  const firstNames = new Map<string, string>()
  const years = dimensions.flatMap(({ signals }) => signals.map((signal) => yearOf(signal) ?? ''))
  const newest = years.sort().at(-1)
  const groups = dimensions.map((dimension) => {
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
        year: yearOf(signal) === newest ? null : yearOf(signal),
      }
    })
    return { dimension, rows }
  })
  return { groups, sources: sources.list() }
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

function markOf(signal: Signal, sources: SourceLetters): string {
  if (signal.missing !== null) return 'missing'
  if (signal.basis === 'category') return 'its kind'
  const { source, link, asOf, inherited } = signal
  const when = asOf ? day(asOf) : 'no date'
  return sources.letterOf({
    source: sourceName(source),
    link,
    asOf: inherited ? `${when}, of its family` : when,
  })
}
