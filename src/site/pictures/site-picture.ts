import { COLOURS } from '../colours.ts'
import { drawFrame, drawMark, drawText } from './drawing.ts'
import type { Fonts } from './fonts.ts'

/** The picture of every page that is not about one protocol, as SVG without any text element. */
export function sitePicture({ serif }: Fonts): string {
  const grey = COLOURS['ink-2'].day
  return drawFrame([
    drawMark(88, 190, 10),
    drawText(serif, 'Plimsoll', { x: 520, y: 300, size: 132 }),
    drawText(serif, 'A risk score for every DeFi protocol,', {
      x: 528,
      y: 372,
      size: 34,
      colour: grey,
    }),
    drawText(serif, 'with every reason, source and date.', {
      x: 528,
      y: 420,
      size: 34,
      colour: grey,
    }),
  ])
}
