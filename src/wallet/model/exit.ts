import type { WalletExit } from '../../contract/wallet-scan.ts'
import { usd as dollars } from '../../domain/format.ts'
import { type Cents, least, toUsd } from './amounts.ts'
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

/** By what the market or the vault lets out now; amounts are less debts. */
function ofLiquidity(
  { position, supplied, unsure, exit = {} }: ValuedPosition,
  net: Cents,
  blocked: Cents,
): WalletExit {
  const kept = least(blocked, net)
  const isKnown = position.netUsd !== null
  const isAll = blocked > 0n && blocked >= supplied && unsure === null
  const where = exit.isPaused ? 'its vault is paused' : 'its vault or market lets nothing out'
  const owes = position.legs.some(({ role }) => role === 'borrow')
  const part = isKnown
    ? `${dollars(toUsd(kept))} of it${owes ? ', less debts,' : ''}`
    : 'A part of it'
  const rest = unsure === null ? '' : ' Of another part that is not known.'
  const text = isAll
    ? `It cannot be withdrawn now: ${where}. No time is fixed.`
    : isKnown && net === 0n
      ? 'Less its debts, nothing of it is left to withdraw.'
      : blocked > 0n
        ? `${part} cannot be withdrawn now: its vault or market lets out no more.${rest}`
        : `Its vault or market lets all of it out now${owes ? ', once its debts are repaid' : ''}.`
  const fee = exit.fee
    ? ` Redeeming costs ${percent(exit.fee)}, which is already taken off its value.`
    : ''
  return {
    availableUsd: isKnown && unsure === null ? toUsd(net - kept) : null,
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
    const kept = least(each.blocked, each.net)
    const rest = each.net - kept
    blocked += kept
    available += rest - least(each.unsure ?? 0n, rest)
  }
  return {
    availableUsd: toUsd(available),
    blockedUsd: toUsd(blocked),
    unknownUsd: toUsd(net - available - blocked),
  }
}
