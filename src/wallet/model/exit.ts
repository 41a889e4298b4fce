import type { WalletExit } from '../../contract/wallet-scan.ts'
import { usd as dollars } from '../../domain/format.ts'
import { type Cents, toUsd } from './amounts.ts'
import type { Exposure } from './exposure.ts'
import { minute, percent } from './figure-text.ts'
import type { ValuedPosition } from './position.ts'

/** What of a position can be withdrawn, from what its protocol reports of a withdrawal, a lock or its liquidity; null when that is not known. */
export function exitOf(each: ValuedPosition): WalletExit | null {
  const { position, supplied, borrowed, rewards, blocked } = each
  const { withdrawal, netUsd } = position
  const net = supplied + rewards - borrowed
  const whole = net > 0n ? net : 0n
  if (!withdrawal) return blocked === null ? null : ofLiquidity(each, whole, blocked)
  if (withdrawal.isClaimable === null) return null
  const usd = netUsd === null ? null : toUsd(whole)
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

/** By what the market or the vault lets out now. */
function ofLiquidity(
  { position, supplied, exit = {} }: ValuedPosition,
  net: Cents,
  blocked: Cents,
): WalletExit {
  const kept = blocked < net ? blocked : net
  const isKnown = position.netUsd !== null
  const isAll = blocked > 0n && blocked >= supplied
  const where = exit.isPaused ? 'its vault is paused' : 'its vault or market lets nothing out'
  const debts = position.legs.some(({ role }) => role === 'borrow')
    ? ', once its debts are repaid'
    : ''
  const text = isAll
    ? `It cannot be withdrawn now: ${where}. No time is fixed.`
    : blocked > 0n
      ? `${dollars(toUsd(blocked))} of it cannot be withdrawn now: its vault or market lets out no more.`
      : `Its vault or market lets all of it out now${debts}.`
  const fee = exit.fee ? ` Redeeming keeps ${percent(exit.fee)}, which its value is without.` : ''
  return {
    availableUsd: isKnown ? toUsd(net - kept) : null,
    blockedUsd: isKnown ? toUsd(kept) : null,
    unlocksAt: null,
    text: text + fee,
  }
}

/** The net exposure by whether it can be withdrawn now. */
export function exitsOf({ holdings, net }: Exposure) {
  let blocked: Cents = 0n
  let available: Cents = 0n
  for (const each of holdings) {
    if (each.blocked === null) continue
    const kept = each.blocked < each.net ? each.blocked : each.net
    blocked += kept
    available += each.net - kept
  }
  return {
    availableUsd: toUsd(available),
    blockedUsd: toUsd(blocked),
    unknownUsd: toUsd(net - available - blocked),
  }
}
