import type { Finding } from '../model/finding.ts'
import { type HeldToken, HOLDINGS } from '../model/holdings.ts'
import type { RawAccount } from './accounts.ts'
import { classifySolana, type SolanaKind } from './classify.ts'
import type { SolanaBlock } from './clock.ts'
import {
  lendFinding,
  lstFinding,
  STAKE_PROTOCOLS,
  stakeFinding,
  withoutDuplicates,
} from './findings.ts'
import { attempt, type ReadOutcome, reasonOf, type SolanaReason, valueIn } from './outcome.ts'
import { preferProvider } from './prefer-provider.ts'
import { SOL, TOKEN_2022_PROGRAM, TOKEN_PROGRAM, USDC } from './program-ids.ts'
import { type PositionReader, readPrograms } from './program-reader.ts'
import { type ProviderReading, readProvider, type SolanaPositionProvider } from './provider.ts'
import { jupiterLendRate, RATE_SLICE, type ShareRate, stakeRate } from './rates.ts'
import { readStakes } from './stake-account.ts'
import { tokenBalances } from './token-account.ts'
import type { Lend, Lst, SolanaTokenList } from './token-list.ts'
import type { SolanaChain } from './web3.ts'

/** Whether a protocol could be read. */
export type SolanaCoverage =
  | { id: string; status: 'ok' }
  | { id: string; status: 'failed'; reason: SolanaReason }

export interface SolanaScan {
  /** `ok` only when everything was read, at a known time; `stale`, `timeout` and `unavailable` when nothing was. */
  status: 'ok' | 'partial' | 'stale' | 'timeout' | 'unavailable'
  /** The newest block known, on a stale chain too; null when no node returned one. */
  block: SolanaBlock | null
  findings: Finding[]
  /** SOL and tokens outside positions. */
  held: HeldToken[]
  /** The kind of account at the address; `wallet` when it could not be read. */
  kind: SolanaKind
  protocols: SolanaCoverage[]
}

export interface SolanaScanOptions {
  chain: Omit<SolanaChain, 'connection' | 'requests'>
  tokenList: SolanaTokenList
  providers: readonly SolanaPositionProvider[]
  programs: readonly PositionReader[]
  /** Ends the requests to providers; the chain has a deadline of its own. */
  signal: AbortSignal
}

/**
 * What a wallet holds on Solana, in two rounds: the second reads the rates of the tokens that the first one found. This takes two
 * requests for an empty wallet, else three, and those of the programs' readers. Never throws.
 */
export async function scanSolana(owner: string, options: SolanaScanOptions): Promise<SolanaScan> {
  const { chain, tokenList } = options
  const entries = [...tokenList.lsts, ...tokenList.lends]
  const plain = plainTokens(tokenList)
  const mints = [...entries, ...plain].map(({ mint }) => mint)
  const accounts = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((program) =>
    chain.tokenAccounts(owner, program),
  )
  const tokenReads = Promise.all(
    accounts.map((each) => attempt(async () => tokenBalances(await each, owner, mints))),
  )
  let everyToken: Promise<ReadonlyMap<string, bigint>> | undefined
  /** Made once, for the readers that ask: to name the mints of a wallet full of spam takes a tenth of a second. */
  const tokensHeld = () => {
    everyToken ??= Promise.all(accounts).then((all) => tokenBalances(all.flat(), owner))
    return everyToken
  }
  const providerReads = Promise.all(
    options.providers.map((provider) => readProvider(provider, owner, options.signal)),
  )
  const [block, account, tokens, held, stakes, readings] = await Promise.all([
    attempt(() => chain.block()),
    attempt(async () => (await chain.accounts([owner]))[0] ?? null),
    tokenReads,
    // The search for stake accounts may take until the deadline, and the rates must not wait for it.
    tokenReads.then((reads) => valued(entries, merge(...reads.map(valueIn)), chain)),
    attempt(() => readStakes(chain, owner)),
    readPrograms(options.programs, { ...chain, owner, tokens: tokensHeld }),
  ])
  const answers = await providerReads
  const { programs, providers } = preferProvider({ programs: readings, providers: answers })
  const reads = [block, account, ...tokens, stakes]
  const sawNode = reads.some(({ ok }) => ok)
  const tokenFailure = reasonOf(tokens.find((read) => !read.ok))
  const balances = merge(...tokens.map(valueIn))
  const heldFailure = tokenFailure ?? reasonOf(account)
  const protocols = coverageOf([
    ...entries.map(({ protocol }) => [protocol, tokenFailure] as const),
    ...held.map(({ finding, failure }) => [finding.protocol, failure] as const),
    ...(heldFailure && sawNode ? [[HOLDINGS, heldFailure] as const] : []),
    ...STAKE_PROTOCOLS.map((id) => [id, reasonOf(stakes)] as const),
    ...programs.flatMap((each) => each.protocols.map((id) => [id, each.failure] as const)),
    ...providers.flatMap(platformsOf),
  ])
  const fromProviders = providers.flatMap(({ findings }) => findings)
  const onChain = [
    ...held.map(({ finding }) => finding),
    ...(valueIn(stakes) ?? []).map(stakeFinding),
    ...programs.flatMap(({ findings }) => findings),
  ]
  const sawProvider = answers.some(({ answered }) => answered)
  return {
    status: statusOf(reads, protocols, sawProvider),
    findings: [...withoutDuplicates(onChain, fromProviders), ...fromProviders],
    held: heldTokens(plain, balances, valueIn(account) ?? null),
    block: valueIn(block) ?? chain.lastSeen(),
    kind: classifySolana(valueIn(account) ?? null),
    protocols,
  }
}

function platformsOf({
  platforms,
  failed,
}: ProviderReading): (readonly [string, SolanaReason | null])[] {
  return platforms.map((id) => [id, failed.includes(id) ? 'provider' : null])
}

/** SOL and the tokens that deposits are made of. */
function plainTokens({ lends }: SolanaTokenList): readonly Lend['underlying'][] {
  const tokens = [SOL, USDC, ...lends.map(({ underlying }) => underlying)]
  return [...new Map(tokens.map((token) => [token.mint, token])).values()]
}

function heldTokens(
  plain: ReturnType<typeof plainTokens>,
  balances: ReadonlyMap<string, bigint>,
  account: RawAccount | null,
): HeldToken[] {
  const { symbol, decimals, mint } = SOL
  const lamports = account?.lamports ?? 0n
  return [
    ...(lamports > 0n ? [{ token: null, symbol, decimals, amount: lamports, pricedAs: mint }] : []),
    ...plain.flatMap(({ mint, symbol, decimals }) => {
      const amount = balances.get(mint)
      return amount ? [{ token: mint, symbol, decimals, amount, pricedAs: mint }] : []
    }),
  ]
}

/** The held tokens, converted at their rates. A token whose rate cannot be read is reported as itself. */
async function valued(
  entries: readonly (Lst | Lend)[],
  balances: ReadonlyMap<string, bigint>,
  chain: Pick<SolanaChain, 'accounts'>,
): Promise<{ finding: Finding; failure: SolanaReason | null }[]> {
  const held = entries.filter(({ mint }) => balances.has(mint))
  const sources = held.flatMap((entry) => {
    const source = sourceOf(entry)
    return source === null ? [] : [source, entry.mint]
  })
  const read = await attempt(async () =>
    sources.length > 0 ? chain.accounts(sources, RATE_SLICE) : [],
  )
  const accounts = new Map<string, RawAccount>()
  for (const account of valueIn(read) ?? []) if (account) accounts.set(account.address, account)

  return held.map((entry) => {
    const amount = balances.get(entry.mint) ?? 0n
    const make = (rate: ShareRate | null) =>
      'market' in entry ? lendFinding(entry, amount, rate) : lstFinding(entry, amount, rate)
    const source = sourceOf(entry)
    if (source === null) return { finding: make(null), failure: null }
    if (!read.ok) return { finding: make(null), failure: read.reason }
    try {
      return { finding: make(rateOf(entry, accounts)), failure: null }
    } catch {
      return { finding: make(null), failure: 'contract' }
    }
  })
}

function sourceOf(entry: Lst | Lend): string | null {
  return 'market' in entry ? entry.market : entry.pool
}

function rateOf(entry: Lst | Lend, accounts: ReadonlyMap<string, RawAccount>): ShareRate {
  const { mint } = entry
  const accountAt = (address: string | null) => accounts.get(address ?? '') ?? null
  const source = accountAt(sourceOf(entry))
  return 'market' in entry
    ? jupiterLendRate(source, { mint, underlying: entry.underlying.mint })
    : stakeRate({ mint, mintAccount: accountAt(mint), pool: source })
}

function merge(...maps: (ReadonlyMap<string, bigint> | undefined)[]): Map<string, bigint> {
  const sum = new Map<string, bigint>()
  for (const map of maps) {
    for (const [mint, amount] of map ?? []) sum.set(mint, (sum.get(mint) ?? 0n) + amount)
  }
  return sum
}

/** How each protocol was read: one of which any part failed has failed, for the first reason. */
function coverageOf(
  parts: readonly (readonly [id: string, reason: SolanaReason | null])[],
): SolanaCoverage[] {
  const coverage = new Map<string, SolanaCoverage>()
  for (const [id, reason] of parts) {
    if (coverage.get(id)?.status === 'failed') continue
    coverage.set(id, reason === null ? { id, status: 'ok' } : { id, status: 'failed', reason })
  }
  return [...coverage.values()]
}

function statusOf(
  reads: readonly ReadOutcome<unknown>[],
  protocols: readonly SolanaCoverage[],
  sawProvider: boolean,
): SolanaScan['status'] {
  const failures = reads.filter((read) => !read.ok)
  if (failures.length === reads.length && !sawProvider) {
    if (failures.some(({ kind }) => kind === 'rpc-stale')) return 'stale'
    return failures.every(({ kind }) => kind === 'rpc-timeout') ? 'timeout' : 'unavailable'
  }
  const isWhole = failures.length === 0 && protocols.every(({ status }) => status === 'ok')
  return isWhole ? 'ok' : 'partial'
}
