import { create } from 'fontkitten'

/** The outline of a text as SVG path data, and the width that it takes. */
export interface Outline {
  path: string
  width: number
}

/** A font, as outlines of its default instance: a picture of them looks the same on a machine without any font. */
export interface OutlineFont {
  /** Every character that it has. */
  characters: string[]
  /** A text at a size in pixels, its baseline at `(0, 0)`, not kerned. Throws for a character that the font lacks. */
  outline: (text: string, size: number) => Outline
}

/** Reads a font file. Throws for a file that is no font. */
export function readOutlines(file: Buffer): OutlineFont {
  const font = create(file)
  if (!('glyphsForString' in font)) throw new Error('A collection of fonts is not a font.')
  return {
    characters: font.characterSet
      .filter((code) => font.glyphForCodePoint(code).id !== 0)
      .map((code) => String.fromCodePoint(code)),
    outline: (text, size) => {
      const scale = size / font.unitsPerEm
      const parts: string[] = []
      let width = 0
      for (const glyph of font.glyphsForString(text)) {
        if (glyph.id === 0) throw new Error(`The font has no glyph for a character of “${text}”.`)
        parts.push(glyph.path.scale(scale, -scale).translate(width, 0).toSVG())
        width += glyph.advanceWidth * scale
      }
      return { path: parts.join(''), width }
    },
  }
}
