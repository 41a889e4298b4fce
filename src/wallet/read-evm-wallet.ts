import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Address } from '../chains/address.ts'
import { batched } from '../chains/evm/batched-fetch.ts'
import { beforeAbort } from '../chains/nodes/before-abort.ts'
import type { Deadlines } from '../chains/nodes/deadlines.ts'
import type { ScanChainKey } from '../chains/scan-chains.ts'
import { toTron } from '../chains/tron-address.ts'
import type { ChainWithNodes } from '../chains/wallet-nodes.ts'
import { type AccountRegistry, readAccounts } from './evm/accounts/account-registry.ts'
import type { ApprovalIndex } from './evm/approvals/approval-index.ts'
import { approvalSides, looksAtApprovals } from './evm/approvals/approval-sides.ts'
import { eventSearch } from './evm/approvals/event-search.ts'
import type { SpenderList } from './evm/approvals/spender-list.ts'
import {
  type ContractList,
  scannedAccounts,
  scannedEntries,
} from './evm/contracts/contract-list.ts'
import { type ContractEntry, readEntry } from './evm/contracts/drivers.ts'
import { readHeld } from './evm/contracts/held-tokens.ts'
import { listedAddresses } from './evm/contracts/listed-addresses.ts'
import { alchemyIndex } from './evm/discovery/alchemy.ts'
import { alchemyNfts } from './evm/discovery/alchemy-nfts.ts'
import { type Discovery, discover } from './evm/discovery/discover.ts'
import type { TokenIndex } from './evm/discovery/token-index.ts'
import { type ChainReading, readChain } from './evm/read-chain.ts'
import { type FoundBefore, withSecondWitness } from './evm/second-witness.ts'
import { type ExchangeDeps, readExchange } from './hyperliquid/read-exchange.ts'
import { type ProtocolCoverage, publishedBlock } from './model/coverage.ts'
import { UNLISTED, withoutCounted } from './model/finding.ts'
import { type ChainHolding, HOLDINGS } from './model/holdings.ts'
import type { ChainFinding } from './model/position.ts'
import type { WalletReading } from './model/wallet-reading.ts'
import { askListedPrices, type OracleDeps } from './prices/oracle-prices.ts'
import { SANCTION_ORACLES } from './sanctions/oracle.ts'

export interface EvmDeps extends OracleDeps, ExchangeDeps {
  /** What lists the tokens of an owner on a chain, null where nothing does; Alchemy where its nodes are asked, unless given. */
  tokenIndex?: (chain: ChainWithNodes) => TokenIndex | null
  /** Who may be given approvals on a chain; approvals are not looked at unless given. */
  spenders?: ((chain: ScanChainKey) => SpenderList) | undefined
  /** What lists the approvals of an owner on a chain, as `tokenIndex`; a search of Alchemy’s events unless given. */
  approvalIndex?: (chain: ChainWithNodes) => ApprovalIndex | null
  /** What earlier scans found; without it an empty answer is not doubted. */
  foundBefore?: FoundBefore
}

/**
 * What an owner holds on every EVM chain that has a contract list, and at the exchange of Hyperliquid; or what an account of Tron
 * holds there. The same 20 bytes are an address of every EVM chain too, but wallets derive another key for Tron, so only Tron is
 * read, and addresses are returned as people write them there. Never rejects.
 */
export async function readEvmWallet(
  wallet: { kind: 'evm'; owner: Address } | { kind: 'tron'; account: Address },
  deps: EvmDeps,
  deadlines: Deadlines,
): Promise<WalletReading> {
  const isTron = wallet.kind === 'tron'
  const account = isTron ? wallet.account : wallet.owner
  const chains = deps.chains.filter(({ addresses }) => (addresses === 'tron') === isTron)
  const readings = await Promise.all([
    ...readChains(chains, account, deps, deadlines),
    ...(isTron ? [] : [readExchange(account, deps, deadlines.step)]),
  ])
  const findings = readings.flatMap((reading) => reading.findings)
  const approvals = readings.flatMap((reading) => reading.approvals ?? [])
  const holdings = readings.flatMap((reading) => reading.holdings)
  return {
    findings: isTron ? findings.map(withTronAddresses) : findings,
    holdings: isTron ? holdings.map(withTronToken) : holdings,
    coverage: readings.flatMap(({ coverage }) => coverage),
    ...(deps.spenders && !isTron && { approvals }),
  }
}

function withTronAddresses({ chain, finding }: ChainFinding): ChainFinding {
  const { receiptToken, legs, account } = finding
  return {
    chain,
    finding: {
      ...finding,
      ...(account && { account: toTron(account) }),
      receiptToken: receiptToken && toTron(receiptToken),
      legs: legs.map((leg) => ({ ...leg, token: toTron(leg.token) })),
    },
  }
}

function withTronToken({ chain, held }: ChainHolding): ChainHolding {
  const token = held.token && toTron(held.token)
  return { chain, held: { ...held, token, pricedAs: toTron(held.pricedAs) } }
}

/**
 * Chains start one after the other, each in a turn of the event loop, so that nodes already work while the calls of the next are made.
 * Those whose sanction oracle is asked start at once, because its call shares their request.
 */
function readChains(
  chains: readonly ChainWithNodes[],
  owner: Address,
  deps: EvmDeps,
  deadlines: Deadlines,
): Promise<WalletReading>[] {
  let turn: Promise<unknown> = Promise.resolve()
  return chains.flatMap((chain) => {
    const list = deps.contracts(chain.key)
    const entries = scannedEntries(list)
    const accounts = scannedAccounts(list)
    if (entries.length === 0) return []
    const read = () => readOneChain({ chain, list, entries, accounts }, owner, deps, deadlines)
    if (SANCTION_ORACLES.some((oracle) => oracle.chain === chain.name)) return [read()]
    turn = turn.then(() => nextTurn())
    return [turn.then(read)]
  })
}

interface KnownChain {
  chain: ChainWithNodes
  list: ContractList
  entries: readonly ContractEntry[]
  accounts: readonly AccountRegistry[]
}

async function readOneChain(
  { chain, list, entries, accounts }: KnownChain,
  owner: Address,
  deps: EvmDeps,
  { step, answer }: Deadlines,
): Promise<WalletReading> {
  // Sent before it is known which tokens need a price, because now it shares a request with the readers' calls.
  void askListedPrices(chain, deps, step)
  const { tokenIndex = ({ urls }) => alchemyIndex(urls, deps.fetch) } = deps
  const index = tokenIndex(chain)
  const approvals = approvalsOf({ chain, list }, owner, deps, step)
  const nfts = alchemyNfts(chain.urls, deps.fetch)
  const discovery = index && discover(index, owner, { listed: listedAddresses(list), signal: step })
  const onFailure = deps.failuresOn?.(chain.name)
  const read = (urls: readonly string[], turn: 'first' | 'second') =>
    readChain(owner, {
      chain,
      urls,
      readers: entries.map((entry) => ({ id: entry.id, read: (each) => readEntry(entry, each) })),
      registries: accounts.map((registry) => ({
        id: registry.id,
        read: (each) => readAccounts(registry, each),
      })),
      held: (each) =>
        readHeld(chain, list, each, turn === 'first' ? approvals?.balanceOf : undefined),
      ...(nfts && { nfts }),
      // Approvals are gathered once.
      ...(approvals && turn === 'first' && { sides: approvals.sides }),
      ...(approvals?.laterSides && turn === 'first' && { laterSides: approvals.laterSides }),
      ...(discovery && { later: discovery.then(({ readers }) => readers) }),
      deadline: step,
      fetch: batched(deps.fetch),
      now: deps.now,
      onFailure,
    })
  const asked = {
    owner,
    chain,
    foundBefore: deps.foundBefore,
    now: deps.now,
    onEmpty: onFailure && ((url: string) => onFailure(url, 'found nothing, another node did')),
  }
  // It ends with its step and returns what it has; if it does not, the answer goes out without this chain.
  const reading = await beforeAbort(withSecondWitness(read, asked), answer).catch(() => null)
  const protocols = protocolsRead({ entries, accounts }, reading, discovery && (await discovery))
  const findings = withoutCounted([...(reading?.findings.values() ?? [])].flat())
  return {
    findings: findings.map((finding) => ({ chain: chain.name, finding })),
    holdings: (reading?.held?.tokens ?? []).map((held) => ({ chain: chain.name, held })),
    coverage: [
      {
        chain: chain.name,
        status: reading?.status ?? (answer.aborted ? 'timeout' : 'unavailable'),
        block: reading?.block ? publishedBlock(reading.block) : null,
        protocols,
      },
    ],
    ...(approvals && { approvals: [approvals.result()] }),
  }
}

/** Null where approvals are not looked at: without lists of spenders, and where no lens runs. */
function approvalsOf(
  { chain, list }: Pick<KnownChain, 'chain' | 'list'>,
  owner: Address,
  { spenders, approvalIndex, fetch }: EvmDeps,
  signal: AbortSignal,
) {
  if (!spenders || !looksAtApprovals(chain)) return null
  const search = approvalIndex ?? (({ urls }: ChainWithNodes) => eventSearch(urls, fetch))
  return approvalSides(
    { chain: chain.name, list, spenders: spenders(chain.key) },
    { owner, index: search(chain), signal },
  )
}

/** How each protocol of a chain was read. */
function protocolsRead(
  { entries, accounts }: Pick<KnownChain, 'entries' | 'accounts'>,
  reading: ChainReading | null,
  discovery: Discovery | null,
): ProtocolCoverage[] {
  const byId = new Map(reading?.protocols.map((each) => [each.id, each]))
  const coverageOf = (from: string): Omit<ProtocolCoverage, 'id'> => {
    const read = byId.get(from)
    return read?.status === 'ok'
      ? { status: 'ok' }
      : { status: 'failed', reason: read?.reason ?? 'rpc' }
  }
  return [
    ...entries.flatMap((entry) =>
      protocolsOf(entry).map((id) => ({ id, ...coverageOf(entry.id) })),
    ),
    ...accounts.map(({ id, protocol }) => ({ id: protocol, ...coverageOf(id) })),
    ...(discovery ? [discoveryCoverage(discovery, coverageOf)] : []),
    ...holdingsCoverage(reading),
  ]
}

/** Named where they alone could not be read: of a chain that was not read, its status says it. */
function holdingsCoverage(reading: ChainReading | null): ProtocolCoverage[] {
  const isSeen = reading?.status === 'ok' || reading?.status === 'partial'
  const result = reading?.held?.result
  if (!isSeen || result?.status !== 'failed') return []
  return [{ id: HOLDINGS, status: 'failed', reason: result.reason }]
}

/** Whether all tokens that no list names were read. */
function discoveryCoverage(
  { readers, isWhole }: Discovery,
  coverageOf: (id: string) => Omit<ProtocolCoverage, 'id'>,
): ProtocolCoverage {
  if (!isWhole) return { id: UNLISTED, status: 'failed', reason: 'provider' }
  return { id: UNLISTED, ...(readers.length > 0 ? coverageOf(UNLISTED) : { status: 'ok' }) }
}

/** The protocols of an entry: its own, and those where its token may be staked. */
function protocolsOf(entry: ContractEntry): string[] {
  const stakes = 'stakes' in entry ? entry.stakes : []
  return [...new Set([entry.protocol, ...stakes.flatMap(({ protocol }) => protocol ?? [])])]
}
