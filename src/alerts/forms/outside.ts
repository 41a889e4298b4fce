/** Invisible characters, control characters and those that turn the direction of a line. */
const HIDDEN = /[\p{C}\p{Z}]+/gu

/** Where a program would see a link or a mention: a dot, colon, slash or @ before more of it. */
const LINKED = /([.:/@])(?=[\p{L}/])/gu

/** WORD JOINER: has no width, and is part of no link or name. */
const JOINER = '\u2060'

/**
 * A text from outside, such as a name, for a message: on one line, at most `most` letters, and with nothing that a chat or a mail program
 * makes a link or a mention of. Markup is left to each form.
 */
export function outside(text: string, most = 80): string {
  const line = text.toWellFormed().normalize('NFC').replace(HIDDEN, ' ').trim()
  return shortened(line, most).replace(LINKED, `$1${JOINER}`)
}

/** At most so many letters, the last one then an ellipsis; a letter is never cut in two. */
export function shortened(text: string, most: number): string {
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}
