import { isAddress } from '../chains/address.ts'
import {
  type SandboxHoldings,
  type SandboxWallets,
  sandboxWallets,
} from '../contract/sandbox-wallet.ts'
import type { WalletCoverage } from '../contract/wallet-scan.ts'
import { nameGraph } from '../dependencies/named-graph.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { PlimsollError } from '../domain/errors.ts'
import { known } from '../domain/reading.ts'
import { createDependencies } from '../export/dependencies.ts'
import { createProtocolFacts } from '../export/protocol-facts.ts'
import { createSummary } from '../export/protocol-list.ts'
import { createScreenerIndex } from '../export/screener-index.ts'
import { smallestUnits } from '../wallet/model/amounts.ts'
import {
  type ApprovalsOn,
  type FoundApproval,
  PERMIT2_SPENDER,
  type Spender,
} from '../wallet/model/approval.ts'
import type { ChainHolding } from '../wallet/model/holdings.ts'
import { createPortfolio } from '../wallet/model/portfolio.ts'
import type { ChainFinding } from '../wallet/model/position.ts'
import { type Price, priceKey } from '../wallet/model/price.ts'
import { type ProtocolScores, readProtocolScores } from '../wallet/model/protocol-scores.ts'
import { screen } from '../wallet/model/screening.ts'

const SOURCE = 'sandbox'
const SECOND_SOURCE = 'sandbox-oracle'

/** Every scan of the sandbox has the same. */
const GAPS = [{ chain: null, protocol: null, text: 'Only the invented protocols exist here.' }]

type Held = SandboxHoldings['findings'][number]
type Given = SandboxHoldings['approvals']['given'][number]

/** What one kind of wallet holds beside its positions. */
interface Beside {
  holdings: ChainHolding[]
  /** Left out where none are looked at. */
  approvals?: ApprovalsOn[] | undefined
}

/**
 * The wallet scans of the sandbox, computed by the same code as live ones from invented findings and prices and the scores of
 * the sandbox. An EVM address holds what is on EVM chains, a Solana address what is on Solana. Addresses on the invented
 * sanctions list hold the same, with a warning; some hold nothing, or are read in part: of a chain that was not read nothing is known. Throws `EXPORT_FAILED` for an unknown
 * protocol or token, for a sanctions list without a date, for an address of two kinds, and for a scan that does not match its
 * schema.
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
  const scansOf = (held: ChainFinding[], beside: Beside) => {
    const scan = (
      read: ChainFinding[],
      own: Beside,
      coverage: WalletCoverage[],
      isListed = false,
    ) => {
      const sanctions = screen([known(isListed, asOf, SOURCE)])
      const { holdings, approvals: chains } = readOf(own, coverage)
      return createPortfolio({
        findings: read,
        holdings,
        prices,
        scores,
        coverage,
        sanctions,
        graph,
        ...(chains && { approvals: { chains, facts } }),
        knownGaps: GAPS,
      })
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
  const isOnSolana = ({ chain }: { chain: string }) => chain === 'Solana'
  const coins = holdings.holdings.map((each) => createHolding(each, holdings))
  const { timeout, ...solana } = scansOf(findings.filter(isOnSolana), {
    holdings: coins.filter(isOnSolana),
  })
  const evm = scansOf(
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

function refusal(message: string): PlimsollError {
  return new PlimsollError('EXPORT_FAILED', message)
}

function scoresOf(catalogue: Catalogue): ProtocolScores {
  const rows = catalogue.entries.map((entry) => [entry.record.id, createSummary(entry)] as const)
  return readProtocolScores(createScreenerIndex(catalogue, new Map(rows)))
}

function requireProtocol(protocol: string, scores: ProtocolScores): void {
  if (scores.has(protocol)) return
  throw refusal(`The sandbox wallet holds ${protocol}, which is not a protocol of the sandbox.`)
}

function tokenOf(symbol: string, { tokens }: SandboxHoldings) {
  const token = tokens[symbol]
  if (token) return token
  throw refusal(`The sandbox wallet holds ${symbol}, which is not a token of the sandbox.`)
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

function createHolding(
  { chain, token: wrapped, coin, amount }: SandboxHoldings['holdings'][number],
  holdings: SandboxHoldings,
): ChainHolding {
  const { address, decimals } = tokenOf(wrapped, holdings)
  return {
    chain,
    held: {
      token: coin === undefined ? address : null,
      symbol: coin ?? wrapped,
      decimals,
      amount: smallestUnits(amount, decimals),
      pricedAs: address,
    },
  }
}

/** Every EVM token of the sandbox is looked at for every spender. */
function approvalsOf(holdings: SandboxHoldings, scores: ProtocolScores): ApprovalsOn[] {
  const { chains, spenders, given } = holdings.approvals
  const tokens = Object.values(holdings.tokens).filter(({ address }) => isAddress(address))
  const strange = given.find(({ chain }) => !chains.includes(chain))
  if (strange) throw refusal(`The sandbox looks at no approvals on ${strange.chain}.`)
  return chains.map((chain) => ({
    chain,
    status: 'ok',
    search: 'none',
    tokens: tokens.length,
    spenders: Object.keys(spenders).length + 1,
    found: given
      .filter((each) => each.chain === chain)
      .map((each) => createApproval(each, holdings, scores)),
  }))
}

function createApproval(
  { kind, chain, token: symbol, spender, allowance, expiresAt }: Given,
  holdings: SandboxHoldings,
  scores: ProtocolScores,
): FoundApproval {
  const { address: token, decimals } = tokenOf(symbol, holdings)
  if (!isAddress(token)) throw refusal(`${symbol} of the sandbox is no token of an EVM chain.`)
  const known = spenderOf(spender, holdings)
  if (known.protocol !== null) requireProtocol(known.protocol, scores)
  const held = holdings.holdings.filter(
    (each) => each.chain === chain && each.token === symbol && each.coin === undefined,
  )
  return {
    kind,
    token,
    about: { address: token, symbol, decimals },
    protocol: null,
    spender: known.address,
    known,
    allowance: allowance === null ? ANY_AMOUNT : smallestUnits(allowance, decimals),
    balance: held.reduce((sum, { amount }) => sum + smallestUnits(amount, decimals), 0n),
    expiresAt: expiresAt === null ? null : Date.parse(expiresAt) / 1000,
  }
}

/** What a contract keeps of an allowance without a limit. */
const ANY_AMOUNT = 2n ** 256n - 1n

function spenderOf(name: string, { approvals }: SandboxHoldings): Spender {
  if (name === PERMIT2_SPENDER.name) return PERMIT2_SPENDER
  const spender = approvals.spenders[name]
  if (spender) return { name, ...spender, loss: null }
  throw refusal(
    `The sandbox wallet has an approval for ${name}, which is no spender of the sandbox.`,
  )
}

/** Without what is on chains of which nothing was read. */
function readOf({ holdings, approvals }: Beside, coverage: readonly WalletCoverage[]): Beside {
  const read = new Set(coverage.flatMap(({ chain, status }) => (status === 'ok' ? [chain] : [])))
  return {
    holdings: holdings.filter(({ chain }) => read.has(chain)),
    approvals: approvals?.map((on) =>
      read.has(on.chain) ? on : { ...on, status: 'failed', tokens: 0, spenders: 0, found: [] },
    ),
  }
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
