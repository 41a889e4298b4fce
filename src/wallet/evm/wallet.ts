import type { WalletCoverage } from '../../contract/wallet-scan.ts'
import type { ScanChain } from '../chains.ts'
import type { RegistryEntry } from '../contracts/contract-entry.ts'
import { scannedEntries } from '../contracts/contracts.ts'
import { type Part, readHyperliquid } from '../hyperliquid/info.ts'
import { type ProtocolCoverage, publishedBlock } from '../model/coverage.ts'
import { beforeAbort } from '../nodes/before-abort.ts'
import { askListedPrices } from '../prices/oracle-prices.ts'
import type { Deadlines, ScanDeps, WalletReading } from '../scan-deps.ts'
import { batched } from './client/batched-fetch.ts'
import type { Address } from './driver.ts'
import { readEntry } from './drivers.ts'
import { readChain } from './planner.ts'

/** What an account holds on every EVM chain that the registry knows, and at the exchange of Hyperliquid. Never rejects. */
export async function readEvmWallet(
  owner: Address,
  deps: ScanDeps,
  deadlines: Deadlines,
): Promise<WalletReading> {
  const known = deps.chains.flatMap((chain) => {
    const entries = scannedEntries(deps.registry(chain.key))
    return entries.length > 0 ? [{ chain, entries }] : []
  })
  const readings = await Promise.all([
    ...known.map(({ chain, entries }) => readOneChain(chain, entries, owner, deps, deadlines)),
    readExchange(owner, deps, deadlines.step),
  ])
  return {
    findings: readings.flatMap(({ findings }) => findings),
    coverage: readings.flatMap(({ coverage }) => coverage),
  }
}

async function readOneChain(
  chain: ScanChain,
  entries: readonly RegistryEntry[],
  owner: Address,
  deps: ScanDeps,
  { step, answer }: Deadlines,
): Promise<WalletReading> {
  // Nobody knows yet what will need a price, but now the question travels with those of the readers.
  void askListedPrices(chain, deps, step)
  // The planner ends by itself when its step does, with what it has; should it not, the chain is left behind.
  const reading = await beforeAbort(
    readChain({
      chain,
      urls: chain.urls,
      readers: entries.map((entry) => ({ id: entry.id, read: (each) => readEntry(entry, each) })),
      owner,
      deadline: step,
      fetch: batched(deps.fetch),
      now: deps.now,
      onFailure: deps.failuresOn?.(chain.name),
    }),
    answer,
  ).catch(() => null)
  const byId = new Map(reading?.protocols.map((each) => [each.id, each]))
  const protocols = entries.flatMap((entry) => {
    const read = byId.get(entry.id)
    const part: Omit<ProtocolCoverage, 'id'> =
      read?.status === 'ok' ? { status: 'ok' } : { status: 'failed', reason: read?.reason ?? 'rpc' }
    return protocolsOf(entry).map((id) => ({ id, ...part }))
  })
  const findings = [...(reading?.findings.values() ?? [])].flat()
  return {
    findings: findings.map((finding) => ({ chain: chain.name, finding })),
    coverage: [
      {
        chain: chain.name,
        status: reading?.status ?? 'timeout',
        block: reading?.block ? publishedBlock(reading.block) : null,
        protocols,
      },
    ],
  }
}

/** What lies in an entry may be staked at somebody else. */
function protocolsOf(entry: RegistryEntry): string[] {
  const stakes = 'stakes' in entry ? entry.stakes : []
  return [...new Set([entry.protocol, ...stakes.flatMap(({ protocol }) => protocol ?? [])])]
}

/** The chain of the exchange, which has an EVM beside it. */
const EXCHANGE_CHAIN = 'Hyperliquid'
const EXCHANGE_PARTS: Record<Part, string> = {
  perps: 'hyperliquid',
  spot: 'hyperliquid-spot-orderbook',
  vaults: 'hyperliquid',
  staking: 'hyperliquid',
}

async function readExchange(
  owner: Address,
  { fetch, hyperliquidUrl: url, now, failuresOn }: ScanDeps,
  signal: AbortSignal,
): Promise<WalletReading> {
  const options = { fetch, url, signal, nowMs: now() }
  const { findings, failed } = await readHyperliquid(owner, options)
  for (const { part, reason } of failed) failuresOn?.(EXCHANGE_CHAIN)(url, `${part}: ${reason}`)
  const parts = Object.entries(EXCHANGE_PARTS)
  const protocols = parts.map(([part, id]): ProtocolCoverage => {
    const isFailed = failed.some((each) => each.part === part)
    return isFailed ? { id, status: 'failed', reason: 'provider' } : { id, status: 'ok' }
  })
  const isSome = (reason: string) => failed.some((each) => each.reason === reason)
  const late: WalletCoverage['status'] = isSome('timeout') ? 'timeout' : 'unavailable'
  const unseen = isSome('stale') ? 'stale' : late
  const seen: WalletCoverage['status'] = failed.length === 0 ? 'ok' : 'partial'
  const status = failed.length === parts.length ? unseen : seen
  return {
    findings: findings.map((finding) => ({ chain: EXCHANGE_CHAIN, finding })),
    coverage: [{ chain: EXCHANGE_CHAIN, status, block: null, protocols }],
  }
}
