import content from '../../content/words.json' with { type: 'json' }
import type { Day } from '../../domain/day.ts'
import { points } from '../../domain/format.ts'
import { LEVEL_WORD, type RiskLevel } from '../../domain/risk-level.ts'
import { xml } from '../../domain/xml.ts'
import { COLOURS, LEVEL_COLOURS } from '../colours.ts'
import { day } from '../figures.ts'
import { glyphOf } from '../glyph.ts'
import { levelNumber } from '../levels.ts'
import { shortName } from '../text-parts.ts'
import { textWidth } from './text-width.ts'

/** What a badge says. Every state has a day. */
export type BadgeState =
  | { kind: 'scored' | 'stale'; score: number; level: RiskLevel; day: Day }
  | { kind: 'insufficient' | 'retired'; day: Day }
  | { kind: 'inactive'; word: string; day: Day }

export interface BadgeFacts {
  /** Name of the protocol, a text from outside. */
  name: string
  state: BadgeState
  /** The notice of a sample; null for live data. */
  notice: string | null
}

const HEIGHT = 28
const PADDING = 8
const NAME_X = 42
const SIZE = 12
const SCORE_SIZE = 13
const DATE_SIZE = 10.5
const BASELINE = 18.5
const GAP = 8

const FONT = '"Helvetica Neue",Arial,"Liberation Sans",sans-serif'

/** Ring without a score: eight dashes. */
const BROKEN_RING = '3.5 3.57'

/** The line with gaps at the ring, for a score whose reading is old. */
const BROKEN_LINE = ['M1 ', 'h2.2M5 ', 'h2.2M22.8 ', 'h2.2M26.8 ', 'h2.2']

/**
 * A badge as SVG for an `<img>` on any page. It needs no font and no other file: each text is drawn at the width of Helvetica,
 * whichever font there is. The colours of the day are attributes, so the badge can be read where its style is not applied.
 */
export function badgeSvg({ name, state, notice }: BadgeFacts): string {
  const hue = 'level' in state ? LEVEL_COLOURS[state.level] : COLOURS.rule
  const words = wordsOf(state)
  const texts: string[] = []
  let x = NAME_X
  const put = (text: string, size: number, kind: 'i' | 'j', more = '') => {
    const width = textWidth(text, size)
    const fill = kind === 'i' ? COLOURS.ink.day : COLOURS['ink-2'].day
    texts.push(
      `<text class="${kind}" x="${x}" y="${BASELINE}" font-size="${size}" fill="${fill}"${more} textLength="${width}" lengthAdjust="spacingAndGlyphs">${text}</text>`,
    )
    x += width
  }
  put('Plimsoll', SIZE, 'j')
  x += GAP
  if (words.score !== null) {
    put(words.score, SCORE_SIZE, 'i', ' font-weight="700"')
    x += GAP / 2
  }
  put(words.word, SIZE, 'i')
  x += GAP
  put(day(state.day), DATE_SIZE, 'j')
  const width = x + PADDING
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" font-family='${FONT}'>`,
    `<title>${xml(titleOf(name, state, notice))}</title>`,
    `<style>@media(prefers-color-scheme:dark){.p{fill:${COLOURS.paper.night};stroke:${COLOURS.rule.night}}.i{fill:${COLOURS.ink.night}}.j{fill:${COLOURS['ink-2'].night}}.w{fill:${hue.night}}.l{stroke:${hue.night}}}</style>`,
    `<rect class="p" x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="2" fill="${COLOURS.paper.day}" stroke="${COLOURS.rule.day}"/>`,
    glyph(state, hue.day),
    ...texts,
    '</svg>\n',
  ].join('')
}

function wordsOf(state: BadgeState): { score: string | null; word: string } {
  if ('score' in state) {
    const word = state.kind === 'stale' ? 'Stale' : LEVEL_WORD[state.level]
    return { score: points(state.score), word }
  }
  return {
    score: null,
    word: 'word' in state ? state.word : content.withoutScore[state.kind].badge,
  }
}

function titleOf(name: string, state: BadgeState, notice: string | null): string {
  // No name makes a badge large.
  const sentence = `${shortName(name)}: Plimsoll risk score ${claimOf(state)}.`
  return notice === null ? sentence : `${sentence} ${notice}`
}

function claimOf(state: BadgeState): string {
  const date = day(state.day)
  if ('score' in state) {
    const word = state.kind === 'stale' ? 'stale: last reading' : `${LEVEL_WORD[state.level]},`
    return `${points(state.score)} of 10, ${word} ${date}`
  }
  if ('word' in state) return `not shown: ${state.word.toLowerCase()} since ${date}`
  return `${content.withoutScore[state.kind].claim} ${date}`
}

function glyph(state: BadgeState, colour: string): string {
  const ring = (more: string) =>
    `<circle class="l" cx="15" cy="12" r="9" fill="none" stroke="${colour}" ${more}/>`
  if (!('level' in state)) {
    return `<g transform="translate(6 2)">${ring(`stroke-width="2" stroke-dasharray="${BROKEN_RING}"`)}</g>`
  }
  const { y, water } = glyphOf(levelNumber(state.level))
  const line = state.kind === 'stale' ? BROKEN_LINE.join(`${y}`) : `M1 ${y}H29`
  return `<g transform="translate(6 2)"><path class="w" d="${water}" fill="${colour}"/>${ring('stroke-width="2.2"')}<path class="l" d="${line}" stroke="${colour}" stroke-width="2.4"/></g>`
}
