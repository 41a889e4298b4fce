/** Mean width of a character over the size of its font, for the sans of this site; wide enough for capitals in a name. */
const CHARACTER_WIDTH = 0.56

/**
 * Lines of a text that fit a width, in pixels at a size of font: SVG does not wrap. A word that is too long is cut, and so is
 * what does not fit the last line.
 */
export function wrapText(text: string, width: number, fontSize: number, most: number): string[] {
  const room = Math.max(2, Math.floor(width / (fontSize * CHARACTER_WIDTH)))
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && lengthOf(last) + 1 + lengthOf(word) <= room) {
      lines[lines.length - 1] = `${last} ${word}`
    } else {
      lines.push(cut(word, room))
    }
  }
  if (lines.length <= most) return lines
  const kept = lines.slice(0, most)
  kept[most - 1] = `${cut(kept.at(-1) ?? '', room - 1).replace(/[,;…]$/, '')}…`
  return kept
}

function cut(word: string, room: number): string {
  const characters = [...word]
  return characters.length <= room ? word : `${characters.slice(0, room - 1).join('')}…`
}

function lengthOf(text: string): number {
  return [...text].length
}
