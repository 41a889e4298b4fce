import content from '../../content/words.json' with { type: 'json' }
import { points } from '../../domain/format.ts'
import { LEVEL_WORD, riskLevel } from '../../domain/risk-level.ts'
import type { BadgeState } from '../badge/badge.ts'
import { COLOURS, LEVEL_COLOURS } from '../colours.ts'
import { type LoadLine, loadLineOf } from '../load-line.ts'
import { drawFrame, drawMark, drawText, MARGIN } from './drawing.ts'
import type { Fonts } from './fonts.ts'

/** The load line is drawn at this scale of its size on a page. */
const SCALE = 0.84
const ORIGIN = { x: MARGIN - 16, y: 178 }

const WORDS_X = 640

/** What pictures of protocols have in common: all that does not depend on the protocol or the day. */
export type PictureState =
  | { kind: 'scored' | 'stale'; score: number }
  | { kind: 'insufficient' | 'retired' }
  | { kind: 'inactive'; word: string }

/** The state of a badge without its day. */
export function pictureState(state: BadgeState): PictureState {
  if ('level' in state) return { kind: state.kind, score: state.score }
  return state.kind === 'inactive' ? { kind: state.kind, word: state.word } : { kind: state.kind }
}

/** The picture of a state without name, reason and day, as SVG without any text element. */
export function statePicture(state: PictureState, fonts: Fonts): string {
  const score = 'score' in state ? state.score : null
  return drawFrame([
    drawMark(MARGIN, 58, 1),
    drawText(fonts.serif, 'Plimsoll risk score', { x: MARGIN + 48, y: 80, size: 28 }),
    `<g transform="translate(${ORIGIN.x} ${ORIGIN.y}) scale(${SCALE})">${loadLine(score, fonts)}</g>`,
    ...words(state, fonts),
  ])
}

function words(state: PictureState, { serif, sans }: Fonts): string[] {
  const grey = COLOURS['ink-2'].day
  if (!('score' in state)) {
    const { picture: word, note } =
      'word' in state
        ? { picture: state.word, note: 'No score is shown' }
        : content.withoutScore[state.kind]
    return [
      drawText(sans, word, { x: WORDS_X, y: 300, size: 56 }),
      drawText(serif, note, { x: WORDS_X, y: 352, size: 30, colour: grey }),
    ]
  }
  const word = state.kind === 'stale' ? 'Stale' : LEVEL_WORD[riskLevel(state.score)]
  const note = state.kind === 'stale' ? 'not current' : 'of 10; lower is safer'
  return [
    drawText(sans, points(state.score), { x: WORDS_X - 6, y: 330, size: 150 }),
    drawText(sans, word, { x: WORDS_X, y: 396, size: 50 }),
    drawText(serif, note, { x: WORDS_X, y: 438, size: 28, colour: grey }),
  ]
}

function loadLine(score: number | null, { sans }: Fonts): string {
  const { sea, water, bar, ring, figures, marks, post } = loadLineOf(score)
  const level = score === null ? null : riskLevel(score)
  const [ink, rule] = [COLOURS.ink.day, COLOURS.rule.day]
  const dash = score === null ? ` stroke-dasharray="${ring.dash}"` : ''
  return [
    sea && rect(sea, COLOURS.shallow.day),
    `<circle cx="${ring.x}" cy="${ring.y}" r="${ring.radius}" fill="${COLOURS.paper.day}"/>`,
    water && level && `<path d="${water}" fill="${LEVEL_COLOURS[level].day}"/>`,
    `<circle cx="${ring.x}" cy="${ring.y}" r="${ring.radius}" fill="none" stroke="${score === null ? rule : ink}" stroke-width="${ring.width}"${dash}/>`,
    bar && rect(bar, ink),
    ...figures.flatMap(({ text, y }) => [
      `<path d="M42 ${y}h12" stroke="${rule}" stroke-width="1.5"/>`,
      drawText(sans, text, { x: 32, y: y + 6, size: 18, anchor: 'end' }),
    ]),
    `<path d="M${post.x} ${post.top}V${post.foot}" stroke="${ink}" stroke-width="1.5"/>`,
    ...marks.flatMap(({ level: mark, y, textY }) => [
      `<path d="M${post.x} ${y}h14" stroke="${ink}" stroke-width="1.5"/>`,
      drawText(sans, LEVEL_WORD[mark], {
        x: post.x + 20,
        y: textY + 1,
        size: 20,
        colour: mark === level ? ink : rule,
      }),
    ]),
  ]
    .filter((part) => part !== null)
    .join('')
}

function rect({ x, y, width, height }: NonNullable<LoadLine['bar']>, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
}
