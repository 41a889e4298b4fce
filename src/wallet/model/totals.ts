import type {
  WalletChainTotals,
  WalletProtocolTotals,
  WalletTotals,
} from '../../contract/wallet-scan.ts'
import { toUsd } from './amounts.ts'
import type { Holdings } from './holdings.ts'
import type { ValuedPosition } from './position.ts'

/** The sums of all positions, of each chain and of each protocol, and with what is in the wallet itself. Pure. */
export function createTotals(
  valued: readonly ValuedPosition[],
  held: Holdings,
  complete: boolean,
): WalletTotals {
  const { net, ...sums } = sumsOf(valued)
  return {
    ...sums,
    complete,
    byChain: totalsByChain(valued),
    byProtocol: totalsByProtocol(valued),
    holdingsUsd: held.sum === null ? null : toUsd(held.sum),
    netWorthUsd: net === null || held.sum === null ? null : toUsd(net + held.sum),
    smallHoldings: held.small,
    counts: countsOf(held),
  }
}

function countsOf({ unpriced }: Holdings): string {
  const without =
    unpriced === 0
      ? ''
      : ` ${unpriced} of them ${unpriced === 1 ? 'has no price and counts' : 'have no price and count'} as nothing.`
  return `\`netUsd\` is the value of the positions: supplied less borrowed, and claimable rewards. \`netWorthUsd\` adds native coins, and tokens of the contract lists that are in the wallet itself.${without} Not counted: tokens on no list, NFTs outside positions, whatever has no price or was not read, and what \`knownGaps\` names.`
}

/** The sums of each chain, largest value first. */
function totalsByChain(valued: readonly ValuedPosition[]): WalletChainTotals[] {
  const byChain = Map.groupBy(valued, ({ position }) => position.chain)
  const rows = [...byChain].map(([chain, parts]) => ({ chain, ...publishedSums(parts) }))
  return largestFirst(rows, ({ chain }) => chain)
}

/** The sums of each protocol, largest value first. */
function totalsByProtocol(valued: readonly ValuedPosition[]): WalletProtocolTotals[] {
  const byProtocol = Map.groupBy(valued, ({ position }) => position.protocolSlug)
  const rows = [...byProtocol].map(([protocolSlug, parts]) => ({
    protocol: parts[0]?.position.protocol ?? protocolSlug,
    protocolSlug,
    ...publishedSums(parts),
  }))
  return largestFirst(rows, ({ protocolSlug }) => protocolSlug)
}

function largestFirst<Row extends { suppliedUsd: number; rewardsUsd: number }>(
  rows: Row[],
  nameOf: (row: Row) => string,
): Row[] {
  return rows.sort(
    (a, b) =>
      b.suppliedUsd + b.rewardsUsd - (a.suppliedUsd + a.rewardsUsd) ||
      (nameOf(a) < nameOf(b) ? -1 : 1),
  )
}

function publishedSums(valued: readonly ValuedPosition[]) {
  const { net: _net, ...sums } = sumsOf(valued)
  return sums
}

function sumsOf(valued: readonly ValuedPosition[]) {
  const sum = (of: (each: ValuedPosition) => bigint) =>
    valued.reduce((total, each) => total + of(each), 0n)
  const supplied = sum((each) => each.supplied)
  const borrowed = sum((each) => each.borrowed)
  const rewards = sum((each) => each.rewards)
  const isDebtKnown = valued.every(({ position }) => position.borrowedUsd !== null)
  const net = isDebtKnown ? supplied - borrowed + rewards : null
  return {
    net,
    suppliedUsd: toUsd(supplied),
    borrowedUsd: toUsd(borrowed),
    rewardsUsd: toUsd(rewards),
    netUsd: net === null ? null : toUsd(net),
  }
}
