import { MAX_DEPENDENTS } from '../../../contract/dependency-limits.ts'
import type { GraphFile } from '../../../contract/graph-file.ts'
import type { StressResult } from '../../../contract/stress.ts'
import { parseStressQuery, type StressRequest } from '../../../contract/stress-query.ts'
import type { Graph } from '../../../dependencies/graph.ts'
import { countResolved } from '../../../dependencies/resolved.ts'
import { stress } from '../../../dependencies/stress.ts'
import type { DependencyTables } from '../../../dependencies/tables.ts'
import { toShare } from '../../../dependencies/to-share.ts'
import { compareText } from '../../../domain/text-order.ts'
import { problem } from '../../../http/api-response.ts'
import { answerFromIndex, createResponseCache, openOnce, Refusal } from '../index-function.ts'
import { isGraphFile, openGraph } from './open-graph.ts'

interface Opened {
  file: GraphFile
  graph: Graph
  /** What can fail, by the id that callers use. */
  nodes: ReadonlyMap<string, Failing>
}

interface Failing {
  key: string
  /** The id of today, where callers use a former slug. */
  id: string
  name: string
}

const findGraph = openOnce((document) => {
  if (!isGraphFile(document))
    throw new Error('graph.json is incomplete or does not match its schema.')
  const responses = createResponseCache({ responses: 500, bytes: 8_000_000 })
  return { ...openScenarios(document), responses }
})

/** `/_fn/stress?set=…`: what a scenario costs. An id that nothing has is 400. */
export const answerStress = answerFromIndex({
  find: findGraph,
  parse: parseStressQuery,
  keyOf: (_, text) => text,
  answer: (opened, query) => answerOf(opened, query),
})

/** A published file, its graph, and what can fail, by the id that callers use. */
export function openScenarios(file: GraphFile, tables?: DependencyTables): Opened {
  const { graph, names } = openGraph(file, tables)
  const nodes = new Map<string, Failing>()
  // An issuer comes after its protocol, whose id it has.
  for (const [key, { id, name }] of names) nodes.set(id, { key, id, name })
  for (const { slug, former = [] } of file.protocols) {
    const node = nodes.get(slug)
    for (const id of former) if (node && !nodes.has(id)) nodes.set(id, node)
  }
  return { file, graph, nodes }
}

/** What a scenario costs; a refusal for an id that nothing has. */
export function answerOf({ file, graph, nodes }: Opened, { fails }: StressRequest) {
  const refused = (complaints: string[]) =>
    new Refusal(problem('INVALID_REQUEST', { details: { fails: complaints } }))
  const unknown = [...fails.keys()].filter((id) => !nodes.has(id))
  if (unknown.length > 0)
    return refused(unknown.map((id) => `names ${id}, which no protocol, issuer or bridge has`))
  const shocks = new Map([...fails].map(([id, drop]) => [nodes.get(id)?.key ?? id, drop]))
  if (shocks.size < fails.size) return refused(['must name each id once'])
  const { rounds, losses, beyond } = stress(graph, shocks)
  const rows = file.protocols
    .flatMap(({ id, slug, name, heldUsd }) => {
      const loss = losses.get(id)
      if (!loss) return []
      const { atStake, first, low, high } = loss
      const highUsd = rounded(heldUsd === null ? null : high * heldUsd)
      const shares = {
        atStake: toShare(atStake),
        first: toShare(first),
        low: toShare(low),
        high: toShare(high),
      }
      const { roomUsd = null, freeUsd = null } = beyond.get(id) ?? {}
      const more = { roomUsd: rounded(roomUsd), freeUsd: rounded(freeUsd) }
      return [{ id: slug, name, ...shares, highUsd, ...more }]
    })
    .sort(
      (a, b) =>
        // An amount that is not known may be the largest.
        Number(a.highUsd !== null) - Number(b.highUsd !== null) ||
        (b.highUsd ?? 0) - (a.highUsd ?? 0) ||
        b.atStake - a.atStake ||
        compareText(a.id, b.id),
    )
  const data: StressResult = {
    fails: [...fails].map(([given, drop]) => {
      const { id = given, name = given } = nodes.get(given) ?? {}
      return { id, name, drop }
    }),
    ...{ day: file.day, rounds, rows: rows.slice(0, MAX_DEPENDENTS) },
    more: Math.max(0, rows.length - MAX_DEPENDENTS),
    resolvedProtocols: countResolved(graph),
    protocols: file.protocols.length,
  }
  return { success: true, data }
}

function rounded(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd)
}
