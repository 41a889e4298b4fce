import type { WalletExit } from '../../contract/wallet-scan.ts'
import { type Cents, toUsd } from './amounts.ts'
import type { Exposure } from './exposure.ts'
import { minute } from './figure-text.ts'
import type { ValuedPosition } from './position.ts'

/** What of a position can be withdrawn, from what its protocol reports of a withdrawal or lock; null when that is not known. */
export function exitOf({
  position,
  supplied,
  borrowed,
  rewards,
}: ValuedPosition): WalletExit | null {
  const { withdrawal, netUsd } = position
  if (!withdrawal || withdrawal.isClaimable === null) return null
  const net = supplied + rewards - borrowed
  const usd = netUsd === null ? null : toUsd(net > 0n ? net : 0n)
  const { isClaimable, unlocksAt } = withdrawal
  if (isClaimable)
    return {
      availableUsd: usd,
      blockedUsd: usd === null ? null : 0,
      unlocksAt: null,
      text: 'It can be withdrawn now.',
    }
  return {
    availableUsd: usd === null ? null : 0,
    blockedUsd: usd,
    unlocksAt,
    text:
      unlocksAt === null
        ? 'It cannot be withdrawn now, and no time is fixed.'
        : `It cannot be withdrawn before ${minute(unlocksAt)}.`,
  }
}

/** The net exposure by whether it can be withdrawn now. */
export function exitsOf({ holdings, net }: Exposure) {
  const sum = (isClaimable: boolean): Cents =>
    holdings
      .filter(({ position }) => position.withdrawal?.isClaimable === isClaimable)
      .reduce((total, each) => total + each.net, 0n)
  const [available, blocked] = [sum(true), sum(false)]
  return {
    availableUsd: toUsd(available),
    blockedUsd: toUsd(blocked),
    unknownUsd: toUsd(net - available - blocked),
  }
}
