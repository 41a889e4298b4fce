import archivo from '../../../public/fonts/archivo.woff2?inline'
import sourceSerif from '../../../public/fonts/source-serif-4.woff2?inline'
import type { Fonts } from './drawing.ts'
import { createOutliner } from './outlines.ts'
import { scorePicture } from './score-picture.ts'
import { sitePicture } from './site-picture.ts'

let fonts: Fonts | null = null

/** The picture of a score, of Insufficient Data (null) or of the site, as a PNG of 1200 by 630. */
export async function renderPicture(score: number | null | 'site'): Promise<Uint8Array> {
  fonts ??= { sans: outliner(archivo), serif: outliner(sourceSerif) }
  const svg = score === 'site' ? sitePicture(fonts) : scorePicture(score, fonts)
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}

function outliner(dataUrl: string) {
  return createOutliner(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))
}
