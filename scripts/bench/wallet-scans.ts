import * as z from 'zod'
import { SCAN_CHAINS } from '../../src/chains/scan-chains.ts'
import { readWalletSettings } from '../../src/config/wallet.ts'
import { openContracts } from '../../src/wallet/evm/contracts/open-contracts.ts'
import { createPriceCache } from '../../src/wallet/prices/cache.ts'
import { scanWallet } from '../../src/wallet/scan.ts'
import type { ScanDeps } from '../../src/wallet/scan-deps.ts'

const contractsOn = openContracts()

// Scans one wallet repeatedly in its own process, as a host does. Arguments: URL OWNER TIMES. Prints the cost of each scan.
const [url = '', owner = '', times = '1'] = process.argv.slice(2)

const variables = SCAN_CHAINS.map(({ key }) => [`WALLET_RPC_${key.toUpperCase()}`, `${url}/${key}`])
const today = z.iso.date().parse(new Date().toISOString().slice(0, 10))
const deps = (): ScanDeps => ({
  fetch,
  now: Date.now,
  chains: readWalletSettings(Object.fromEntries(variables)).nodes.chains,
  contracts: contractsOn,
  solana: { urls: [], providers: [] },
  hyperliquidUrl: `${url}/exchange`,
  pricesUrl: `${url}/prices`,
  // A new one for each scan, so that every scan pays for its prices.
  priceCache: createPriceCache(),
  sanctions: {
    source: 'ofac',
    asOf: today,
    evm: new Set([`0x${'5a'.repeat(20)}`]),
    others: new Set(),
  },
  scores: new Map(),
})

export interface Scanned {
  ms: number
  /** On a processor, over all threads. */
  cpuMs: number
  positions: number
  priced: number
  chains: string[]
  /** Protocols that could not be read, or not be priced. */
  failed: string[]
  /** Whether each source names the account. */
  sanctions: (boolean | null)[]
}

async function scan(): Promise<Scanned> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  const outcome = await scanWallet(owner, deps())
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  if (outcome.kind !== 'scanned') throw new Error(`The wallet was not scanned: ${outcome.reason}`)
  const { positions, coverage, sanctions } = outcome.result
  const failed = coverage.flatMap(({ chain, protocols }) =>
    protocols.flatMap(({ id, status, reason }) =>
      status === 'failed' ? [`${id} on ${chain}: ${reason}`] : [],
    ),
  )
  return {
    ms,
    cpuMs: (user + system) / 1_000,
    positions: positions.length,
    priced: positions.filter(({ netUsd }) => netUsd !== null).length,
    chains: coverage.map(({ chain, status }) => `${chain} ${status}`),
    failed,
    sanctions: sanctions.sources.map(({ hit }) => hit),
  }
}

const scans: Scanned[] = []
for (let at = 0; at < Number(times); at += 1) scans.push(await scan())
console.log(JSON.stringify(scans))
