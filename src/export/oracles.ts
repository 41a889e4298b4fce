import type { Dependencies, DependentRow } from '../contract/dependencies.ts'
import { MAX_PRICE_SOURCES } from '../contract/dependency-limits.ts'
import { slugOf } from '../contract/screener-rows.ts'
import { publicId } from '../dependencies/public-id.ts'
import type { Catalogue, CatalogueEntry } from '../domain/catalogue.ts'
import { compareText } from '../domain/text-order.ts'
import { dependsOnPrices } from '../score/signals/price-sources.ts'

/** Words of the registry that name no provider: prices of the protocol's own, and a way to average those of a pool. */
const NO_PROVIDER = new Set(['internal', 'twap'])

/** A longer name is no provider's. */
const MAX_NAME = 60

/** A provider of prices, and the protocols that declare it, most value first. */
export interface OracleProvider {
  id: string
  name: string
  /** Slug of the protocol that it is; null where the list has none. */
  protocol: string | null
  source: string
  rows: DependentRow[]
}

/** The oracles of a snapshot, and what each protocol declares. */
export interface Oracles {
  all: OracleProvider[]
  /** Protocols that declare one. */
  declaring: number
  /** By upstream id. */
  ofProtocol: ReadonlyMap<string, Dependencies['priceSources']>
}

/** Oracles by what protocols declare. Two spellings of a name are one oracle, called as most of them call it. Pure. */
export function createOracles(entries: Catalogue['entries']): Oracles {
  const slugs = new Set(entries.map(({ record }) => record.slug))
  const listed = new Set(
    entries.filter(({ record }) => record.category === 'Oracle').map(({ record }) => record.slug),
  )
  const declared = entries.flatMap(declaredBy)
  const oracles = new Map(
    [...Map.groupBy(declared, ({ key }) => key)].map(([key, own]): [string, OracleProvider] => {
      const declaring = new Map(own.map((one) => [one.entry.record.id, one]))
      const about = {
        id: publicId(`oracle-${key}`, slugs),
        name: commonest(own.map(({ name }) => name)),
        protocol: listed.has(key) ? key : null,
        source: [...new Set(own.map(({ source }) => source))].sort(compareText).join(', '),
      }
      return [key, { ...about, rows: [...declaring.values()].map(rowOf).sort(byTvl) }]
    }),
  )
  const byProtocol = Map.groupBy(declared, ({ entry }) => entry.record.id)
  return {
    all: [...oracles.values()].sort((a, b) => compareText(a.id, b.id)),
    declaring: byProtocol.size,
    ofProtocol: new Map([...byProtocol].map(([id, own]) => [id, priceSources(own, oracles)])),
  }
}

/** One declaration of a price source. */
type Declared = ReturnType<typeof declaredBy>[number]

function declaredBy(entry: CatalogueEntry) {
  const { oracles } = entry.record.facts
  if (!oracles?.known) return []
  const { asOf: day, source } = oracles
  return oracles.value
    .filter(dependsOnPrices)
    .map(({ name, type }) => ({ entry, name, type, key: slugOf(name), day, source }))
    .filter(({ name, key }) => Math.max(name.length, key.length) <= MAX_NAME)
    .filter(({ key }) => key !== '' && !NO_PROVIDER.has(key))
}

function priceSources(own: readonly Declared[], oracles: ReadonlyMap<string, OracleProvider>) {
  const rows = [...Map.groupBy(own, ({ key }) => key)].flatMap(([key, same]) =>
    same.slice(0, 1).map(({ name, day, source }) => ({
      ...{ id: oracles.get(key)?.id ?? key, name: oracles.get(key)?.name ?? name },
      types: [...new Set(same.map(({ type }) => type))].sort(compareText),
      ...{ basis: 'declared' as const, day, source },
    })),
  )
  return rows.sort((a, b) => compareText(a.id, b.id)).slice(0, MAX_PRICE_SOURCES)
}

function rowOf({ entry: { record, tvlUsd }, day }: Declared): DependentRow {
  return {
    ...{ id: record.slug, name: record.name, kind: 'priced-by', share: null, usd: null },
    ...{ tvlUsd: tvlUsd === null ? null : Math.round(tvlUsd), day },
  }
}

function byTvl(a: DependentRow, b: DependentRow): number {
  return (b.tvlUsd ?? -1) - (a.tvlUsd ?? -1) || compareText(a.id, b.id)
}

function commonest(names: readonly string[]): string {
  const counts = [...Map.groupBy(names, (name) => name)]
  counts.sort(([a, x], [b, y]) => y.length - x.length || compareText(a, b))
  return counts[0]?.[0] ?? ''
}
