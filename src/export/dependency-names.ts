import type { DependencyEdge } from '../contract/dependencies.ts'
import { publicId } from '../dependencies/public-id.ts'
import type { BridgeRow, IssuerRow } from '../dependencies/table-rows.ts'
import type { DependencyTables } from '../dependencies/tables.ts'
import type { CatalogueEntry } from '../domain/catalogue.ts'
import type { ShareKind } from '../domain/dependency.ts'

type Issuer = NonNullable<DependencyEdge['to']>

/** The ids and names of the API: a protocol has its slug, and so has an issuer that is one. */
export function namer(entries: readonly CatalogueEntry[], { issuers, bridges }: DependencyTables) {
  const records = new Map(entries.map(({ record }) => [record.id, record]))
  const slugs = new Set(entries.map(({ record }) => record.slug))
  const bridge = (id: string) => publicId(id, slugs)
  const issuer = (id: string): Issuer => {
    const row = issuers.get(id)
    const record = row?.protocolId === undefined ? undefined : records.get(row.protocolId)
    return {
      id: record?.slug ?? publicId(id, slugs),
      name: record?.name ?? row?.name ?? id,
      class: row?.class ?? null,
      isProtocol: record !== undefined,
    }
  }
  const tableRows = new Map<string, IssuerRow | BridgeRow>()
  for (const row of bridges.values()) tableRows.set(bridge(row.id), row)
  for (const row of issuers.values()) tableRows.set(issuer(row.id).id, row)
  const bySlug = new Map([...records.values()].map((record) => [record.slug, record]))
  const protocol = (id: string) => {
    const { slug = id, name = id } = records.get(id) ?? {}
    return { id: slug, name }
  }
  return {
    ...{ issuer, bridge, protocol },
    stoodOn: (kind: ShareKind, to: string) => {
      if (kind === 'runs-on') return protocol(to)
      if (kind === 'bridged-by') return { id: bridge(to), name: bridges.get(to)?.name ?? to }
      const { id, name } = issuer(to)
      return { id, name }
    },
    about: (id: string) => {
      const row = tableRows.get(id)
      const kind =
        row && 'model' in row
          ? ('bridge' as const)
          : bySlug.has(id)
            ? ('protocol' as const)
            : ('issuer' as const)
      return {
        kind,
        name: bySlug.get(id)?.name ?? row?.name ?? id,
        model: row && 'model' in row ? row.model : null,
        quorum: row && 'quorum' in row ? row.quorum : null,
        source: row?.source ?? null,
        reviewedOn: row?.day ?? null,
      }
    },
  }
}

export type Namer = ReturnType<typeof namer>
