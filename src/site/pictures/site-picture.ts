import { COLOURS } from '../colours.ts'
import { drawFrame, drawMark, drawText } from './drawing.ts'
import type { Fonts } from './fonts.ts'

const LINES = ['A risk score for every DeFi protocol,', 'with every reason, source and date.']

/** The picture of every page that is not about one protocol, as SVG without any text element. */
export function sitePicture({ serif }: Fonts): string {
  return drawFrame([
    drawMark(88, 190, 10),
    drawText(serif, 'Plimsoll', { x: 520, y: 300, size: 132 }),
    ...LINES.map((line, at) =>
      drawText(serif, line, { x: 528, y: 372 + 48 * at, size: 34, colour: COLOURS['ink-2'].day }),
    ),
  ])
}
