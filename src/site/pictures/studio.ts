import { readFonts } from './fonts.ts'
import { drawPictureKit } from './picture-kit.ts'
import { createPainter, type Painter } from './protocol-picture.ts'
import { sitePicture } from './site-picture.ts'

/** Draws all pictures of the site. */
interface Studio {
  paint: Painter
  /** The picture of every page that is not about one protocol, as a PNG. */
  site: () => Promise<Uint8Array>
  /** What the pictures of comparisons are made of, as JSON. `notice`: that of a sample. */
  kit: (notice: string | null) => Promise<Uint8Array>
}

/** `folder`: that of the fonts, `public/fonts` of a checkout. */
export async function createStudio(folder: string): Promise<Studio> {
  const fonts = readFonts(folder)
  const { default: sharp } = await import('sharp')
  // No drawing is read twice.
  sharp.cache(false)
  return {
    paint: await createPainter(fonts),
    kit: async (notice) => Buffer.from(JSON.stringify(await drawPictureKit(fonts, notice))),
    site: () =>
      sharp(Buffer.from(sitePicture(fonts)))
        .png({ palette: true, colours: 16 })
        .toBuffer(),
  }
}
