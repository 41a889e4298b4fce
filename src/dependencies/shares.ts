import type { Day } from '../domain/day.ts'
import type { DependencyShare } from '../domain/dependency.ts'
import type { Graph, ProtocolNode } from './graph.ts'
import { buildGraph } from './graph.ts'
import { inputOf } from './inputs.ts'
import { type DependencyTables, isOwnToken, TABLES } from './tables.ts'
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

/** Day of the fact that a share is from: that of the venue or the make-up, or else of the graph. */
export function dayOfShare({ protocols, day }: Graph, { from, kind, to }: DependencyShare): Day {
  const { makeup = null, venues = [] } = protocols.get(from) ?? {}
  const venue = kind === 'runs-on' ? venues.find(({ id }) => id === to) : undefined
  return (venue ?? makeup)?.day ?? day
}

/** How it stands on the issuers of its make-up. */
export function directKind({ makeup }: ProtocolNode): 'holds' | 'backed-by' {
  return makeup?.loans ? 'backed-by' : 'holds'
}

/**
 * Every share of a graph, by the protocol that stands on something. What is not resolved is none; its own token is none. Tokens of one
 * issuer that belong to different protocols are shares of their own.
 */
export function sharesOf({ protocols, tables }: Graph): DependencyShare[] {
  const { tokens, issuers, bridges } = tables
  return [...protocols.values()].flatMap((node): DependencyShare[] => {
    const held = node.holdings.flatMap(({ token, share, basis }): DependencyShare[] => {
      const row = token === null ? undefined : tokens.get(token)
      if (!row) return []
      const bridge = bridges.get(row.bridge ?? '')
      const own = { from: node.id, share, basis }
      const protocolId = row.protocolId ?? issuers.get(row.issuer)?.protocolId ?? null
      const carried = bridge && { to: bridge.id, protocolId: bridge.protocolId ?? null }
      return [
        ...(isOwnToken(token, node.id, tables)
          ? []
          : [{ ...own, kind: directKind(node), to: row.issuer, protocolId }]),
        ...(carried ? [{ ...own, kind: 'bridged-by' as const, ...carried }] : []),
      ]
    })
    const venues = node.venues.map(
      ({ id, share, basis }): DependencyShare => ({
        ...{ from: node.id, kind: 'runs-on', to: id, protocolId: id, basis, share },
      }),
    )
    return mergeShares(
      [...held, ...venues],
      ({ kind, to, protocolId }) => `${kind} ${to} ${protocolId}`,
    ).filter(({ protocolId, share }) => protocolId !== node.id && (share ?? 1) >= MIN_SHARE)
  })
}

/** One share for each key, with the sum of what is stated. */
export function mergeShares(
  shares: readonly DependencyShare[],
  keyOf: (share: DependencyShare) => string,
): DependencyShare[] {
  return [...Map.groupBy(shares, keyOf).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const known = [first, ...others].flatMap(({ share }) => share ?? [])
    const sum = known.reduce((total, share) => total + share, 0)
    return [{ ...first, share: known.length === 0 ? null : toShare(sum) }]
  })
}

/** What decides which token a symbol means and who issues it: shares by other tables are not compared. */
export function tablesText({ issuers, tokens, bridges }: DependencyTables = TABLES): string {
  return JSON.stringify([issuers, tokens, bridges].map((rows) => [...rows.values()]))
}
