import symbols from '../../data/wallet/solana-symbols.json' with { type: 'json' }
import { SCAN_CHAINS, type ScanChainKey, SOLANA } from '../chains/scan-chains.ts'
import type { ListedContract } from '../domain/listed-contract.ts'
import { readSpenderFile } from '../wallet/evm/approvals/spender-list.ts'
import { openContracts } from '../wallet/evm/contracts/open-contracts.ts'
import { bundledTokens } from '../wallet/solana/bundled-tokens.ts'
import { entryAddresses } from './entry-addresses.ts'
import { protocolOf, rowOf } from './row.ts'

/** Every contract in `data/wallet/`: what scans read, on EVM chains and Solana, and who is given approvals. */
export function walletRows(): ListedContract[] {
  return [...entryRows(), ...spenderRows(), ...solanaRows()]
}

function entryRows(): ListedContract[] {
  const open = openContracts()
  return SCAN_CHAINS.flatMap(({ key, name: chain }) => {
    const { entries, accounts = [] } = open(key)
    const inEntries = entries.flatMap((entry) =>
      entryAddresses(entry).map(({ protocol, ...each }) =>
        rowOf({
          ...{ ...each, chain, table: 'wallet', source: entry.source },
          protocol: protocolOf(protocol),
          note: entry.verified === false ? 'Not confirmed: scans leave it out' : null,
        }),
      ),
    )
    const registries = accounts.map(({ registry, protocol, source }) =>
      rowOf({
        ...{ chain, address: registry, role: 'scan', table: 'wallet', source },
        protocol: protocolOf(protocol),
      }),
    )
    return [...inEntries, ...registries]
  })
}

function spenderRows(): ListedContract[] {
  const { spenders, losses, sources } = readSpenderFile()
  const nameOf = (key: ScanChainKey) => SCAN_CHAINS.find((chain) => chain.key === key)?.name ?? key
  return spenders.flatMap(({ address, name, protocol, chains, loss, source: from }) => {
    const lost = loss === undefined ? undefined : losses[loss]
    return chains.map((key) =>
      rowOf({
        ...{ chain: nameOf(key), address, name, role: 'spender', table: 'spenders' },
        ...{ source: sources[from]?.source ?? from, day: sources[from]?.day ?? null },
        protocol: protocol === undefined ? null : protocolOf(protocol),
        note: lost ? `Approvals given to it were abused: ${lost.name}` : null,
      }),
    )
  })
}

function solanaRows(): ListedContract[] {
  const { lsts, lends, generatedFrom } = bundledTokens()
  const row = (address: string, role: ListedContract['role'], slug: string, name?: string) =>
    rowOf({
      ...{ chain: SOLANA.name, address, role, table: 'wallet', source: sourceOf(generatedFrom) },
      ...{ protocol: protocolOf(slug), name: name ?? null },
    })
  return [
    ...lsts.flatMap(({ mint, pool, symbol, protocol }) => [
      row(mint, 'receipt', protocol, symbol),
      ...(pool === null ? [] : [row(pool, 'scan', protocol)]),
    ]),
    ...lends.flatMap(({ mint, market, underlying, symbol, protocol }) => [
      row(mint, 'receipt', protocol, symbol),
      row(market, 'scan', protocol),
      row(underlying.mint, 'asset', protocol, underlying.symbol),
    ]),
    ...Object.entries(symbols.symbols).map(([address, name]) =>
      rowOf({
        ...{ chain: SOLANA.name, address, name, role: 'asset', table: 'wallet' },
        ...{ source: sourceOf(symbols.generatedFrom), note: 'A token on a list of tokens' },
      }),
    ),
  ]
}

function sourceOf(generatedFrom: Readonly<Record<string, string>>): string {
  return Object.entries(generatedFrom)
    .map(([name, version]) => `${name}@${version}`)
    .join(', ')
}
