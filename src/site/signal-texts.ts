import texts from '../content/signal-texts.json' with { type: 'json' }
import { METHODOLOGY, type SignalId } from '../score/methodology.ts'
import { share } from './figures.ts'

/** What the numbers of the methodology do not show: the sources of a signal, and how its value is computed. */
export interface SignalText {
  /** Ids of the sources a reading may come from. */
  sources: readonly string[]
  how: string
}

const { parameters } = METHODOLOGY
const { actors, delayFactors, exitWindow } = parameters.control
const list = <Row>(rows: readonly Row[], words: (row: Row) => string) => rows.map(words).join(', ')

/** What a place in a text may name: the numbers of the methodology, and those of them that need words of their own. */
const NAMED: Record<string, unknown> = {
  ...METHODOLOGY,
  ...parameters,
  multisigs: list(actors.multisigs, ({ threshold, points }) => `of ${threshold} ${points}`),
  delays: list(delayFactors, ({ hours, factor }) => `${hours} h × ${factor}`),
  notice: list(exitWindow.byDays, ({ at, risk }) => `${at} days ${risk}`),
}

const UNITS: Record<string, (value: number) => string> = {
  share,
  percent: (part) => `${part * 100}`,
  months: (years) => `${years * 12}`,
}

/** Puts numbers of the methodology into a text, such as `{audits.halfLifeYears}` or `{seenShare|percent}`. Throws for what it does not have. */
export function fillIn(text: string): string {
  return text.replace(/\{([\w.-]+)(?:\|(\w+))?\}/g, (place, path: string, unit?: string) => {
    const value = path.split('.').reduce(fieldOf, NAMED)
    const written = unit === undefined ? String(value) : UNITS[unit]?.(Number(value))
    if ((typeof value !== 'number' && typeof value !== 'string') || written === undefined)
      throw new Error(`The methodology has no number for ${place}.`)
    return written
  })
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

const TEXTS: Record<SignalId, SignalText> = texts

/** The text of a signal, with the numbers of the methodology. */
export function signalText(id: SignalId): SignalText {
  const { sources, how } = TEXTS[id]
  return { sources, how: fillIn(how) }
}
