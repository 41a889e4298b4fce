import widths from '../../content/helvetica-widths.json' with { type: 'json' }

/** Widths of Helvetica in thousandths of its size, by Adobe's font metrics; Arial and Liberation Sans have the same. */
const WIDTH_OF = new Map(
  Object.entries(widths).flatMap(([width, letters]) =>
    [...letters].map((letter) => [letter, Number(width)] as const),
  ),
)

/** Width in pixels of a text of plain letters, digits, spaces and dots. Throws for any other character. */
export function textWidth(text: string, size: number): number {
  let sum = 0
  for (const letter of text) {
    const width = WIDTH_OF.get(letter)
    if (width === undefined) throw new Error(`The width of “${letter}” in “${text}” is not known.`)
    sum += width
  }
  return Math.round((sum * size) / 1_000)
}
