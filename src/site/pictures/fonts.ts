import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type OutlineFont, readOutlines } from './outlines.ts'

/** The two fonts of the site: one for sentences, one for figures and labels. */
export interface Fonts {
  serif: OutlineFont
  sans: OutlineFont
  /** Letters with accents for the first. */
  accents: OutlineFont
}

/** Reads the fonts of the site from the folder `public/fonts` of a checkout. */
export function readFonts(folder: string): Fonts {
  const read = (name: string) => readOutlines(readFileSync(path.join(folder, `${name}.woff2`)))
  return {
    serif: read('source-serif-4'),
    sans: read('archivo'),
    accents: read('source-serif-4-accents'),
  }
}
