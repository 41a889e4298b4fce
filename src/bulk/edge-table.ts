import type { Dependencies } from '../contract/dependencies.ts'
import { type BulkCell, type BulkTable, columnsOf, portable } from './table.ts'

/** One row for each edge of each protocol, in the order of its document. Shares only: the amounts behind them are not ours to publish. */
export function edgeTable(protocols: Iterable<Dependencies>): BulkTable {
  const rows: BulkCell[][] = []
  for (const { id, day, edges, bridges, makeup } of protocols) {
    for (const { kind, to, share, owedShare, basis, day: on, source } of edges)
      rows.push(row(id, kind, to, [share, owedShare, basis, on, source]))
    // What a bridge carries is known as the make-up is.
    const basis =
      edges.find(({ kind }) => kind !== 'runs-on' && kind !== 'unknown')?.basis ?? 'unknown'
    const { day: on, source } = makeup ?? { day, source: 'unknown' }
    for (const bridge of bridges)
      rows.push(row(id, 'bridged-by', bridge, [bridge.share, null, basis, on, source]))
  }
  const about = 'One row for each thing that a protocol was found to stand on, with its share.'
  return { name: 'edges', about, columns: columnsOf('edges'), rows }
}

function row(
  id: string,
  relation: string,
  to: { id: string; name: string } | null,
  rest: BulkCell[],
): BulkCell[] {
  return [portable(id), to && portable(to.id), to && portable(to.name), relation, ...rest]
}
