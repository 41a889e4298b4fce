import type { Cell } from './table.ts'
import type { View } from './terminal.ts'

/** Not known. Never zero. */
export const UNKNOWN = '?'
/** Does not apply. */
export const NOT_APPLICABLE = '–'
/** A table of the API has null for both. */
export const EITHER = '–?'

/** The levels of a composite, safest first. */
const LEVELS = ['very-low', 'low', 'moderate', 'elevated', 'high']
const LEVEL_FORMATS: Cell['format'][] = ['green', 'green', 'yellow', 'red', ['bold', 'red']]

const UNITS = [
  { size: 1e12, sign: 'tn' },
  { size: 1e9, sign: 'bn' },
  { size: 1e6, sign: 'm' },
  { size: 1e3, sign: 'k' },
]
const WHOLE = new Intl.NumberFormat('en-US')

/** An amount in US dollars to three digits, as on the site; `?` when unknown. */
export function usd(amount: number | null): string {
  if (amount === null) return UNKNOWN
  const size = Math.abs(amount)
  const rounded = Number(size.toPrecision(3))
  const unit = UNITS.find((each) => rounded >= each.size)
  const sign = amount < 0 ? '-' : ''
  if (unit) {
    const scaled = rounded / unit.size
    return `${sign}$${scaled.toFixed(scaled < 10 ? 2 : scaled < 100 ? 1 : 0)}${unit.sign}`
  }
  return `${sign}$${size > 0 && size < 1 ? size.toFixed(2) : Math.round(size)}`
}

/** An amount to the cent; `?` when unknown. */
export function cents(amount: number | null): string {
  if (amount === null) return UNKNOWN
  const text = Math.abs(amount).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${amount < 0 ? '-' : ''}$${text}`
}

/** Risk to one decimal. */
export function points(score: number): string {
  return score.toFixed(1)
}

/** A change with its sign. */
export function signed(delta: number, digits = 1): string {
  const text = delta.toFixed(digits)
  if (Number(text) === 0) return text.replace('-', '')
  return `${delta > 0 ? '+' : ''}${text}`
}

/** A fraction as a percentage. */
export function share(fraction: number): string {
  return `${Number((fraction * 100).toFixed(1))} %`
}

export function count(number: number): string {
  return WHOLE.format(number)
}

/** `1 chain`, `2 chains`. */
export function counted(number: number, one: string, more = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : more}`
}

/** The day of an ISO instant or day. Throws a `TypeError` for what is no text. */
export function dayOf(iso: string): string {
  return iso.substring(0, 10)
}

/** So many cells of which some are filled: block letters where there are colours, else ASCII. */
export function bar(filled: number, cells: number, view: View): string {
  const full = Math.max(0, Math.min(cells, Math.round(filled)))
  const [on, off] = view.colours ? ['▇', '▁'] : ['#', '.']
  return on.repeat(full) + off.repeat(cells - full)
}

/** A composite with a bar of one cell for each level and the word of the level. Unknown levels of later versions have no bar. */
export function levelCell(score: number | null, level: string | null, view: View): Cell {
  if (score === null || level === null) return { text: `${UNKNOWN.padStart(4)}`, format: 'dim' }
  const at = LEVELS.indexOf(level)
  const mark = at < 0 ? '' : `${bar(at + 1, LEVELS.length, view)} `
  const text = `${points(score).padStart(4)} ${mark}${levelWord(level)}`
  return { text, format: levelFormat(level) }
}

export function levelWord(level: string): string {
  return level.replaceAll('-', ' ')
}

export function levelFormat(level: string | null): Cell['format'] {
  return level === null ? 'dim' : (LEVEL_FORMATS[LEVELS.indexOf(level)] ?? null)
}
