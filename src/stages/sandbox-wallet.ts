import {
  type SandboxHoldings,
  type SandboxWallets,
  sandboxWallets,
} from '../contract/sandbox-wallet.ts'
import type { WalletCoverage } from '../contract/wallet-scan.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { known, missing } from '../domain/reading.ts'
import { PlimsollError } from '../errors.ts'
import { createSummary } from '../export/protocol-list.ts'
import { createScreenerIndex } from '../export/screener-index.ts'
import { smallestUnits } from '../wallet/money.ts'
import { createPortfolio } from '../wallet/portfolio.ts'
import type { ChainFinding } from '../wallet/position.ts'
import { type Price, priceKey } from '../wallet/prices/price.ts'
import { type ProtocolScores, readProtocolScores } from '../wallet/protocol-scores.ts'
import { screen } from '../wallet/sanctions/screening.ts'

const SOURCE = 'sandbox'

type Held = SandboxHoldings['findings'][number]

/**
 * The wallet scans of the sandbox, added up by the code that adds up live ones: invented findings and prices, the scores of
 * its protocols. Addresses on the invented sanctions list get the same with a warning, some addresses hold nothing. Throws
 * `EXPORT_FAILED` for a finding of no protocol or no token, without a dated list, for an address that would be both, and
 * for a scan that breaks its promise.
 */
export function createSandboxWallets(
  holdings: SandboxHoldings,
  catalogue: Catalogue,
): SandboxWallets {
  const { snapshot, sanctions } = catalogue
  const { asOf } = sanctions
  if (asOf === null) throw refusal('The sandbox has no sanctions list with a date.')
  const scores = scoresOf(catalogue)
  const findings = holdings.findings.map((held) => createFinding(held, holdings, scores))
  const prices = pricesOf(holdings, snapshot.asOf)
  const scan = (held: ChainFinding[], isListed: boolean) =>
    createPortfolio({
      findings: held,
      prices,
      scores,
      coverage: coverageOf(findings, asOf),
      sanctions: screen([known(isListed, asOf, SOURCE)]),
    })
  const scans = {
    usual: scan(findings, false),
    listed: scan(findings, true),
    empty: scan([], false),
  }
  const wallets = sandboxWallets.safeParse({ scans, addresses: addressesOf(holdings, catalogue) })
  if (wallets.success) return wallets.data
  const [issue] = wallets.error.issues
  throw refusal(
    `A sandbox wallet breaks its promise at ${issue?.path.join('.')}: ${issue?.message}.`,
  )
}

function refusal(message: string): PlimsollError {
  return new PlimsollError('EXPORT_FAILED', message)
}

function scoresOf(catalogue: Catalogue): ProtocolScores {
  const rows = catalogue.entries.map((entry) => [entry.record.id, createSummary(entry)] as const)
  return readProtocolScores(createScreenerIndex(catalogue, new Map(rows)))
}

function createFinding(
  { chain, legs, receipt, perp, ...held }: Held,
  { tokens }: SandboxHoldings,
  scores: ProtocolScores,
): ChainFinding {
  const { protocol } = held
  if (!scores.has(protocol)) {
    throw refusal(`The sandbox wallet holds ${protocol}, which is nothing.`)
  }
  const tokenOf = (symbol: string) => {
    const token = tokens[symbol]
    if (!token) throw refusal(`The sandbox wallet holds ${symbol}, which is no token of it.`)
    return token
  }
  return {
    chain,
    finding: {
      ...held,
      receiptToken: receipt === null ? null : tokenOf(receipt).address,
      legs: legs.map(({ role, token: symbol, amount, collateral }) => {
        const { address: token, decimals } = tokenOf(symbol)
        return {
          role,
          token,
          symbol,
          decimals,
          amount: smallestUnits(amount, decimals),
          ...(collateral !== undefined && { collateral }),
        }
      }),
      perp,
      source: SOURCE,
    },
  }
}

/** By `priceKey`: a token has the same price on every chain where some of it is held. */
function pricesOf({ tokens, findings }: SandboxHoldings, asOf: string): Map<string, Price> {
  const prices = new Map<string, Price>()
  for (const { chain, legs } of findings) {
    for (const { token: symbol } of legs) {
      const held = tokens[symbol]
      if (!held) continue
      const { address: token, decimals, usd } = held
      const price = usd === null ? missing('not-covered', SOURCE) : known(usd, asOf, SOURCE)
      prices.set(priceKey({ chain, token, decimals }), price)
    }
  }
  return prices
}

/** Every chain of the sandbox stands at the same block. */
const BLOCK_NUMBER = 20_000_000

/** Every chain and protocol where something is held was read, also when nothing was found. */
function coverageOf(findings: readonly ChainFinding[], day: string): WalletCoverage[] {
  return findings.map(({ chain, finding }) => ({
    chain,
    status: 'ok',
    block: { number: BLOCK_NUMBER, time: `${day}T00:00:00.000Z` },
    protocols: [{ id: finding.protocol, status: 'ok' }],
  }))
}

function addressesOf(
  { empty }: SandboxHoldings,
  { sanctions }: Catalogue,
): SandboxWallets['addresses'] {
  const listed = Object.values(sanctions.byAsset).flat().map(comparable)
  const nobodys = empty.map(comparable)
  const both = nobodys.find((address) => listed.includes(address))
  if (both) throw refusal(`${both} of the sandbox is both listed and empty.`)
  return Object.fromEntries([
    ...listed.map((address) => [address, 'listed'] as const),
    ...nobodys.map((address) => [address, 'empty'] as const),
  ])
}

/** EVM addresses are the same in any case, those of Solana are not. */
function comparable(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}
