import chainTable from '../../data/chains.json' with { type: 'json' }
import scanChains from '../../data/wallet/chains.json' with { type: 'json' }
import { plainAddress } from '../contract/contract-shard.ts'
import type { CatalogueEntry } from '../domain/catalogue.ts'
import type { ContractControl, ControlPath } from '../domain/control.ts'
import { formatActor } from '../domain/format-control.ts'
import type { ContractUse, ListedContract } from '../domain/listed-contract.ts'
import type { Market } from '../domain/market.ts'
import type { ProtocolRecord } from '../domain/record.ts'

/** DefiLlama leaves out the name of this one. */
const DEFAULT_CHAIN = 'Ethereum'

const CHAINS = new Map<string, string>([
  ...Object.entries(scanChains).flatMap(([key, { name, coinKey }]) =>
    [key, coinKey].map((spelling) => [spelling.toLowerCase(), name] as const),
  ),
  ...chainTable.flatMap(({ name, aliases }) =>
    [name, ...aliases].map((spelling) => [spelling.toLowerCase(), name] as const),
  ),
])

/** The contracts that a snapshot itself names of a protocol: its token or other address in the registry, and what was read on chains. */
export function catalogueRows({ record }: Pick<CatalogueEntry, 'record'>): ListedContract[] {
  const { control, markets } = record.facts
  return [
    ...registryRow(record),
    ...(control?.known ? control.value.flatMap((each) => controlRows(record, each)) : []),
    ...(markets?.known ? markets.value.flatMap((each) => marketRows(record, each)) : []),
  ]
}

type Record = Pick<ProtocolRecord, 'id' | 'slug' | 'name' | 'facts' | 'symbol'>

function protocolOf({ id, slug, name }: Record): ListedContract['protocol'] {
  return { id, slugs: [slug], name }
}

function registryRow(record: Record): ListedContract[] {
  const { contract } = record.facts
  if (!contract?.known) return []
  const colon = contract.value.indexOf(':')
  const prefix = contract.value.slice(0, Math.max(0, colon))
  const chain = colon < 0 ? DEFAULT_CHAIN : CHAINS.get(prefix.trim().toLowerCase())
  const address = contract.value.slice(colon + 1).trim()
  // Without a chain only the form of an EVM address says where it is.
  if (!chain || (colon < 0 && !address.startsWith('0x'))) return []
  const { source, asOf: day } = contract
  const role = record.symbol === null ? 'registry' : 'own-token'
  return [
    {
      ...{ chain, address, role, table: 'registry', source, day },
      ...{ protocol: protocolOf(record), name: record.symbol, note: null },
    },
  ]
}

function controlRows(record: Record, contract: ContractControl): ListedContract[] {
  const { chain, address, name, role, codeChange, powers, pause, day, source } = contract
  const row = (at: string, as: ContractUse, called: string | null, note: string | null) => ({
    ...{ chain, address: at, role: as, name: called, note, day, source },
    ...{ protocol: protocolOf(record), table: 'readings' as const },
  })
  const what = name ?? `the contract ${address}`
  const acting = (paths: readonly ControlPath[], can: string) =>
    paths.flatMap((path) => [
      ...(path.address === null
        ? []
        : [row(path.address, 'controller', null, `${formatActor(path)}; ${can} ${what}`)]),
      ...path.via.map((at) => row(at, 'controller', null, `On a way to ${can} ${what}`)),
    ])
  return [
    row(address, role, name, null),
    ...acting(codeChange.known ? codeChange.paths : [], 'change the code of'),
    ...powers.flatMap(({ getter, paths }) => acting(paths, `act as ${getter} of`)),
    ...acting(pause?.paths ?? [], 'pause'),
  ]
}

function marketRows(record: Record, market: Market): ListedContract[] {
  const { chain, address, name, asset, assetAddress, collateralAddress, feed, day, source } = market
  const row = (at: string | undefined, role: ContractUse, called: string): ListedContract[] =>
    at
      ? [
          {
            ...{ chain, address: at, role, name: called || null, note: null, day, source },
            ...{ protocol: protocolOf(record), table: 'readings' },
          },
        ]
      : []
  return [
    ...row(address, 'market', name),
    ...row(assetAddress, 'asset', asset),
    ...row(collateralAddress, 'asset', ''),
    ...row(feed?.address, 'service', ''),
  ].filter((each) => plainAddress(each.address) !== null)
}
