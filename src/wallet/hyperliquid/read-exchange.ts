import type { Address } from '../../chains/address.ts'
import type { NodeAccess } from '../../chains/nodes/node-access.ts'
import type { WalletCoverage } from '../../contract/wallet-scan.ts'
import type { ProtocolCoverage } from '../model/coverage.ts'
import type { WalletReading } from '../model/wallet-reading.ts'
import { type HyperliquidPart, readHyperliquid } from './info.ts'

export interface ExchangeDeps extends NodeAccess {
  hyperliquidUrl: string
}

/** The exchange is reported under the name of its chain, which also has an EVM. */
const EXCHANGE_CHAIN = 'Hyperliquid'
const EXCHANGE_PARTS: Record<HyperliquidPart, string> = {
  perps: 'hyperliquid',
  spot: 'hyperliquid-spot-orderbook',
  vaults: 'hyperliquid',
  staking: 'hyperliquid',
}

/** What an account holds at the exchange of Hyperliquid. Never rejects. */
export async function readExchange(
  owner: Address,
  { fetch, hyperliquidUrl: url, now, failuresOn }: ExchangeDeps,
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
    holdings: [],
    coverage: [{ chain: EXCHANGE_CHAIN, status, block: null, protocols }],
  }
}
