import type {
  Dependencies,
  DependencyEdge,
  Dependent,
  StoodOnFile,
} from '../contract/dependencies.ts'
import { MAX_BRIDGES, MAX_EDGES } from '../contract/dependency-limits.ts'
import type { ScenarioList } from '../contract/stress.ts'
import type { Graph, ProtocolNode } from '../dependencies/graph.ts'
import type { Holding } from '../dependencies/holdings.ts'
import { lookThrough } from '../dependencies/look-through.ts'
import { countResolved } from '../dependencies/resolved.ts'
import {
  dayOfShare,
  directKind,
  graphOf,
  MIN_SHARE,
  mergeShares,
  sharesOf,
} from '../dependencies/shares.ts'
import { type DependencyTables, isOwnToken, TABLES } from '../dependencies/tables.ts'
import { toShare, usdOf } from '../dependencies/to-share.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { CIRCULAR, type DependencyShare, UNKNOWN } from '../domain/dependency.ts'
import { compareText } from '../domain/text-order.ts'
import { type Namer, namer } from './dependency-names.ts'
import { createSignals } from './dependency-signals.ts'
import { largestFailures, namedFailures, worstScenarios } from './named-failures.ts'
import { createOracles } from './oracles.ts'

const MAX_TOKENS = 20
const MAX_OWN_DEPENDENTS = 20

/** The graph of a snapshot as documents. */
export interface DependencyDocuments {
  graph: Graph
  ofProtocol(id: string): Dependencies | null
  /** Of everything that something stands on, by the id that it has in the API. */
  dependents: StoodOnFile['data'][]
  scenarios: ScenarioList
}

/** The documents of a snapshot's dependencies. Pure; what is stood on by no one that is resolved has no list of dependents. */
export function createDependencies(
  { entries, snapshot }: Pick<Catalogue, 'entries' | 'snapshot'>,
  tables: DependencyTables = TABLES,
): DependencyDocuments {
  const day = snapshot.asOf
  const graph = graphOf(entries, day, tables)
  const name = namer(entries, tables)
  const { ofProtocol } = lookThrough(graph)
  const failures = namedFailures(graph)
  const worst = worstScenarios(failures)
  const signals = createSignals(graph, entries, (id) => worst.get(id)?.scenario.high ?? null)
  const rows = dependentRows(graph, name)
  const resolvedProtocols = countResolved(graph)
  const oracles = createOracles(entries)
  return {
    graph,
    ofProtocol(id) {
      const node = graph.protocols.get(id)
      if (!node) return null
      const edges = edgesOf(node, graph, name)
      const listed = edges.filter((edge) => (edge.share ?? 1) >= MIN_SHARE).slice(0, MAX_EDGES)
      const own = rows.get(name.protocol(id).id) ?? []
      const finals = finalAssets(ofProtocol.get(id), tables)
      const found = worst.get(id)
      return {
        ...name.protocol(id),
        ...{ day, heldUsd: usdOf(1, node.heldUsd), makeup: makeupOf(node, tables) },
        resolved: {
          issuer: sumShares(node.holdings.filter(({ token }) => token !== null)),
          final: finals.resolved,
        },
        edges: listed,
        moreEdges: edges.length - listed.length,
        finalAssets: finals.largest,
        bridges: bridgesOf(node, tables, name),
        priceSources: oracles.ofProtocol.get(id) ?? [],
        worst: found ? { to: name.issuer(found.issuer), ...found.scenario } : null,
        signals: signals(id),
        dependents: own.slice(0, MAX_OWN_DEPENDENTS),
        dependentCount: own.length,
      }
    },
    dependents: [
      ...[...rows].map(([id, own]) => ({
        ...{ id, day, resolvedProtocols, protocol: null },
        ...name.about(id),
        rows: own,
      })),
      ...oracles.all.map((oracle) => ({
        ...{ ...oracle, kind: 'oracle' as const, day, resolvedProtocols: oracles.declaring },
        ...{ model: null, quorum: null, reviewedOn: null },
      })),
    ],
    scenarios: { day, scenarios: largestFailures(failures, graph, name) },
  }
}

/** What a protocol stands on in the end: the share of it that is known, and the largest assets first. */
function finalAssets(shares: ReadonlyMap<string, number> | undefined, tables: DependencyTables) {
  const finals = [...(shares ?? [])]
    .filter(([, share]) => share >= MIN_SHARE)
    .sort(([a, x], [b, y]) => y - x || compareText(a, b))
  const known = finals.filter(([asset]) => asset !== UNKNOWN && asset !== CIRCULAR)
  return {
    resolved: toShare(known.reduce((sum, [, part]) => sum + part, 0)),
    largest: finals
      .slice(0, MAX_EDGES)
      .map(([asset, part]) => ({ asset: symbolOf(asset, tables), share: toShare(part) })),
  }
}

/** What a protocol stands on, by issuer, largest first; what is not resolved is one edge, the last. */
function edgesOf(node: ProtocolNode, { tables, day }: Graph, name: Namer): DependencyEdge[] {
  const { heldUsd, makeup } = node
  const from = makeup ? { day: makeup.day, source: makeup.source } : { day, source: UNKNOWN }
  const isOwn = ({ token }: Holding) => isOwnToken(token, node.id, tables)
  const issuerOf = (holding: Holding) => {
    const { issuer = UNKNOWN } = (holding.token !== null && tables.tokens.get(holding.token)) || {}
    return isOwn(holding) ? `own ${issuer}` : issuer
  }
  const held = [...Map.groupBy(node.holdings, issuerOf)].map(([key, own]): DependencyEdge => {
    const isUnknown = key === UNKNOWN
    const issuer = own.some(isOwn) ? key.slice('own '.length) : key
    const part = sumShares(own)
    const owed = own.some(({ owedShare }) => owedShare === null)
      ? null
      : toShare(own.reduce((sum, { owedShare }) => sum + (owedShare ?? 0), 0))
    return {
      kind: isUnknown ? 'unknown' : own.some(isOwn) ? 'own' : directKind(node),
      to: isUnknown ? null : name.issuer(issuer),
      tokens: own.slice(0, MAX_TOKENS).map(({ symbol }) => symbol),
      ...{ share: part, owedShare: owed, usd: usdOf(part, heldUsd) },
      basis: own[0]?.basis ?? UNKNOWN,
      ...from,
    }
  })
  const venues = node.venues.map(
    ({ id, name: venue, share: part, basis, source, day }): DependencyEdge => ({
      kind: 'runs-on',
      to: { ...name.protocol(id), name: venue, class: null, isProtocol: true },
      ...{ tokens: [], share: part, owedShare: null, usd: usdOf(part, heldUsd), basis },
      ...{ day, source },
    }),
  )
  return [...venues, ...held].sort(
    (a, b) =>
      Number(a.kind === 'unknown') - Number(b.kind === 'unknown') ||
      (b.share ?? 0) - (a.share ?? 0) ||
      compareText(a.to?.id ?? '', b.to?.id ?? ''),
  )
}

/** Of when and where its make-up is, and in what a lender counts what it lends out. */
function makeupOf({ makeup }: ProtocolNode, tables: DependencyTables): Dependencies['makeup'] {
  if (!makeup) return null
  const { day, source, loans } = makeup
  const countedIn = loans?.countedIn.map((token) => symbolOf(token, tables))
  return { day, source, loans: loans && countedIn ? { countedIn, custody: loans.custody } : null }
}

function bridgesOf(
  { holdings }: ProtocolNode,
  { tokens, bridges }: DependencyTables,
  names: Namer,
) {
  const bridgeOf = ({ token }: Holding) => (token !== null && tokens.get(token)?.bridge) || ''
  return [...Map.groupBy(holdings, bridgeOf)]
    .flatMap(([id, own]) => {
      const row = bridges.get(id)
      if (!row) return []
      const { name, model, quorum } = row
      const symbols = own.slice(0, MAX_TOKENS).map(({ symbol }) => symbol)
      return [{ id: names.bridge(id), name, model, quorum, tokens: symbols, share: sumShares(own) }]
    })
    .sort((a, b) => b.share - a.share || compareText(a.id, b.id))
    .slice(0, MAX_BRIDGES)
}

/** Who stands on what, by the id of what is stood on. */
function dependentRows(graph: Graph, name: Namer): Map<string, Dependent[]> {
  const rows = new Map<string, Dependent[]>()
  const idOf = ({ kind, to }: DependencyShare) => name.stoodOn(kind, to).id
  // Two tokens of one issuer may belong to two protocols.
  for (const own of mergeShares(sharesOf(graph), (one) => `${one.from} ${one.kind} ${idOf(one)}`)) {
    const { from, kind, share, protocolId } = own
    const usd = usdOf(share, graph.protocols.get(from)?.heldUsd ?? null)
    const row = { ...name.protocol(from), kind, share, usd, day: dayOfShare(graph, own) }
    // What a bridge carries stands on the bridge, and on the protocol that it is.
    const isBridge = kind === 'bridged-by' && graph.protocols.has(protocolId ?? '')
    const ids = new Set([idOf(own), ...(isBridge ? [name.protocol(protocolId ?? '').id] : [])])
    for (const id of ids) {
      const listed = rows.get(id) ?? []
      rows.set(id, listed)
      listed.push(row)
    }
  }
  for (const own of rows.values()) own.sort(byValue)
  return new Map([...rows].sort(([a], [b]) => compareText(a, b)))
}

/** Most value first; last those whose amount is not known. */
export function byValue(a: Dependent, b: Dependent): number {
  return (b.usd ?? -1) - (a.usd ?? -1) || (b.share ?? 0) - (a.share ?? 0) || compareText(a.id, b.id)
}

function symbolOf(asset: string, { tokens }: DependencyTables): string {
  return tokens.get(asset)?.symbols[0] ?? asset
}

function sumShares(parts: readonly { share: number }[]): number {
  return toShare(parts.reduce((sum, part) => sum + part.share, 0))
}
