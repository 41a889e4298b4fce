import type { ProtocolSummary } from '../contract/protocol-summary.ts'
import type { ScreenerIndex } from '../contract/screener-index.ts'
import type { Graph } from '../dependencies/graph.ts'
import { chainBreakdown, roundUsd } from '../domain/amounts.ts'
import type { Catalogue, CatalogueEntry } from '../domain/catalogue.ts'
import { type DimensionKey, mapDimensionColumns } from '../domain/dimension.ts'
import { roundScore } from '../domain/risk-level.ts'
import { formerIds } from './former-ids.ts'
import { assetColumns, assetReader } from './known-assets.ts'
import { categoryAliases, chainAliases } from './name-aliases.ts'

/** The whole list by column, ordered by id, for the screener and for filtered lists. What protocols hold is known from the graph. */
export function createScreenerIndex(
  catalogue: Catalogue,
  summaries: Map<string, ProtocolSummary>,
  { protocols }: Pick<Graph, 'protocols'> = { protocols: new Map() },
): ScreenerIndex {
  const entries = [...catalogue.entries].sort((a, b) => (a.record.slug < b.record.slug ? -1 : 1))
  const rows = entries.flatMap((entry) => summaries.get(entry.record.id) ?? [])
  const categories = names(rows.flatMap(({ category }) => category ?? []))
  const chains = names(rows.flatMap((row) => row.chains))
  const later = laterIds(catalogue.successors)
  const assetsOf = assetReader()
  const assets = assetColumns(
    entries.map(({ record: { id, facts } }) => {
      const node = protocols.get(id) ?? { holdings: [], makeup: null }
      return assetsOf(node, facts.markets?.known ? facts.markets.value : [])
    }),
  )
  return {
    snapshot: catalogue.snapshot.publicId,
    asOf: catalogue.snapshot.asOf,
    count: rows.length,
    categories: [...categories.keys()],
    chains: [...chains.keys()],
    assets: assets.names,
    aliases: {
      categories: categoryAliases([...categories.keys()]),
      chains: chainAliases([...chains.keys()]),
      assets: assets.aliases,
    },
    former: formerIds(catalogue),
    columns: {
      id: rows.map(({ id }) => id),
      upstreamIds: entries.map(({ record: { id } }) => [id, ...(later.get(id) ?? [])]),
      name: rows.map(({ name }) => name),
      category: rows.map(({ category }) =>
        category === null ? null : (categories.get(category) ?? null),
      ),
      chains: rows.map((row) => row.chains.flatMap((chain) => chains.get(chain) ?? [])),
      logoUrl: rows.map(({ logoUrl }) => logoUrl),
      url: rows.map(({ url }) => url),
      twitter: rows.map(({ twitter }) => twitter),
      coverageScore: rows.map(({ coverageScore }) => coverageScore),
      assumedDimensions: rows.map(({ assumedDimensions }) => assumedDimensions),
      compositeScore: rows.map(({ compositeScore }) => compositeScore),
      status: rows.map(({ status }) => status),
      tvlUsd: rows.map(({ tvlUsd }) => tvlUsd),
      tvlAsOf: rows.map(({ tvlAsOf }) => tvlAsOf),
      chainTvlUsd: entries.map((entry) => chainTvlOf(entry)),
      scoreHistory: rows.map(({ scoreHistory }) => scoreHistory),
      scoredAt: rows.map(({ scoredAt }) => scoredAt),
      ...mapDimensionColumns((_, key) => entries.map((entry) => publishedRisk(entry, key))),
      ...assets.columns,
    },
  }
}

/** A dimension's score as published; null for a protocol without a composite. */
function publishedRisk({ score }: CatalogueEntry, key: DimensionKey): number | null {
  const value = score.dimensions[key].score
  return score.composite === null || value === null ? null : roundScore(value)
}

/** Later ids by the id that is kept. */
function laterIds(successors: Catalogue['successors']): Map<string, string[]> {
  const later = new Map<string, string[]>()
  for (const [upstream, kept] of successors) later.set(kept, [...(later.get(kept) ?? []), upstream])
  return later
}

/** TVL by chain as published in the protocol's document, in the order of its chains. */
function chainTvlOf({ record, tvlUsd }: CatalogueEntry): (number | null)[] {
  const parts = record.tvl.known ? chainBreakdown(record.tvl.value) : []
  const tvlOf = new Map(parts.map((part) => [part.chain, part.tvlUsd]))
  const amounts = record.chains.map((chain) => tvlOf.get(chain) ?? null)
  const whole = tvlUsd === null ? null : roundUsd(tvlUsd)
  const isPlain = amounts.length === 1 ? amounts[0] === whole : amounts.every((usd) => usd === null)
  return isPlain ? [] : amounts
}

function names(all: string[]): Map<string, number> {
  return new Map([...new Set(all)].sort().map((name, index) => [name, index]))
}
