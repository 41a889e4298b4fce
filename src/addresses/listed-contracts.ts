import cores from '../../data/dependencies/cores.json' with { type: 'json' }
import issuers from '../../data/dependencies/issuers.json' with { type: 'json' }
import tokens from '../../data/dependencies/tokens.json' with { type: 'json' }
import { SCAN_CHAINS } from '../chains/scan-chains.ts'
import { toTron } from '../chains/tron-address.ts'
import { listContracts, listControllers } from '../control/contract-table.ts'
import { listExits } from '../control/markets/exit-table.ts'
import { listSpendingModules } from '../control/spending-modules.ts'
import type { ListedContract } from '../domain/listed-contract.ts'
import { protocolById, protocolOf, rowOf } from './row.ts'
import { walletRows } from './wallet-rows.ts'

/**
 * Every contract that the reviewed tables name: those of the wallet scan with their spenders, those whose control is read, and those of
 * what protocols stand on. Addresses are spelled as people write them on their chain, on EVM chains in lower case. Throws as the parsers
 * of the tables do.
 */
export function listedContracts(): ListedContract[] {
  return [...walletRows(), ...onchainRows(), ...dependencyRows()].map(inSpelling)
}

/** Tron is the one EVM chain whose addresses people write in another form. */
function inSpelling(row: ListedContract): ListedContract {
  const { chain, address } = row
  const isTron = SCAN_CHAINS.some(({ name, addresses }) => name === chain && addresses === 'tron')
  if (isTron) return { ...row, address: toTron(address) }
  return address.startsWith('0x') ? { ...row, address: address.toLowerCase() } : row
}

function onchainRows(): ListedContract[] {
  const table = 'onchain'
  const contracts = listContracts().flatMap(({ slug, contracts }) =>
    contracts.map(({ name = null, ...row }) =>
      rowOf({ ...row, name, table, protocol: protocolOf(slug) }),
    ),
  )
  const exits = [...listExits()].flatMap(([slug, rows]) =>
    rows.map(({ chain, address, name, source, day }) =>
      rowOf({ chain, address, name, source, day, table, role: 'exit', protocol: protocolOf(slug) }),
    ),
  )
  const controllers = listControllers().map(({ chain, address, kind, note, source, day }) =>
    rowOf({ chain, address, source, day, table, role: 'governance', note: `${note} (${kind})` }),
  )
  const modules = listSpendingModules().map(({ chain, address, name, version, source, day }) => {
    const note = `Module of a Safe that can only spend within an allowance, version ${version}`
    return rowOf({ chain, address, name, source, day, table, role: 'service', note })
  })
  return [...contracts, ...exits, ...controllers, ...modules]
}

function dependencyRows(): ListedContract[] {
  const table = 'dependencies'
  const issuerOf = new Map(issuers.rows.map((row) => [row.id, row]))
  const issued = tokens.rows.flatMap(({ symbols, issuer, source, day, protocolId, ...row }) => {
    const by = issuerOf.get(issuer)
    const id = protocolId ?? by?.protocolId
    const name = by?.name ?? issuer
    return Object.entries({ ...row.at, ...row.contracts }).map(([chain, address]) =>
      rowOf({
        ...{ chain, address, name: symbols[0] ?? null, source, day, table, role: 'issued' },
        ...(id ? { protocol: protocolById(id, name) } : { note: `Issued by ${name}` }),
      }),
    )
  })
  const kept = cores.rows.map(({ protocolId, name, chain, address, source, day }) =>
    rowOf({
      ...{ chain, address, source, day, table, role: 'funds' },
      protocol: protocolById(protocolId, name),
    }),
  )
  return [...issued, ...kept]
}
