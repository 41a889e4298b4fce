import type { ReviewTable } from './schema.ts'

/** The line under the head of a table, such as `| --- | :-: |`. */
const RULE = /^\|[-: \t|]+$/

/** A bar between two cells; an escaped one belongs to its cell. */
const BAR = /(?<!\\)\|/

/**
 * The tables of a markdown text whose lines start with a bar, as all of DeFiScan's do. Cells keep their markdown.
 * A table needs no full markdown parser, which would be another dependency.
 */
export function markdownTables(markdown: string): ReviewTable[] {
  const tables: ReviewTable[] = []
  let open: ReviewTable | undefined
  let last = ''
  for (const raw of markdown.split('\n')) {
    const line = raw.trim()
    if (!line.startsWith('|')) open = undefined
    else if (open) open.rows.push(cellsOf(line))
    else if (last.startsWith('|') && line.includes('-') && RULE.test(line)) {
      open = { header: cellsOf(last), rows: [] }
      tables.push(open)
    }
    last = line
  }
  return tables
}

function cellsOf(line: string): string[] {
  const cells = line.split(BAR).map((cell) => cell.trim())
  return cells.slice(1, cells.at(-1) === '' ? -1 : undefined)
}
