import words from '../../content/wallet-words.json' with { type: 'json' }
import type {
  WalletChainTotals,
  WalletCoverage,
  WalletScanResult,
} from '../../contract/wallet-scan.ts'
import { count, counted } from '../../domain/format.ts'
import { day, instant } from '../../site/figures.ts'
import { dollars } from './figures.ts'
import { isRead, isSandbox } from './scan.ts'
import { isolated, listed } from './words.ts'

/** `found`, `empty`: read. `part`: some of it was not. `silent`: nothing was. `unasked`: not a chain of this address. */
export type ChainState = 'found' | 'empty' | 'part' | 'silent' | 'unasked'

/** A row of the table of chains. */
export interface ChainRow {
  chain: string
  state: ChainState
  /** In words. */
  result: string
  /** How many protocols were looked at, and which could not be read or valued. */
  looked: string
  block: string
  blockTime: string
}

const SILENT: Record<string, string> = words.silent
const WHY_FAILED: Record<string, string> = words.whyFailed

/** Every chain of the answer, then every other chain that a scan can read, as not asked. */
export function chainRows(scan: WalletScanResult, chains: readonly string[]): ChainRow[] {
  const named = new Set(scan.coverage.map(({ chain }) => chain))
  // The sandbox has few chains of its own: the others do not exist there.
  const others = isSandbox(scan) ? [] : chains.filter((chain) => !named.has(chain))
  return [...scan.coverage.map((row) => rowOf(row, scan)), ...unasked(others)]
}

/** Names of the chains that gave nothing. */
export function silentChains({ coverage }: WalletScanResult): string[] {
  return coverage.filter((row) => !isRead(row)).map(({ chain }) => chain)
}

/** Names of the chains of which a part was not read. */
export function partlyRead({ coverage }: WalletScanResult): string[] {
  return coverage.filter(({ status }) => status === 'partial').map(({ chain }) => chain)
}

function rowOf(
  row: WalletCoverage,
  { positions, holdings = [], totals }: WalletScanResult,
): ChainRow {
  const { chain, status, block, protocols } = row
  const found = new Set(
    positions.filter((each) => each.chain === chain).map((each) => each.protocolSlug),
  ).size
  const sums = totals.byChain.find((each) => each.chain === chain)
  const coins = holdings.filter((each) => each.chain === chain).length
  const ofCoins = coins > 0 ? [`${counted(coins, 'token')} in the wallet itself`] : []
  const ofProtocols =
    found > 0 ? [`${counted(found, 'protocol')}${sums ? formatTotals(sums) : ''}`] : []
  const words = [...ofProtocols, ...ofCoins].join('; ')
  const base = {
    chain,
    looked: lookedAt(row),
    block: block ? count(block.number) : '–',
    blockTime: block ? instant(block.time) : '–',
  }
  if (status === 'ok')
    return { ...base, state: words ? 'found' : 'empty', result: words || 'Nothing found' }
  if (status === 'partial') {
    const failed = protocols.filter(
      (each) => each.status !== 'ok' && each.reason !== 'price',
    ).length
    const which = failed > 0 ? `${counted(failed, 'protocol')} not read` : 'read at two blocks'
    return {
      ...base,
      state: 'part',
      result: `${words || 'Nothing found in what was read'}; ${which}`,
    }
  }
  return { ...base, state: 'silent', result: SILENT[status] ?? 'The answer does not say' }
}

/** The known values on a chain, as the end of a sentence. */
function formatTotals({ suppliedUsd, borrowedUsd, netUsd }: WalletChainTotals): string {
  const owed = borrowedUsd > 0 ? `, ${dollars(borrowedUsd)} of debts` : ''
  const net = owed === '' || netUsd === null ? '' : `, ${dollars(netUsd)} net`
  return `: ${dollars(suppliedUsd)} in assets${owed}${net}`
}

function lookedAt(row: WalletCoverage): string {
  const { protocols, looked = protocols.length } = row
  if (!isRead(row)) return `Nothing read. ${counted(looked, 'protocol')} not seen.`
  const failed = protocols.filter(({ status }) => status !== 'ok')
  const all = counted(looked, 'protocol')
  if (failed.length === 0) return looked === 1 ? 'Its only protocol.' : `All of ${all}.`
  const reasons = Map.groupBy(failed, ({ reason }) => reason ?? 'unknown')
  const parts = [...reasons].map(
    ([reason, ids]) =>
      `${listed(ids.map(({ id }) => (id === 'holdings' ? 'coins and tokens' : isolated(id))))}: ${WHY_FAILED[reason] ?? 'reason unknown'}.`,
  )
  return `${all}. ${parts.join(' ')}`
}

/** More chains than this that were not asked share a row. */
const MAX_UNASKED_ROWS = 2

function unasked(chains: readonly string[]): ChainRow[] {
  const row = (chain: string, looked: string): ChainRow => ({
    chain,
    state: 'unasked',
    result: 'Not asked about this address',
    looked,
    block: '–',
    blockTime: '–',
  })
  return chains.length > MAX_UNASKED_ROWS
    ? [row(`${chains.length} other chains`, `${listed(chains)}.`)]
    : chains.map((chain) => row(chain, '–'))
}

/** When the chains were read: the times of the oldest and newest block used. Null when no block is known. */
export function blockTimes({ coverage }: WalletScanResult): string | null {
  const times = coverage
    .filter(isRead)
    .flatMap(({ block }) => block?.time ?? [])
    .sort()
  const [first] = times
  const last = times.at(-1)
  if (!first || !last) return null
  if (instant(first) === instant(last)) return instant(first)
  return day(first) === day(last)
    ? `${day(first)}, ${first.slice(11, 16)} to ${last.slice(11, 16)} UTC`
    : `${instant(first)} to ${instant(last)}`
}
