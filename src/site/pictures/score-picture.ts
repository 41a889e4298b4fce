import { points } from '../../domain/format.ts'
import { riskLevel } from '../../domain/risk-level.ts'
import { COLOURS, LEVEL_COLOURS } from '../colours.ts'
import { LEVEL_WORD } from '../levels.ts'
import { type LoadLine, loadLineOf } from '../load-line.ts'
import { drawFrame, drawMark, drawText, type Fonts, MARGIN } from './drawing.ts'

/** The load line is drawn this much larger than on a page. */
const SCALE = 1.25
const ORIGIN = { x: MARGIN - 20, y: 158 }

const WORDS_X = 826

/** The picture of a published score from 0 to 10, or of Insufficient Data (null), as SVG without any text element. */
export function scorePicture(score: number | null, fonts: Fonts): string {
  return drawFrame([
    drawMark(MARGIN, 68, 2),
    drawText(fonts.serif, 'Plimsoll', { x: MARGIN + 92, y: 108, size: 48 }),
    `<g transform="translate(${ORIGIN.x} ${ORIGIN.y}) scale(${SCALE})">${loadLine(score, fonts)}</g>`,
    ...(score === null ? noScore(fonts) : words(score, fonts)),
  ])
}

function words(score: number, { serif, sans }: Fonts): string[] {
  const grey = COLOURS['ink-2'].day
  return [
    drawText(serif, 'Risk score', { x: WORDS_X, y: 236, size: 34, colour: grey }),
    drawText(sans, points(score), { x: WORDS_X - 6, y: 378, size: 156 }),
    drawText(sans, LEVEL_WORD[riskLevel(score)], { x: WORDS_X, y: 452, size: 56 }),
    drawText(serif, 'of 10; lower is safer', { x: WORDS_X, y: 506, size: 32, colour: grey }),
  ]
}

function noScore({ serif, sans }: Fonts): string[] {
  const grey = COLOURS['ink-2'].day
  return [
    drawText(serif, 'Risk score', { x: WORDS_X, y: 268, size: 34, colour: grey }),
    drawText(sans, 'Insufficient', { x: WORDS_X, y: 342, size: 54 }),
    drawText(sans, 'Data', { x: WORDS_X, y: 408, size: 54 }),
    drawText(serif, 'Too little is known', { x: WORDS_X, y: 468, size: 32, colour: grey }),
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
      drawText(sans, text, { x: 32, y: y + 6, size: 17, anchor: 'end' }),
    ]),
    `<path d="M${post.x} ${post.top}V${post.foot}" stroke="${ink}" stroke-width="1.5"/>`,
    ...marks.flatMap(({ level: mark, y, textY }) => [
      `<path d="M${post.x} ${y}h14" stroke="${ink}" stroke-width="1.5"/>`,
      drawText(sans, LEVEL_WORD[mark], {
        x: post.x + 20,
        y: textY + 1,
        size: 18,
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
