import type { ProtocolReading } from '../../domain/batch.ts'
import type { ContractControl, ControlPath } from '../../domain/control.ts'
import { newestDay, UNDATED } from '../../domain/day.ts'
import type { Market } from '../../domain/market.ts'
import type { FactName } from '../../domain/protocol.ts'
import { known } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import type { SeedContract, SeedMarket, SeedPath } from './control-schema.ts'

/**
 * One reading of `control` for each protocol with contracts, and one of `markets` for each with markets. A reading has the day of
 * its newest row; each contract and market keeps its own day, record and link.
 */
export function mapOnchain(
  contracts: readonly SeedContract[],
  markets: readonly SeedMarket[],
): ProtocolReading[] {
  return [
    ...readingsOf('control', contracts, (rows) => rows.map(mapContract)),
    ...readingsOf('markets', markets, (rows) => rows.flatMap(mapMarket)),
  ]
}

function readingsOf<Row extends { protocolId: string }>(
  name: FactName,
  rows: readonly Row[],
  map: (rows: Row[]) => (ContractControl | Market)[],
): ProtocolReading[] {
  return [...Map.groupBy(rows, ({ protocolId }) => protocolId)].map(([id, own]) => {
    const value = map(own)
    const asOf = newestDay(value.map(({ day }) => day)) ?? UNDATED
    return { key: { id }, name, reading: known(value, asOf, SOURCE_OF_ROLE.records) }
  })
}

/** One recorded contract. */
export function mapContract(row: SeedContract): ContractControl {
  const { chain, address, role, day, source, link, codeChange, powers, pause } = row
  return {
    chain,
    address,
    name: row.name ?? null,
    role,
    proxy: row.proxy ?? null,
    codeChange: codeChange
      ? { known: true, paths: codeChange.paths.map(mapPath), complete: codeChange.complete }
      : { known: false, why: 'not-recorded' },
    powers: powers.map(({ getter, paths }) => ({ getter, paths: paths.map(mapPath) })),
    pause: mapPause(pause),
    day,
    block: row.block ?? null,
    source,
    link,
    tvlUsd: null,
  }
}

/** A record that does not say who can pause gives an open list, which is not "nobody". */
function mapPause(pause: SeedContract['pause']): ContractControl['pause'] {
  if (pause === null) return null
  const { paths, complete } = pause ?? { paths: [], complete: false }
  return { paths: paths.map(mapPath), complete, pausedNow: null }
}

function mapPath(path: SeedPath): ControlPath {
  return {
    actor: path.actor,
    address: path.address ?? null,
    threshold: path.threshold ?? null,
    signers: path.signers ?? null,
    delaySeconds: path.delaySeconds ?? null,
    voteSeconds: path.voteSeconds ?? null,
    via: path.via,
    proof: 'recorded',
    note: path.note ?? null,
  }
}

/** Amounts are of a block; a record has what an asset may be borrowed against, its price feed, or what is known of a withdrawal. */
function mapMarket(row: SeedMarket): Market[] {
  const { chain, address, name, day, source, link } = row
  const assets = row.assets.length > 0 ? row.assets : [null]
  return assets.map(
    (one): Market => ({
      chain,
      address,
      name,
      asset: one?.asset ?? '',
      assetAddress: one?.address ?? '',
      suppliedUsd: null,
      availableShare: row.availableShare ?? null,
      utilisation: null,
      loanToValue: one?.loanToValue ?? null,
      liquidationThreshold: one?.liquidationThreshold ?? null,
      supplyCapUsed: null,
      frozen: null,
      paused: row.paused ?? null,
      withdrawSeconds: row.withdrawSeconds ?? null,
      feed: one?.feed
        ? { ...one.feed, owner: null, ageSeconds: null, intervalSeconds: null }
        : null,
      gap: null,
      day,
      block: row.block ?? null,
      source,
      link,
    }),
  )
}
