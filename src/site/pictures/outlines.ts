import { create } from 'fontkitten'

/** The outline of a text as SVG path data, and the width that it takes. */
export interface Outline {
  path: string
  width: number
}

/** Gives a text at a size in pixels as an outline, its baseline at `(0, 0)`. */
export type Outliner = (text: string, size: number) => Outline

/**
 * Reads a font file and draws with its default instance. A picture of outlines looks the same on a machine without any font.
 * Letters are not kerned. Throws for a file that is no font, and for a character that the font lacks.
 */
export function createOutliner(file: Buffer): Outliner {
  const font = create(file)
  if (!('glyphsForString' in font)) throw new Error('A collection of fonts is not a font.')
  return (text, size) => {
    const scale = size / font.unitsPerEm
    const parts: string[] = []
    let width = 0
    for (const glyph of font.glyphsForString(text)) {
      if (glyph.id === 0) throw new Error(`The font has no glyph for a character of “${text}”.`)
      parts.push(glyph.path.scale(scale, -scale).translate(width, 0).toSVG())
      width += glyph.advanceWidth * scale
    }
    return { path: parts.join(''), width }
  }
}
