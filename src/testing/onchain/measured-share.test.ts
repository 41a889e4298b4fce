import { expect, test } from 'vitest'
import protocolTable from '../../../data/wallet/contracts/protocols.json' with { type: 'json' }
import { SCAN_CHAINS } from '../../chains/scan-chains.ts'
import { listContracts } from '../../control/contract-table.ts'
import { keyOfSlug, keyText } from '../../control/keys.ts'
import {
  type Exit,
  isContract,
  listExits,
  type ProgramExit,
} from '../../control/markets/exit-table.ts'
import { factsOfExit } from '../../control/markets/exits.ts'
import { marketReadingOf } from '../../control/markets/market-readings.ts'
import { byProtocol } from '../../control/markets/read-markets.ts'
import { dayNumber } from '../../domain/day.ts'
import { aContract, bySafe, changedBy } from '../../domain/fixtures/control.ts'
import { aFeed, aMarket } from '../../domain/fixtures/market.ts'
import type { Market } from '../../domain/market.ts'
import { sumTvl } from '../../domain/protocol.ts'
import type { DailyTotals, ProtocolRecord } from '../../domain/record.ts'
import { fact } from '../../score/fixtures/record.ts'
import { seedUniverse } from '../../score/fixtures/recorded.ts'
import { scoreUniverse } from '../../score/score.ts'
import { scannedEntries } from '../../wallet/evm/contracts/contract-list.ts'
import type { ContractEntry } from '../../wallet/evm/contracts/drivers.ts'
import { openContracts } from '../../wallet/evm/contracts/open-contracts.ts'

// How much of the scores of the protocols in the wallet scan, and of the largest ones, is measured. That contracts and markets can be read is tested against real
// contracts beside the readers. Here every row of our tables is read, to see how far the tables go.

const SLUGS = new Set(Object.keys(protocolTable))

const LENDING: Partial<Market> = {
  suppliedUsd: 1,
  availableShare: 0.3,
  utilisation: 0.7,
  liquidationThreshold: 0.8,
  withdrawSeconds: 0,
  feed: aFeed(),
}
/** What the reader of each driver gives; null where such a contract has nothing of the kind. */
const READ: Partial<Record<ContractEntry['driver'], Partial<Market>>> = {
  aave: LENDING,
  'aave-v4': LENDING,
  'compound-v2': LENDING,
  'compound-v3': LENDING,
  'morpho-blue': LENDING,
  euler: LENDING,
  fluid: { ...LENDING, liquidationThreshold: null, feed: null },
  erc4626: { suppliedUsd: 1, availableShare: 0.3 },
  holding: { withdrawSeconds: 0 },
}

const listOf = openContracts()
const lists = SCAN_CHAINS.map(({ key, name }) => ({
  chain: name,
  ofProtocol: byProtocol(scannedEntries(listOf(key))),
}))

const EXITS = new Map([...listExits()].map(([slug, rows]) => [keyText(keyOfSlug(slug)), rows]))

function marketsOf({ slug, id }: ProtocolRecord): Market[] {
  const exits = EXITS.get(keyText({ id })) ?? []
  const entries = lists.flatMap(({ chain, ofProtocol }) => {
    const own = ofProtocol.get(slug) ?? []
    return own.flatMap((entry) => {
      const { address } = marketReadingOf(entry, own) ?? {}
      const isRead = address !== undefined && !exits.some((row) => row.address === address)
      return isRead ? [aMarket({ chain, address, ...READ[entry.driver] })] : []
    })
  })
  return [...entries, ...exits.flatMap(marketsOfExit)]
}

/** The facts that a row of `exits.json` says its contract has, and no others; with a vault that lends, a market on which it does. */
function marketsOfExit(row: Exit | ProgramExit): Market[] {
  if (!isContract(row)) {
    const { chain, address } = row
    return [aMarket({ chain, address, availableShare: 1, withdrawSeconds: 0 })]
  }
  const { chain, address, vault, spoke, atOnce } = row
  if (spoke) return [aMarket({ chain, address, ...LENDING, paused: false })]
  const facts = new Set(factsOfExit(row))
  const own = aMarket({
    ...{ chain, address, liquidationThreshold: 0 },
    ...(facts.has('availableShare') && { availableShare: 0.3 }),
    ...(facts.has('withdrawSeconds') && { withdrawSeconds: atOnce || vault ? 0 : 7 * 86_400 }),
    ...(facts.has('paused') && { paused: false }),
  })
  const lent = { chain, suppliedUsd: 1, liquidationThreshold: 0.8, feed: aFeed() }
  return facts.has('feed') ? [own, aMarket(lent)] : [own]
}

/** Contracts that a row asks whether they are paused: the walk finds who can pause what has such a function. */
const PAUSABLE = new Set(
  [...listExits().values()]
    .flat()
    .filter(isContract)
    .flatMap(({ chain, address, paused }) => (paused && !paused.at ? [`${chain} ${address}`] : [])),
)

/** Contracts of our table by key of their protocol, as a live run knows them. */
const CONTRACTS = new Map(listContracts().map(({ key, contracts }) => [keyText(key), contracts]))

function withChains(record: ProtocolRecord): ProtocolRecord {
  const rows = CONTRACTS.get(keyText({ id: record.id })) ?? []
  const contracts = rows.map(({ chain, address, role }) =>
    aContract({
      ...{ chain, address, role, codeChange: changedBy(bySafe(4, 7)) },
      pause: PAUSABLE.has(`${chain} ${address}`)
        ? { paths: [bySafe(4, 7)], complete: true, pausedNow: false }
        : null,
    }),
  )
  const markets = marketsOf(record)
  const { facts } = record
  return {
    ...record,
    facts: {
      ...facts,
      ...(contracts.length > 0 && { control: fact(contracts) }),
      ...(markets.length > 0 && { markets: fact(markets) }),
    },
  }
}

function withHistory(record: ProtocolRecord): ProtocolRecord {
  if (!record.tvl.known) return record
  const last = dayNumber(record.tvl.asOf)
  const days = Array.from({ length: 400 }, (_, index) => last - 399 + index)
  const history: DailyTotals = { days, usd: days.map(() => 1e6) }
  return { ...record, history }
}

test('of the protocols in the wallet scan 53 % is measured in the sample, 59 % with their chains and 69 % with daily TVL', async () => {
  const seed = await seedUniverse()
  const share = (read: (record: ProtocolRecord) => ProtocolRecord) => {
    const isOurs = ({ slug }: ProtocolRecord) => SLUGS.has(slug)
    const records = seed.records.map((record) => (isOurs(record) ? read(record) : record))
    const shares = scoreUniverse({ ...seed, records }).flatMap(({ basis }, index) => {
      const record = records[index]
      return record && isOurs(record) ? [basis.measured] : []
    })
    expect(shares.length).toBeGreaterThan(80)
    return shares.reduce((sum, one) => sum + one, 0) / shares.length
  }
  expect(share((record) => record)).toBeCloseTo(0.526, 2)
  expect(share(withChains)).toBeCloseTo(0.593, 2)
  expect(share((record) => withHistory(withChains(record)))).toBeCloseTo(0.689, 2)
})

test('of the 100 largest of the sample over 74 % is measured with their chains and daily TVL, over 76 % of those with contracts in our table; no reading weighs above 8 % on the average of all', async () => {
  const seed = await seedUniverse()
  const sizeOf = ({ tvl }: ProtocolRecord) => (tvl.known ? sumTvl(tvl.value) : 0)
  const records = seed.records.map((record) => withHistory(withChains(record)))
  const largest = scoreUniverse({ ...seed, records })
    .flatMap(({ basis, dimensions }, index) => {
      const record = records[index]
      return record ? [{ basis, dimensions, record }] : []
    })
    .sort((a, b) => sizeOf(b.record) - sizeOf(a.record))
    .slice(0, 100)
  const shareOf = (list: typeof largest) =>
    list.reduce((sum, { basis }) => sum + basis.measured, 0) / list.length
  const listed = largest.filter(({ record: { id } }) => CONTRACTS.has(keyText({ id })))
  expect(listed.length).toBeGreaterThan(90)
  expect(shareOf(largest)).toBeGreaterThan(0.74)
  expect(shareOf(listed)).toBeGreaterThan(0.76)
  const readings = new Map<string, number>()
  for (const { dimensions } of largest) {
    for (const { weight, signals } of Object.values(dimensions)) {
      for (const signal of signals.filter(({ basis }) => basis === 'measured')) {
        const share = (weight * signal.weight) / largest.length
        readings.set(signal.id, (readings.get(signal.id) ?? 0) + share)
      }
    }
  }
  const above = [...readings].filter(([, share]) => share > 0.08)
  expect(above).toEqual([])
  expect(Math.max(...readings.values())).toBeGreaterThan(0.07)
})
