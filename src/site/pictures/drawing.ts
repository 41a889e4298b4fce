import { PICTURE } from '../../embed/pictures/picture-size.ts'
import { COLOURS } from '../colours.ts'
import type { OutlineFont } from './outlines.ts'

/** The units of a drawing. */
const BOX = { width: 1_200, height: 630 } as const

/** Pixels for each unit. */
export const PIXELS = PICTURE.width / BOX.width

export const MARGIN = 56

export interface TextPlace {
  x: number
  /** Of the baseline. */
  y: number
  size: number
  colour?: string
  anchor?: 'start' | 'end'
}

/** A text as an SVG path; `x` is its left edge, or its right one with the anchor `end`. */
export function drawText(font: OutlineFont, text: string, place: TextPlace): string {
  const { x, y, size, colour = COLOURS.ink.day, anchor = 'start' } = place
  const { path, width } = font.outline(text, size)
  const left = anchor === 'end' ? x - width : x
  return `<path transform="translate(${left} ${y})" fill="${colour}" d="${path}"/>`
}

/** A whole picture as SVG: paper, a neat line at top and foot with ten divisions each, and the matter. */
export function drawFrame(matter: readonly string[]): string {
  const { width, height } = BOX
  const { paper } = COLOURS
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${paper.day}"/>`,
    neatLine(28),
    neatLine(height - 28 - 12),
    ...matter,
    '</svg>',
  ].join('')
}

function neatLine(y: number): string {
  const length = BOX.width - 2 * MARGIN
  const { ink } = COLOURS
  const blocks = Array.from({ length: 5 }, (_, index) => {
    const x = MARGIN + (2 * index * length) / 10
    return `<rect x="${x}" y="${y}" width="${length / 10}" height="12" fill="${ink.day}"/>`
  })
  const frame = `<rect x="${MARGIN + 1}" y="${y + 1}" width="${length - 2}" height="10" fill="none" stroke="${ink.day}" stroke-width="2"/>`
  return `${blocks.join('')}${frame}`
}

/** The mark with the proportions of the logo, in a box of 36 by 24 units of `scale` pixels. */
export function drawMark(x: number, y: number, scale: number): string {
  const { ink } = COLOURS
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${ink.day}" stroke-width="2"><circle cx="18" cy="12" r="10.5"/><path d="M0 13h36"/></g>`
}
