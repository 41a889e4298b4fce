/** Widths of Helvetica in thousandths of its size, by Adobe's font metrics; Arial and Liberation Sans have the same. */
const WIDTHS: Record<number, string> = {
  222: 'ijl',
  278: ' .ftI',
  333: 'r',
  500: 'cksvxyzJ',
  556: '0123456789abdeghnopquL',
  611: 'FTZ',
  667: 'ABEKPSVXY',
  722: 'wCDHNRU',
  778: 'GOQ',
  833: 'mM',
  944: 'W',
}

const WIDTH_OF = new Map(
  Object.entries(WIDTHS).flatMap(([width, letters]) =>
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
