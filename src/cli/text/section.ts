import { paint, type View } from './terminal.ts'
import { wrap } from './width.ts'

/** A title with entries below it; nothing without entries. */
export function section(title: string, entries: string[], view: View): string[] {
  if (entries.length === 0) return []
  const lines = wrap(title, view.columns).map((line) => paint(view, 'bold', line))
  return ['', ...lines, ...listed(entries, view)]
}

/** Entries that begin with a dash, the lines of each indented. */
export function listed(entries: string[], view: View): string[] {
  return entries.flatMap((entry) =>
    wrap(entry, Math.max(1, view.columns - 2)).map(
      (line, at) => `${at === 0 ? '- ' : '  '}${line}`,
    ),
  )
}
