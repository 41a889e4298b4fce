import type { ContractShard } from '../contract/contracts.ts'
import { chainBreakdown } from '../domain/amounts.ts'
import type { Catalogue, CatalogueEntry } from '../domain/catalogue.ts'
import type { TableProtocol } from '../domain/listed-contract.ts'
import { createHeadline } from './control.ts'

/** A protocol as answers name it. */
export interface KnownProtocol {
  id: string
  name: string
  /** TVL in US dollars, for the order; 0 when not known. */
  size: number
}

type Facts = ContractShard['protocols'][string]

export interface FindProtocol {
  /** The protocol of a table, by its id or a slug; one that the snapshot lacks is called as the table does. */
  of: (protocol: TableProtocol) => KnownProtocol
  /** What an answer says of a protocol that `of` has returned. */
  facts: (id: string) => Facts
}

/** Finds protocols of tables in a snapshot. */
export function contractProtocols({
  entries,
  formerSlugs,
  successors,
}: Pick<Catalogue, 'entries' | 'formerSlugs' | 'successors'>): FindProtocol {
  const byId = new Map(entries.map((entry) => [entry.record.id, entry]))
  const bySlug = new Map(entries.map((entry) => [entry.record.slug, entry]))
  const kept = new Map(successors)
  const former = new Map(formerSlugs.map(({ slug, protocolId }) => [slug, protocolId]))
  const unlisted = new Map<string, string>()
  const find = ({ id, slugs }: TableProtocol): CatalogueEntry | undefined => {
    if (id !== null) return byId.get(kept.get(id) ?? id)
    const found = slugs.map((slug) => bySlug.get(slug) ?? byId.get(former.get(slug) ?? ''))
    return found.find((entry) => entry !== undefined)
  }
  return {
    of: (protocol) => {
      const entry = find(protocol)
      if (entry) {
        const { slug, name } = entry.record
        return { id: slug, name, size: entry.tvlUsd ?? 0 }
      }
      const id = protocol.slugs[0] ?? protocol.id ?? ''
      unlisted.set(id, protocol.name)
      return { id, name: protocol.name, size: 0 }
    },
    facts: (id) => {
      const entry = bySlug.get(id)
      return entry ? factsOf(entry) : withoutFacts(unlisted.get(id) ?? id)
    },
  }
}

function factsOf({ record, score, incidents, inactive }: CatalogueEntry): Facts {
  const { control } = record.facts
  const chains = record.tvl.known ? chainBreakdown(record.tvl.value).map(({ chain }) => chain) : []
  const [first] = incidents
  const newest = first && {
    ...{ day: first.day, name: first.name, lossUsd: first.lossUsd },
    ...(first.readings !== undefined && { readings: first.readings }),
  }
  return {
    ...{ name: record.name, listed: true, status: inactive?.status ?? 'active' },
    ...{ compositeScore: score.rounded, riskLevel: score.level },
    control:
      control?.known && control.value.length > 0 ? createHeadline(control.value, chains) : null,
    incidents: { count: incidents.length, newest: newest ?? null },
  }
}

function withoutFacts(name: string): Facts {
  return {
    ...{ name, listed: false, status: null, compositeScore: null, riskLevel: null },
    ...{ control: null, incidents: { count: 0, newest: null } },
  }
}
