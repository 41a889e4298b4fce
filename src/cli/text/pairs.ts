import { paint, type View } from './terminal.ts'
import { widthOf, wrap } from './width.ts'

/** Names and values in two columns; a long value is broken within its column. */
export function pairs(entries: [string, string][], view: View): string[] {
  const left = Math.max(...entries.map(([name]) => widthOf(name))) + 2
  const right = Math.max(1, view.columns - left)
  return entries.flatMap(([name, value]) =>
    wrap(value, right).map((line, at) =>
      at === 0
        ? `${paint(view, 'dim', name)}${' '.repeat(left - widthOf(name))}${line}`
        : ' '.repeat(left) + line,
    ),
  )
}
