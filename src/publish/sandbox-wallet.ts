import {
  type SandboxHoldings,
  type SandboxWallets,
  sandboxWallets,
} from '../contract/sandbox-wallet.ts'
import type { WalletCoverage } from '../contract/wallet-scan.ts'
import { nameGraph } from '../dependencies/named-graph.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import type { Day } from '../domain/day.ts'
import { known } from '../domain/reading.ts'
import { createDependencies } from '../export/dependencies.ts'
import { createProtocolFacts } from '../export/protocol-facts.ts'
import { createSummary } from '../export/protocol-summary.ts'
import { createScreenerIndex } from '../export/screener-index.ts'
import { smallestUnits } from '../wallet/model/amounts.ts'
import { createPortfolio, type PortfolioInput } from '../wallet/model/portfolio.ts'
import type { ChainFinding } from '../wallet/model/position.ts'
import { type Price, priceKey } from '../wallet/model/price.ts'
import { type ProtocolScores, readProtocolScores } from '../wallet/model/protocol-scores.ts'
import { screen } from '../wallet/model/screening.ts'
import { approvalsOf, type Beside, holdingsOf, readOf } from './sandbox-beside.ts'
import { refusal, requireProtocol, tokenOf } from './sandbox-lookup.ts'

const SOURCE = 'sandbox'
const SECOND_SOURCE = 'sandbox-oracle'

/** Every scan of the sandbox has the same. */
const GAPS = [{ chain: null, protocol: null, text: 'Only the invented protocols exist here.' }]

type Held = SandboxHoldings['findings'][number]

/**
 * The wallet scans of the sandbox, computed by the same code as live ones from invented findings and prices and the scores of
 * the sandbox. An EVM address holds what is on EVM chains, a Solana address what is on Solana. Addresses on the invented
 * sanctions list hold the same, with a warning; some hold nothing, or are read in part. Throws `EXPORT_FAILED` for an unknown
 * protocol, token or spender, for a sanctions list without a date, for an address of two kinds, and for a scan that does not
 * match its schema.
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
  const slugs = new Map(catalogue.entries.map(({ record }) => [record.id, record.slug]))
  const graph = nameGraph(createDependencies(catalogue).graph, slugs)
  const facts = createProtocolFacts(catalogue)
  const world = { holdings, asOf, prices, scores, graph, facts }
  const isOnSolana = ({ chain }: { chain: string }) => chain === 'Solana'
  const coins = holdingsOf(holdings)
  const { timeout, ...solana } = scansOf(world, findings.filter(isOnSolana), {
    holdings: coins.filter(isOnSolana),
  })
  const evm = scansOf(
    world,
    findings.filter((each) => !isOnSolana(each)),
    {
      holdings: coins.filter((each) => !isOnSolana(each)),
      approvals: approvalsOf(holdings, scores),
    },
  )
  const wallets = sandboxWallets.safeParse({
    scans: { evm, solana },
    addresses: addressesOf(holdings, catalogue),
    names: holdings.names,
    resolvesTo: holdings.resolvesTo,
  })
  if (wallets.success) return wallets.data
  const [issue] = wallets.error.issues
  throw refusal(
    `A sandbox wallet does not match its schema at ${issue?.path.join('.')}: ${issue?.message}.`,
  )
}

/** What all scans of the sandbox share. */
interface SandboxWorld extends Pick<PortfolioInput, 'prices' | 'scores' | 'graph'> {
  holdings: SandboxHoldings
  asOf: Day
  facts: ReturnType<typeof createProtocolFacts>
}

/** The scans of a wallet that holds this: as usual, on the sanctions list, empty, in part, and with a chain that is late. */
function scansOf(
  { holdings, asOf, facts, ...shared }: SandboxWorld,
  held: ChainFinding[],
  beside: Beside,
) {
  const scan = (
    findings: ChainFinding[],
    own: Beside,
    coverage: WalletCoverage[],
    isListed = false,
  ) => {
    const sanctions = screen([known(isListed, asOf, SOURCE)])
    const { holdings: coins, approvals: chains } = readOf(own, coverage)
    const approvals = chains && { approvals: { chains, facts } }
    return createPortfolio(
      { ...shared, findings, holdings: coins, coverage, sanctions, ...approvals },
      GAPS,
    )
  }
  const { unread } = holdings
  const failed = held.filter(({ finding }) => unread.partial.includes(finding.protocol))
  const late = held.filter(({ chain }) => chain === unread.timeout)
  const without = (missing: ChainFinding[]) => held.filter((each) => !missing.includes(each))
  const nothing = {
    holdings: [],
    approvals: beside.approvals?.map((on) => ({ ...on, found: [] })),
  }
  return {
    usual: scan(held, beside, coverageOf(held, asOf)),
    listed: scan(held, beside, coverageOf(held, asOf), true),
    empty: scan([], nothing, coverageOf(held, asOf)),
    partial: scan(without(failed), beside, coverageOf(held, asOf, failed, 'partial')),
    timeout: scan(without(late), beside, coverageOf(held, asOf, late, 'timeout')),
  }
}

function scoresOf(catalogue: Catalogue): ProtocolScores {
  const rows = catalogue.entries.map((entry) => [entry.record.id, createSummary(entry)] as const)
  return readProtocolScores(createScreenerIndex(catalogue, new Map(rows)))
}

function createFinding(
  { chain, legs, receipt, perp, account, withdrawal, loan, ...held }: Held,
  holdings: SandboxHoldings,
  scores: ProtocolScores,
): ChainFinding {
  requireProtocol(held.protocol, scores)
  return {
    chain,
    finding: {
      ...held,
      receiptToken: receipt === null ? null : tokenOf(receipt, holdings).address,
      legs: legs.map(({ role, token: symbol, amount, collateral }) => {
        const { address: token, decimals } = tokenOf(symbol, holdings)
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
      ...(account && { account }),
      ...(withdrawal && { withdrawal: withdrawalOf(withdrawal) }),
      ...(loan && { loan }),
    },
  }
}

function withdrawalOf({
  unlocksAt,
  isClaimable,
}: NonNullable<Held['withdrawal']>): NonNullable<ChainFinding['finding']['withdrawal']> {
  return { unlocksAt: unlocksAt === null ? null : Date.parse(unlocksAt) / 1000, isClaimable }
}

/** By `priceKey`: a token has the same price on every chain where some of it is held. */
function pricesOf(
  { tokens, findings, holdings, approvals }: SandboxHoldings,
  asOf: string,
): Map<string, Price> {
  const prices = new Map<string, Price>()
  const named = findings.flatMap(({ chain, legs }) => legs.map(({ token }) => ({ chain, token })))
  for (const { chain, token: symbol } of [...named, ...holdings, ...approvals.given]) {
    const held = tokens[symbol]
    if (!held) continue
    const { address: token, decimals } = held
    prices.set(priceKey({ chain, token, decimals }), priceOf(held, asOf))
  }
  return prices
}

/** The block of every chain of the sandbox. */
const BLOCK_NUMBER = 20_000_000

function priceOf({ usd, confirmed }: SandboxHoldings['tokens'][string], asOf: string): Price {
  if (usd === null) return { known: false, reason: 'not-covered', source: SOURCE }
  return { ...known(usd, asOf, SOURCE), ...(confirmed && { confirmedBy: SECOND_SOURCE }) }
}

/** Every chain and protocol with holdings was read, except those in `unread`. */
function coverageOf(
  findings: readonly ChainFinding[],
  day: string,
  unread: readonly ChainFinding[] = [],
  status: WalletCoverage['status'] = 'ok',
): WalletCoverage[] {
  const block = { number: BLOCK_NUMBER, time: `${day}T00:00:00.000Z` }
  return findings.map((each) => {
    const { chain, finding } = each
    const { protocol: id } = finding
    return unread.includes(each)
      ? { chain, status, block: null, protocols: [{ id, status: 'failed', reason: 'rpc' }] }
      : { chain, status: 'ok', block, protocols: [{ id, status: 'ok' }] }
  })
}

function addressesOf(
  { addresses }: SandboxHoldings,
  { sanctions }: Catalogue,
): SandboxWallets['addresses'] {
  const listed = Object.values(sanctions.byAsset).flat().map(comparable)
  const others = Object.entries(addresses).map(([address, kind]) => ({
    address: comparable(address),
    kind,
  }))
  const both = others.find(({ address }) => listed.includes(address))
  if (both) throw refusal(`${both.address} of the sandbox is both listed and ${both.kind}.`)
  return Object.fromEntries([
    ...listed.map((address) => [address, 'listed'] as const),
    ...others.map(({ address, kind }) => [address, kind] as const),
  ])
}

/** EVM addresses are not case-sensitive, Solana addresses are. */
function comparable(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}
