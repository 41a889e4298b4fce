/** Width of a text as it is drawn. */
export type MeasureText = (text: string) => number

/** A text in at most `most` lines of a width, in the unit of `measure`; what does not fit ends in an ellipsis. */
export function breakText(
  text: string,
  { width, most, measure }: { width: number; most: number; measure: MeasureText },
): string[] {
  const lines: string[] = []
  let rest = text
  while (rest !== '' && lines.length < most) {
    if (measure(rest) <= width) return [...lines, rest]
    const isLast = lines.length === most - 1
    const fits = fitting(rest, isLast ? width - measure('…') : width, measure)
    const space = fits.lastIndexOf(' ')
    // A word that is longer than a line is cut.
    const line = rest[fits.length] === ' ' || space <= 0 ? fits : fits.slice(0, space)
    lines.push(isLast ? `${line.trimEnd()}…` : line.trimEnd())
    rest = rest.slice(line.length).trimStart()
  }
  return lines
}

/** The longest beginning that fits, at least one letter. */
function fitting(text: string, width: number, measure: MeasureText): string {
  let [fits, used] = ['', 0]
  for (const letter of text) {
    used += measure(letter)
    if (fits !== '' && used > width) break
    fits += letter
  }
  return fits
}
