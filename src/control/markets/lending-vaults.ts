import { type Address, ZERO_ADDRESS } from '../../chains/address.ts'
import { BALANCE } from '../../chains/evm/abi.ts'
import { call } from '../../chains/evm/call.ts'
import { hashOf } from '../../chains/evm/viem.ts'
import type { GapReason } from '../../domain/market.ts'
import type { CallResult, ChainCall } from '../chain-reader.ts'
import type { MarketDraft } from './draft.ts'
import { type FactReader, factReader } from './gaps.ts'
import { type Loan, loanMarkets, readLoans, returnedBy } from './morpho-loans.ts'
import {
  askGroups,
  boundedList,
  gapOf,
  type MarketReading,
  MarketUnread,
  type Rounds,
  sideBySide,
  valueIn,
  valueOrThrow,
} from './reading.ts'

const MORPHO = 'function MORPHO() view returns (address)'
const MOOLAH = 'function MOOLAH() view returns (address)'
const QUEUE_LENGTH = 'function withdrawQueueLength() view returns (uint256)'
const QUEUE = 'function withdrawQueue(uint256 index) view returns (bytes32)'
const POSITION =
  'function position(bytes32 id, address user) view returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral)'
const PAUSED = 'function paused() view returns (bool)'
const ASSETS = 'function totalAssets() view returns (uint256)'
const MAX_WITHDRAW = 'function maxWithdraw(address owner) view returns (uint256)'
const ADAPTERS_LENGTH = 'function adaptersLength() view returns (uint256)'
const ADAPTER = 'function adapters(uint256 index) view returns (address)'
const LIQUIDITY_ADAPTER = 'function liquidityAdapter() view returns (address)'
const LIQUIDITY_DATA = 'function liquidityData() view returns (bytes)'
/** Contracts that may refuse a holder's exit; the zero address for none. */
const SHARES_GATE = 'function sendSharesGate() view returns (address)'
const ASSETS_GATE = 'function receiveAssetsGate() view returns (address)'
const INNER_VAULT = 'function morphoVaultV1() view returns (address)'
const ADAPTER_MORPHO = 'function morpho() view returns (address)'
const IDS_LENGTH = 'function marketIdsLength() view returns (uint256)'
const ID = 'function marketIds(uint256 index) view returns (bytes32)'
const SHARES = 'function supplyShares(bytes32 marketId) view returns (uint256)'
const REAL_ASSETS = 'function realAssets() view returns (uint256)'

/** `MAX_QUEUE_LENGTH` of MetaMorpho; the others have no limit of their own. */
const MAX_MARKETS = 30n
const MAX_ADAPTERS = 20n

/**
 * A vault that lends on Morpho. Of a queue of markets: MetaMorpho (Morpho Vault V1), or MoolahVault of Lista, a copy of it over a copy of
 * Morpho that can be paused. Of adapters: Morpho Vault V2.
 */
type Kind =
  | { of: 'markets'; core: Address; isPausable: boolean; length: number }
  | { of: 'adapters'; liquidity: Address; length: number }

/** What a vault or one of its adapters lends, and what of it could be returned now; or why that cannot be read. */
interface Lent {
  returned: bigint | GapReason
  loans: Loan[] | GapReason
}

/** Asks a vault what kind it is. */
export function kindCalls(vault: Address): ChainCall[] {
  return [
    call(vault, MORPHO, []),
    call(vault, MOOLAH, []),
    call(vault, QUEUE_LENGTH, []),
    call(vault, LIQUIDITY_ADAPTER, []),
    call(vault, ADAPTERS_LENGTH, []),
  ]
}

/** The kind; null for any other vault, which reverts. Throws where a node did not answer, since the kind is not known then. */
export function kindOf(results: readonly CallResult[]): Kind | null {
  if (results.some(({ kind }) => kind === 'failed')) throw new MarketUnread('node-failed')
  const [morphoResult, moolahResult, queue, liquidityResult, adapters] = results
  const morpho = valueIn(morphoResult, MORPHO)
  const core = morpho ?? valueIn(moolahResult, MOOLAH)
  const length = valueIn(queue, QUEUE_LENGTH)
  if (core !== null && length !== null)
    return {
      of: 'markets',
      core,
      isPausable: morpho === null,
      length: countOf(length, MAX_MARKETS),
    }
  const liquidity = valueIn(liquidityResult, LIQUIDITY_ADAPTER)
  const count = valueIn(adapters, ADAPTERS_LENGTH)
  if (liquidity === null || count === null) return null
  return { of: 'adapters', liquidity, length: countOf(count, MAX_ADAPTERS) }
}

/**
 * The vault, and where they are wanted the markets on which it lends, of which its own part. It pays in the transaction that withdraws:
 * what its markets could return, or what it holds and what its liquidity adapter could return, as it takes from no other one. Against a
 * penalty anyone may make Morpho Vault V2 take from others too; that does not count here.
 */
export function* lendingVault(
  kind: Kind,
  vault: Omit<MarketDraft, 'gap'>,
  balance: CallResult | undefined,
  withLoans: boolean,
): MarketReading {
  const { address } = vault
  const isQueue = kind.of === 'markets'
  const [stops = [], lists = []] = yield* askGroups(
    isQueue
      ? [
          kind.isPausable ? [call(kind.core, PAUSED, [])] : [],
          listCalls(address, QUEUE, kind.length),
        ]
      : [
          [call(address, SHARES_GATE, []), call(address, ASSETS_GATE, [])],
          [call(address, LIQUIDITY_DATA, []), ...listCalls(address, ADAPTER, kind.length)],
        ],
  )
  const { returned, loans } = isQueue
    ? yield* orGap(lentByQueue(kind.core, address, lists))
    : yield* orGap(lentByAdapters(kind.liquidity, lists))

  const facts = factReader()
  // What a vault of markets holds itself is no part of its assets, and it pays no one with it.
  const held = isQueue ? 0n : facts.read('availableShare', balance, BALANCE)
  if (typeof returned === 'string') facts.lose('availableShare', returned)
  const available = held === null || typeof returned === 'string' ? null : held + returned
  const paused = isQueue ? pauseIn(facts, stops) : gatesIn(facts, stops)
  // No loans are given on what it lends.
  const draft = { ...vault, available, liquidationThreshold: 0, paused, withdrawSeconds: 0 }
  const whole = { ...draft, gap: facts.gap() }
  if (!withLoans) return { drafts: [whole], failed: [] }
  if (typeof loans === 'string')
    return { drafts: [whole], failed: [{ address, name: 'markets', why: loans }] }
  const { drafts, failed } = yield* loanMarkets(loans, vault)
  return { drafts: [whole, ...drafts], failed }
}

/** MetaMorpho has no pause. */
function pauseIn(facts: FactReader, [pause]: readonly CallResult[]): boolean | null {
  return pause === undefined ? false : facts.read('paused', pause, PAUSED)
}

/** A gate decides for each holder; null where there is one. */
function gatesIn(facts: FactReader, [shares, assets]: readonly CallResult[]): false | null {
  const gates = [
    facts.read('paused', shares, SHARES_GATE),
    facts.read('paused', assets, ASSETS_GATE),
  ]
  return gates.every((gate) => gate === ZERO_ADDRESS) ? false : null
}

function* lentByQueue(core: Address, vault: Address, queue: readonly CallResult[]): Rounds<Lent> {
  const loans = yield* readLoans(core, vault, listIn(queue, QUEUE), {
    ask: (id) => call(core, POSITION, [id, vault]),
    sharesIn: (result) => valueOrThrow(result, POSITION)[0],
  })
  return { returned: loans.reduce((sum, loan) => sum + returnedBy(loan), 0n), loans }
}

function* lentByAdapters(liquidity: Address, [data, ...list]: readonly CallResult[]): Rounds<Lent> {
  const adapters = listIn(list, ADAPTER)
  const all = yield* sideBySide(adapters.map((adapter) => orGap(lentByAdapter(adapter, data))))
  const unread = all.flatMap(({ loans }) => (typeof loans === 'string' ? [loans] : []))
  return {
    // Without a liquidity adapter, or with one that is no adapter of the vault, it pays with what it holds alone.
    returned: all[adapters.indexOf(liquidity)]?.returned ?? 0n,
    loans: unread[0] ?? all.flatMap(({ loans }) => (typeof loans === 'string' ? [] : loans)),
  }
}

/** An adapter of Morpho Vault V2: around a vault of MetaMorpho, or around Morpho, where it takes from one market only. */
function* lentByAdapter(adapter: Address, data: CallResult | undefined): Rounds<Lent> {
  const [vaultResult, coreResult, lengthResult, assetsResult] = yield [
    call(adapter, INNER_VAULT, []),
    call(adapter, ADAPTER_MORPHO, []),
    call(adapter, IDS_LENGTH, []),
    call(adapter, REAL_ASSETS, []),
  ]
  const inner = valueIn(vaultResult, INNER_VAULT)
  if (inner !== null)
    return yield* lentThrough(inner, adapter, valueOrThrow(assetsResult, REAL_ASSETS))
  if (vaultResult?.kind === 'failed') throw new MarketUnread('node-failed')
  const core = valueOrThrow(coreResult, ADAPTER_MORPHO)
  const length = countOf(valueOrThrow(lengthResult, IDS_LENGTH), MAX_MARKETS)
  const ids = listIn(yield* ask(listCalls(adapter, ID, length)), ID)
  const loans = yield* readLoans(core, adapter, ids, {
    ask: (id) => call(adapter, SHARES, [id]),
    sharesIn: (result) => valueOrThrow(result, SHARES),
  })
  const params = valueIn(data, LIQUIDITY_DATA)
  if (params === null) return { returned: gapOf(data), loans }
  // The data is the parameters of a market, of which its id is the hash.
  const market = loans.find(({ id }) => id === hashOf(params))
  return { returned: market ? returnedBy(market) : 0n, loans }
}

/** What an adapter has in a vault of MetaMorpho, of which it is a holder like any other. */
function* lentThrough(inner: Address, adapter: Address, assets: bigint): Rounds<Lent> {
  const [most, coreResult, lengthResult, totalResult] = yield [
    call(inner, MAX_WITHDRAW, [adapter]),
    call(inner, MORPHO, []),
    call(inner, QUEUE_LENGTH, []),
    call(inner, ASSETS, []),
  ]
  const returned = valueIn(most, MAX_WITHDRAW) ?? gapOf(most)
  const { loans } = yield* orGap(
    (function* () {
      const length = countOf(valueOrThrow(lengthResult, QUEUE_LENGTH), MAX_MARKETS)
      const queue = yield* ask(listCalls(inner, QUEUE, length))
      return yield* lentByQueue(valueOrThrow(coreResult, MORPHO), inner, queue)
    })(),
  )
  if (typeof loans === 'string') return { returned, loans }
  const total = valueIn(totalResult, ASSETS)
  if (total === null) return { returned, loans: gapOf(totalResult) }
  // Without assets it lends nothing.
  const part = (own: bigint) => (total === 0n ? 0n : (own * assets) / total)
  return { returned, loans: loans.map((loan) => ({ ...loan, own: part(loan.own) })) }
}

/** What it returns, or why something that it needs cannot be read. */
function* orGap(reading: Rounds<Lent>): Rounds<Lent> {
  try {
    return yield* reading
  } catch (error) {
    if (!(error instanceof MarketUnread)) throw error
    return { returned: error.why, loans: error.why }
  }
}

function* ask(calls: ChainCall[]): Rounds<CallResult[]> {
  return (yield* askGroups([calls]))[0] ?? []
}

function listCalls(
  of: Address,
  item: typeof QUEUE | typeof ADAPTER | typeof ID,
  length: number,
): ChainCall[] {
  return Array.from({ length }, (_, index) => call(of, item, [BigInt(index)]))
}

function listIn<const Signature extends typeof QUEUE | typeof ADAPTER | typeof ID>(
  results: readonly CallResult[],
  item: Signature,
) {
  return boundedList(
    results.map((result) => valueOrThrow(result, item)),
    results.length,
  )
}

/** A length that a list can have. */
function countOf(length: bigint, most: bigint): number {
  if (length > most) throw new MarketUnread('implausible')
  return Number(length)
}
