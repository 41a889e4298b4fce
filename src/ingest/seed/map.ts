import { type Batch, noRowCounts, type ProtocolRow } from '../../domain/batch.ts'
import { type Day, newestDay, oldestDay, UNDATED } from '../../domain/day.ts'
import {
  type Facts,
  type Incident,
  type Oracle,
  TVL_SECTIONS,
  type TvlPoint,
} from '../../domain/protocol.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE, type SourceId } from '../../domain/sources.ts'
import type { Seed, SeedIncident, SeedProtocol } from './schema.ts'

/**
 * Maps a seed to the batches of the live sources. A batch has the day of the seed's newest fact, but incidents have the day of
 * their list, and sanctions that of the oldest list. Each reading has the day and source of its own row; absent fields are
 * missing. All rows count as accepted, since a seed with an invalid row is refused as a whole.
 */
export function mapSeed(seed: Seed): Map<SourceId, Batch> {
  const { protocols, incidents, bounties, reviews, sanctions } = seed
  const asOf = newestDay(Object.values(seed).map((file) => file.asOf)) ?? UNDATED
  const { lists } = sanctions
  const addresses = lists.flatMap((list) =>
    list.addresses.map((address) => ({ asset: list.asset, address })),
  )
  return new Map<SourceId, Batch>([
    [
      SOURCE_OF_ROLE.registry,
      {
        ...accepted(asOf, protocols.protocols.length),
        protocols: protocols.protocols.map(mapProtocol),
        notes: [spanOf(protocols.protocols.flatMap(daysOf))],
      },
    ],
    [
      SOURCE_OF_ROLE.incidents,
      {
        ...accepted(incidents.asOf, incidents.incidents.length),
        incidents: incidents.incidents.map(mapIncident),
      },
    ],
    [
      SOURCE_OF_ROLE.bounties,
      {
        ...accepted(asOf, bounties.bounties.length),
        programmes: bounties.bounties.map(({ protocolId, asOf: day, ...bounty }) => ({
          id: bounty.url,
          name: bounty.programme,
          bounty,
          asOf: day,
          protocols: [protocolId],
          homes: [],
        })),
      },
    ],
    [
      SOURCE_OF_ROLE.reviews,
      {
        ...accepted(asOf, reviews.reviews.length),
        reviews: reviews.reviews.map(({ protocolId, ...review }) => ({
          key: { id: protocolId },
          review,
        })),
      },
    ],
    [
      SOURCE_OF_ROLE.sanctions,
      {
        // A screening list must not look newer than its oldest part.
        ...accepted(oldestDay(lists.map((list) => list.asOf)) ?? UNDATED, addresses.length),
        sanctions: addresses,
      },
    ],
  ])
}

function mapProtocol(row: SeedProtocol): ProtocolRow {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    category: row.category ?? null,
    chains: [...new Set([...row.chains, ...chainsWithTvl(row.tvl)])],
    symbol: row.symbol ?? null,
    url: row.url ?? null,
    twitter: row.twitter ?? null,
    organisations: [],
    logoUrl: null,
    description: null,
    parentId: row.parentId ?? null,
    parentSlug: row.parentSlug ?? null,
    outOfScope: null,
    tvl: amount(row.tvl && tvlPoints(row.tvl), row),
    facts: mapFacts(row),
  }
}

function mapFacts(row: SeedProtocol): Facts {
  const { source } = row
  const dayOf = (fact: keyof NonNullable<SeedProtocol['dated']>): Day =>
    row.dated?.[fact] ?? row.asOf
  return {
    contract: reading(row.contract, dayOf('contract'), source),
    auditFlag: reading(row.auditFlag, dayOf('auditFlag'), source),
    auditLinks: reading(row.auditLinks, dayOf('auditLinks'), source),
    oracles: reading(row.oracles?.map(mapOracle), dayOf('oracles'), source),
    forkedFrom: reading(row.forkedFrom, dayOf('forkedFrom'), source),
    governance: reading(row.governance, dayOf('governance'), source),
    listedOn: reading(row.listedOn, dayOf('listedOn'), source),
    tvlChange7d: amount(row.tvlChange7d, row),
    hallmarks: missing('not-in-sample', source),
  }
}

/** A name alone is an oracle that was declared without its use. */
function mapOracle(oracle: NonNullable<SeedProtocol['oracles']>[number]): Oracle {
  if (typeof oracle === 'string') return { name: oracle, type: 'Declared', proof: [] }
  const { name, type, proof = [], startDate } = oracle
  return { name, type, proof, ...(startDate === undefined ? {} : { startDate }) }
}

function tvlPoints(chains: NonNullable<SeedProtocol['tvl']>): TvlPoint[] {
  return Object.entries(chains).flatMap(([chain, amounts]) =>
    TVL_SECTIONS.flatMap((section) => {
      const usd = amounts[section]
      return usd === undefined ? [] : [{ chain, section, usd }]
    }),
  )
}

/** Chains with TVL belong to a protocol's chains, as in the registry. */
function chainsWithTvl(tvl: SeedProtocol['tvl'] = {}): string[] {
  return Object.keys(tvl).filter((chain) => (tvl[chain]?.tvl ?? 0) > 0)
}

function mapIncident(row: SeedIncident): Incident {
  return {
    id: row.id,
    protocolId: row.protocolId,
    parentId: row.parentId ?? null,
    name: row.name,
    day: row.day,
    lossUsd: row.lossUsd ?? null,
    returnedUsd: row.returnedUsd ?? null,
    tvlBeforeUsd: row.tvlBefore?.usd ?? null,
    tvlBeforeDay: row.tvlBefore?.day ?? null,
    chain: row.chain ?? null,
    cause: row.cause ?? null,
    technique: row.technique ?? null,
    pocUrl: row.pocUrl ?? null,
    source: row.source,
    matchMethod: row.matchMethod,
  }
}

/** The sample has few amounts: one that is absent may exist upstream. */
function amount<T>(value: T | undefined, { asOf, source }: SeedProtocol): Reading<T> {
  return value === undefined ? missing('not-in-sample', source) : known(value, asOf, source)
}

/** The row that the sample was made from did not have an absent fact. */
function reading<T>(value: T | undefined, asOf: Day, source: string): Reading<T> {
  return value === undefined ? missing('not-covered', source) : known(value, asOf, source)
}

function accepted(asOf: Day, rows: number): Pick<Batch, 'asOf' | 'rowCounts'> {
  return { asOf, rowCounts: { ...noRowCounts(), rows, accepted: rows } }
}

function daysOf(row: SeedProtocol): Day[] {
  return [row.asOf, ...Object.values(row.dated ?? {})]
}

function spanOf(days: Day[]): string {
  const first = oldestDay(days)
  const last = newestDay(days)
  return first === last
    ? `All facts are of ${first}.`
    : `The facts are of different days, from ${first} to ${last}; each reading carries its own.`
}
