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
import { type ReadingName, SOURCE_OF_ROLE, type SourceId } from '../../domain/sources.ts'
import type { Ending } from '../../domain/status.ts'
import { ownDescription } from '../own-descriptions.ts'
import type { SeedAudits } from './audits-schema.ts'
import { mergeAudits } from './map-audits.ts'
import { mapOnchain } from './map-control.ts'
import type { SeedContent, SeedIncident, SeedProtocol } from './schema.ts'

/**
 * Maps a seed to the batches of the live sources. A batch has the day of the seed's newest fact, but incidents have the day of
 * their list, and sanctions that of the oldest list. Each reading has the day and source of its own row; absent fields are
 * missing. All rows count as accepted, since a seed with an invalid row is refused as a whole.
 */
export function mapSeed(seed: SeedContent): Map<SourceId, Batch> {
  const { protocols, incidents, reviews, control, markets, audits } = seed
  const asOf = newestDay(Object.values(seed).map((file) => file.asOf)) ?? UNDATED
  const batches = {
    registry: {
      ...accepted(asOf, protocols.protocols.length),
      protocols: protocols.protocols.map((row) => mapProtocol(row, audits)),
      notes: [spanOf(protocols.protocols.flatMap(daysOf))],
    },
    incidents: {
      ...accepted(incidents.asOf, incidents.incidents.length),
      incidents: incidents.incidents.map(mapIncident),
    },
    bounties: mapBounties(seed, asOf),
    reviews: {
      ...accepted(asOf, reviews.reviews.length),
      reviews: reviews.reviews.map(({ protocolId, ...review }) => ({
        key: { id: protocolId },
        review,
      })),
    },
    sanctions: mapSanctions(seed),
    adapters: mapAdapters(seed, asOf),
    records: {
      ...accepted(asOf, control.contracts.length + markets.markets.length),
      readings: {
        names: ['control', 'markets'],
        rows: mapOnchain(control.contracts, markets.markets),
      },
    },
  } satisfies Partial<Record<keyof typeof SOURCE_OF_ROLE, Batch>>
  return new Map(
    Object.entries(batches).map(([role, batch]): [SourceId, Batch] => [
      SOURCE_OF_ROLE[role as keyof typeof batches],
      batch,
    ]),
  )
}

function mapBounties({ bounties }: SeedContent, asOf: Day): Batch {
  return {
    ...accepted(asOf, bounties.bounties.length),
    programmes: bounties.bounties.map(({ protocolId, asOf: day, source, ...bounty }) => ({
      id: bounty.url,
      name: bounty.programme,
      bounty,
      asOf: day,
      ...(source ? { source } : {}),
      protocols: [protocolId],
      homes: [],
    })),
  }
}

function mapSanctions({ sanctions: { lists } }: SeedContent): Batch {
  const sanctions = lists.flatMap(({ asset, addresses }) =>
    addresses.map((address) => ({ asset, address })),
  )
  // A screening list must not look newer than its oldest part.
  const day = oldestDay(lists.map((list) => list.asOf)) ?? UNDATED
  return { ...accepted(day, sanctions.length), sanctions }
}

function mapAdapters({ adapters }: SeedContent, asOf: Day): Batch {
  return {
    ...accepted(asOf, adapters.adapters.length),
    readings: {
      names: ['adapterChanges'],
      rows: adapters.adapters.map(({ protocolId, day, ...changes }) => ({
        key: { id: protocolId },
        name: 'adapterChanges' as const,
        reading: known(changes, day, adapters.source),
      })),
    },
  }
}

function mapProtocol(row: SeedProtocol, audits: SeedAudits): ProtocolRow {
  const { auditLinks, reports } = mergeAudits(
    audits,
    row.id,
    reading(row, 'auditLinks', row.auditLinks),
  )
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
    description: ownDescription(row.id),
    parentId: row.parentId ?? null,
    parentSlug: row.parentSlug ?? null,
    adapterModule: null,
    outOfScope: null,
    tvl: reading(row, 'tvl', row.tvl && tvlPoints(row.tvl)),
    facts: { ...mapFacts(row), auditLinks },
    reports,
  }
}

function mapFacts(row: SeedProtocol): Omit<Facts, 'auditLinks'> {
  return {
    contract: reading(row, 'contract', row.contract),
    auditFlag: reading(row, 'auditFlag', row.auditFlag),
    oracles: reading(row, 'oracles', row.oracles?.map(mapOracle)),
    forkedFrom: reading(row, 'forkedFrom', row.forkedFrom),
    governance: reading(row, 'governance', row.governance),
    listedOn: reading(row, 'listedOn', row.listedOn),
    tvlChange7d: reading(row, 'tvlChange7d', row.tvlChange7d),
    hallmarks: missing('not-in-sample', row.source),
    warnings: missing('not-in-sample', row.source),
    ...(row.ending && { ending: mapEnding(row.ending) }),
  }
}

function mapEnding({
  source,
  asOf,
  ...ending
}: NonNullable<SeedProtocol['ending']>): Reading<Ending> {
  return known(ending, asOf, source)
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

/** An absent value is missing because upstream did not have it, unless the row says that the sample left it out. */
function reading<T>(
  { asOf, source, ...row }: SeedProtocol,
  name: ReadingName,
  value: T | undefined,
): Reading<T> {
  const days: Partial<Record<string, Day>> = row.dated ?? {}
  const leftOut: readonly string[] = row.leftOut ?? []
  if (value !== undefined) return known(value, days[name] ?? asOf, source)
  return missing(leftOut.includes(name) ? 'not-in-sample' : 'not-covered', source)
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
