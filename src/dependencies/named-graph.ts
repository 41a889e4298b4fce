import type { IssuerClass } from '../domain/dependency.ts'
import type { Graph } from './graph.ts'
import { publicId } from './public-id.ts'

/** What something that is stood on is called in the API. */
export interface PublicName {
  id: string
  name: string
  /** Null for a bridge, and for a protocol that issues nothing of the table. */
  class: IssuerClass | null
  isProtocol: boolean
}

/** A graph with the names of the API. */
export interface NamedGraph {
  graph: Graph
  /** Id in the graph by slug. */
  bySlug: ReadonlyMap<string, string>
  /** By id in the graph: of a protocol that issues something, that of the issuer. */
  names: ReadonlyMap<string, PublicName>
}

/** Names the issuers, bridges and protocols of a graph: a protocol has its slug, and so has an issuer that is one. */
export function nameGraph(graph: Graph, slugs: ReadonlyMap<string, string>): NamedGraph {
  const { issuers, bridges } = graph.tables
  const taken = new Set(slugs.values())
  const names = new Map<string, PublicName>()
  for (const { id, name } of bridges.values())
    names.set(id, { id: publicId(id, taken), name, class: null, isProtocol: false })
  for (const [key, { name }] of graph.protocols)
    names.set(key, { id: slugs.get(key) ?? key, name, class: null, isProtocol: true })
  for (const { id, name, class: kind, protocolId = '' } of issuers.values()) {
    const own = names.get(protocolId)
    const named = own?.isProtocol ? own : { id: publicId(id, taken), name, isProtocol: false }
    names.set(id, { ...named, class: kind })
  }
  return { graph, bySlug: new Map([...slugs].map(([id, slug]) => [slug, id])), names }
}
