import type { GraphFile } from '../../../contract/graph-file.ts'
import { type NamedGraph, nameGraph } from '../../../dependencies/named-graph.ts'
import { type DependencyTables, TABLES } from '../../../dependencies/tables.ts'

/** Our own document, written whole: only its form is checked. */
export function isGraphFile(document: unknown): document is GraphFile {
  const { day, protocols } = Object(document)
  return (
    typeof day === 'string' &&
    Array.isArray(protocols) &&
    protocols.every(({ holdings, venues }) => Array.isArray(holdings) && Array.isArray(venues))
  )
}

/** The graph of a published file, with the tables of this version. */
export function openGraph(file: GraphFile, tables: DependencyTables = TABLES): NamedGraph {
  const protocols = file.protocols.map(
    ({ slug: _, former: __, holdings, venues, lent, ...node }) => ({
      ...node,
      makeup: null,
      holdings: holdings.map(([token, share, owedShare]) => ({
        ...{ token, share, owedShare, symbol: token, basis: 'upstream' as const },
      })),
      lent:
        lent?.map(([chain, token, freeUsd, roomUsd, collateral]) => ({
          ...{ chain, token, suppliedUsd: null, freeUsd, roomUsd, collateral },
          ...{ isCollateral: collateral !== null, isStuck: false },
        })) ?? null,
      venues: venues.map(([id, share]) => ({
        id,
        share,
        name: id,
        basis: 'unknown' as const,
        source: '',
        day: file.day,
      })),
    }),
  )
  const graph = {
    day: file.day,
    tables,
    protocols: new Map(protocols.map((node) => [node.id, node])),
  }
  return nameGraph(graph, new Map(file.protocols.map(({ id, slug }) => [id, slug])))
}
