import type { WalletCoverage } from '../../contract/wallet-scan.ts'
import { UNLISTED } from './finding.ts'
import type { ProtocolScores } from './protocol-scores.ts'

export type ProtocolCoverage = WalletCoverage['protocols'][number]
type Status = WalletCoverage['status']

/** Reported in this order: a node that is behind is at least reachable. */
const WORST_STATUS_FIRST = ['stale', 'timeout'] as const

/** Unreachable comes before readable but invalid. */
const GRAVEST_FIRST = ['rpc', 'provider', 'contract', 'price'] as const

/** A block as it is published: its number, and the time that the chain gives it. `time` in seconds since 1970. */
export function publishedBlock(block: {
  number: bigint | number
  time: number
}): NonNullable<WalletCoverage['block']> {
  return { number: Number(block.number), time: new Date(block.time * 1000).toISOString() }
}

/**
 * One row for each chain and protocol, in the order of their names. A protocol with several entries or slugs has failed when one
 * of them has. A chain that was read in two ways is `ok` only when both are and every protocol was read; a protocol that was read but
 * not priced leaves it `ok`. Pure.
 */
export function mergeCoverage(
  rows: readonly WalletCoverage[],
  scores: ProtocolScores,
): WalletCoverage[] {
  return inOrder(Map.groupBy(rows, ({ chain }) => chain)).map(([chain, parts]) => {
    const protocols = foldProtocols(
      parts.flatMap((part) => part.protocols),
      scores,
    )
    const status = foldStatus(parts.map((part) => part.status))
    const block = parts.find((part) => part.block !== null)?.block ?? null
    const isUnread = !protocols.every((each) => isRead(each) || each.reason === 'price')
    return { chain, status: status === 'ok' && isUnread ? 'partial' : status, block, protocols }
  })
}

/** False when a protocol failed. What no list names is in no sum and has as many tokens as strangers send, so nothing depends on it. */
export function isRead({ id, status }: ProtocolCoverage): boolean {
  return status === 'ok' || id === UNLISTED
}

/** True when no chain could be read. */
export function everyChainFailed(coverage: readonly WalletCoverage[]): boolean {
  return coverage.every(({ status }) => !isSeen(status))
}

function isSeen(status: Status): boolean {
  return status === 'ok' || status === 'partial'
}

function foldStatus(statuses: readonly Status[]): Status {
  if (statuses.every((status) => status === 'ok')) return 'ok'
  if (statuses.some(isSeen)) return 'partial'
  return WORST_STATUS_FIRST.find((each) => statuses.includes(each)) ?? 'unavailable'
}

function foldProtocols(
  rows: readonly ProtocolCoverage[],
  scores: ProtocolScores,
): ProtocolCoverage[] {
  const bySlug = Map.groupBy(rows, ({ id }) => scores.get(id)?.slug ?? id)
  return inOrder(bySlug).map(([id, parts]): ProtocolCoverage => {
    const failed = parts.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return { id, status: 'ok' }
    const reason = GRAVEST_FIRST.find((each) => failed.some((part) => part.reason === each))
    return { id, status: 'failed', ...(reason && { reason }) }
  })
}

function inOrder<T>(groups: ReadonlyMap<string, T>): [string, T][] {
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}
