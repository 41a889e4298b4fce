import { usd as formatUsd, points } from '../../domain/format.ts'
import { RISK_LEVELS } from '../../domain/risk-level.ts'
import type { TextCell } from './table.ts'
import type { View } from './terminal.ts'

/** Not known. Never zero. */
export const UNKNOWN = '?'
/** Does not apply. */
export const NOT_APPLICABLE = '–'
/** A table of the API has null for both. */
export const EITHER = '–?'

/** A score of 0 to 10; with a mark in front where it was not read but assumed. */
export function scoreText(score: number, isAssumed: boolean): string {
  return `${isAssumed ? UNKNOWN : ''}${points(score)}`
}

/** What the mark of `scoreText` means. */
export const ASSUMED_NOTE = `${UNKNOWN} before a number: not read, the number is assumed`

const LEVELS: readonly string[] = RISK_LEVELS
const LEVEL_FORMATS: TextCell['format'][] = ['green', 'green', 'yellow', 'red', ['bold', 'red']]

/** An amount in US dollars to three digits, as on the site; `?` when unknown. */
export function usd(amount: number | null): string {
  return amount === null ? UNKNOWN : formatUsd(amount)
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
export function levelCell(score: number | null, level: string | null, view: View): TextCell {
  if (score === null || level === null) return { text: `${UNKNOWN.padStart(4)}`, format: 'dim' }
  const at = LEVELS.indexOf(level)
  const mark = at < 0 ? '' : `${bar(at + 1, LEVELS.length, view)} `
  const text = `${points(score).padStart(4)} ${mark}${levelWord(level)}`
  return { text, format: levelFormat(level) }
}

export function levelWord(level: string): string {
  return level.replaceAll('-', ' ')
}

export function levelFormat(level: string | null): TextCell['format'] {
  return level === null ? 'dim' : (LEVEL_FORMATS[LEVELS.indexOf(level)] ?? null)
}
