import type { PictureKit } from '../../embed/pictures/comparison-picture.ts'
import { packLettering } from '../../embed/pictures/lettering.ts'
import { drawLettering } from './draw-lettering.ts'
import type { Fonts } from './fonts.ts'
import { sharedPalette } from './palette.ts'

/** Sizes of letters in the picture of a comparison, in pixels. */
const NAME_SIZE = 28
const TEXT_SIZE = 19

/** Draws what a host needs to draw the picture of a comparison, without the fonts and without `sharp`. */
export async function drawPictureKit(fonts: Fonts, notice: string | null): Promise<PictureKit> {
  const serif = [fonts.serif, fonts.accents]
  return {
    format: 1,
    palette: sharedPalette(),
    names: packLettering(await drawLettering(serif, NAME_SIZE)),
    text: packLettering(await drawLettering(serif, TEXT_SIZE)),
    notice,
  }
}
