import type { Day } from '../domain/day.ts'
import type { DependencyShare, ShareKind } from '../domain/dependency.ts'
import type { Graph, ProtocolNode } from './graph.ts'
import { buildGraph } from './graph.ts'
import type { Holding } from './holdings.ts'
import { inputOf } from './inputs.ts'
import { type DependencyTables, TABLES } from './tables.ts'
import { toShare } from './to-share.ts'

/** Smaller shares are none. */
export const MIN_SHARE = 1e-6

/** What is read of a protocol of a snapshot. */
export interface SharesInput {
  record: Parameters<typeof inputOf>[0]
  tvlUsd: number | null
}

/** The graph of the protocols of a snapshot. */
export function graphOf(
  entries: readonly SharesInput[],
  day: Day,
  tables: DependencyTables = TABLES,
): Graph {
  const inputs = entries.map(({ record, tvlUsd }) => inputOf(record, tvlUsd, tables))
  return buildGraph(inputs, tables, day)
}

/** Protocols of which it is known what they hold or run on. */
export function countResolved({ protocols }: Graph): number {
  return [...protocols.values()].filter(isResolved).length
}

const isResolved = ({ holdings, venues }: ProtocolNode) =>
  venues.length > 0 || holdings.some(({ token }) => token !== null)

/** Every share of a graph, by the protocol that stands on something. What is not resolved is none; its own token is none. */
export function sharesOf({ protocols, tables }: Graph): DependencyShare[] {
  const { tokens, issuers, bridges } = tables
  return [...protocols.values()].flatMap((node): DependencyShare[] => {
    const by = (
      kind: ShareKind,
      key: 'issuer' | 'bridge',
      rows: ReadonlyMap<string, { protocolId?: string | undefined }>,
    ) => {
      const keyOf = ({ token }: Holding) => (token !== null && tokens.get(token)?.[key]) || ''
      return [...Map.groupBy(node.holdings, keyOf)].flatMap(([to, own]): DependencyShare[] => {
        if (to === '') return []
        const share = toShare(own.reduce((sum, part) => sum + part.share, 0))
        const protocolId = rows.get(to)?.protocolId ?? null
        const basis = own[0]?.basis ?? 'unknown'
        return [{ from: node.id, kind, to, protocolId, share, basis }]
      })
    }
    const venues = node.venues.map(
      ({ id, share }): DependencyShare => ({
        ...{ from: node.id, kind: 'runs-on', to: id, protocolId: id, basis: 'curated' },
        share: share === null ? null : toShare(share),
      }),
    )
    return [
      ...by('holds', 'issuer', issuers),
      ...by('bridged-by', 'bridge', bridges),
      ...venues,
    ].filter(({ protocolId, share }) => protocolId !== node.id && (share ?? 1) >= MIN_SHARE)
  })
}

/** What decides which token a symbol means and who issues it: shares by other tables are not compared. */
export function tablesText({ issuers, tokens, bridges }: DependencyTables = TABLES): string {
  return JSON.stringify([issuers, tokens, bridges].map((rows) => [...rows.values()]))
}
