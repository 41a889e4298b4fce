import {
  CONCENTRATED_SHARE,
  HIGH_LEVERAGE,
  MAX_WARNED,
  NEAR_LIQUIDATION,
} from '../../contract/wallet-limits.ts'
import type { WalletOwnRisk, WalletWarning } from '../../contract/wallet-risk.ts'
import { counted, usd } from '../../domain/format.ts'
import { riskLevel, roundScore } from '../../domain/risk-level.ts'
import { type Cents, compare, least, ratio, toUsd } from './amounts.ts'
import { tokenKey, type UnlimitedApprovals } from './approval-rows.ts'
import { type Exposure, type Holding, sumOf } from './exposure.ts'
import { minute, percent, times } from './figure-text.ts'

/**
 * Points of a distance to liquidation, with straight lines between: the limits of the levels at moves of a tenth, a quarter, a half, three
 * quarters and all.
 */
const POINTS = [
  [0, 10],
  [NEAR_LIQUIDATION, 6],
  [0.25, 4.5],
  [0.5, 3],
  [0.75, 1.5],
  [1, 0],
] as const

/** Points where neither a threshold nor a margin could be read. */
const UNKNOWN_POINTS = 5

/** Points of a wallet of which nothing can be withdrawn now: blocked is not lost. */
const BLOCKED_POINTS = 6

/** What of one flag: the positions that may raise it, and how bad each is. */
interface Case {
  holding: Holding
  badness: number
}

/** The risk of debts, margins and locks; null without any of them. */
export function ownRiskOf(exposure: Exposure): WalletOwnRisk | null {
  const cases = leveraged(exposure).map((holding): Case => {
    const { distance } = liquidationOf(holding)
    return { holding, badness: distance === null ? UNKNOWN_POINTS : pointsOf(distance) }
  })
  const worst = worstAt(exposure.floor, cases)
  const blocked = blockedIn(exposure)
  const stuck = isEnough(exposure, blocked)
    ? BLOCKED_POINTS * shareOf(blockedSum(blocked), exposure)
    : null
  if (worst === null && stuck === null) return null
  const isStuck = worst === null || (stuck ?? 0) > worst.badness
  const score = roundScore(Math.max(worst?.badness ?? 0, stuck ?? 0))
  return {
    score,
    riskLevel: riskLevel(score),
    text:
      isStuck || worst === null ? formatBlocked(blocked, exposure) : (worst.holding.warning ?? ''),
  }
}

/** Warnings with their figures, in a fixed order. */
export function warningsOf(
  exposure: Exposure,
  unlimited: UnlimitedApprovals | null = null,
): WalletWarning[] {
  return [
    ...nearLiquidation(exposure),
    ...highLeverage(exposure),
    ...exitBlocked(exposure),
    ...concentrated(exposure),
    ...unlimitedApproval(exposure, unlimited),
  ]
}

/** What they can take need not be in a position: tokens in the wallet itself are in none. */
function unlimitedApproval(
  { holdings, floor, net }: Exposure,
  unlimited: UnlimitedApprovals | null,
): WalletWarning[] {
  if (unlimited === null || unlimited.cents < floor) return []
  const { count, cents, tokens } = unlimited
  const ids = holdings.flatMap(({ position: { id, chain, receiptToken, account } }) =>
    receiptToken !== null &&
    account === undefined &&
    tokens.has(tokenKey({ chain, token: receiptToken }))
      ? [id]
      : [],
  )
  return [
    {
      flag: 'unlimited-approval',
      figure: count,
      usd: toUsd(cents),
      share: Math.min(1, ratio(cents, net, 4) ?? 1),
      positions: ids.slice(0, MAX_WARNED),
      text: unlimitedText(unlimited),
    },
  ]
}

function unlimitedText({ count, cents, unvalued, text }: UnlimitedApprovals): string {
  const least = unvalued > 0 ? 'at least ' : ''
  const what = cents === 0n ? 'something of unknown value' : `${least}${usd(toUsd(cents))}`
  return `${counted(count, 'unlimited approval')} can take ${what}. ${text}`
}

/**
 * The warning of unlimited approvals as a sentence, with or without positions. One of an address through which money was taken is warned of too when
 * its value is not known.
 */
export function approvalWarning(exposure: Exposure, unlimited: UnlimitedApprovals): string | null {
  return unlimited.cents >= exposure.floor || unlimited.isGrave ? unlimitedText(unlimited) : null
}

function nearLiquidation(exposure: Exposure): WalletWarning[] {
  const cases = leveraged(exposure).flatMap((holding): Case[] => {
    const { distance } = liquidationOf(holding)
    return distance === null || distance >= NEAR_LIQUIDATION
      ? []
      : [{ holding, badness: -distance }]
  })
  const worst = worstAt(exposure.floor, cases)
  if (!worst) return []
  return [
    warning(
      'near-liquidation',
      Math.abs(worst.badness),
      cases,
      exposure,
      worst.holding.warning ?? '',
    ),
  ]
}

function highLeverage(exposure: Exposure): WalletWarning[] {
  const cases = leveraged(exposure).flatMap((holding): Case[] => {
    const { leverage, distance } = liquidationOf(holding)
    // A leverage that no number has: nothing is left.
    const badness = leverage ?? (distance === 0 ? Number.POSITIVE_INFINITY : 0)
    return badness < HIGH_LEVERAGE ? [] : [{ holding, badness }]
  })
  const worst = worstAt(exposure.floor, cases)
  if (!worst) return []
  const { holding, badness } = worst
  const figure = Number.isFinite(badness) ? badness : null
  const { protocol } = holding.position
  const text =
    figure === null
      ? (holding.warning ?? '')
      : `${protocol}: leverage ${times(figure)}, so a move of ${percent(1 / figure)} takes all of it.`
  return [warning('high-leverage', figure, cases, exposure, text)]
}

function exitBlocked(exposure: Exposure): WalletWarning[] {
  const blocked = blockedIn(exposure)
  if (!isEnough(exposure, blocked)) return []
  const cases = blocked.map((holding) => ({ holding, badness: Number(holding.blocked) }))
  const share = shareOf(keptSum(blocked), exposure)
  return [warning('exit-blocked', share, cases, exposure, formatBlocked(blocked, exposure))]
}

function concentrated(exposure: Exposure): WalletWarning[] {
  const [largest] = [
    ...Map.groupBy(exposure.holdings, ({ position }) => position.protocolSlug).values(),
  ].sort((a, b) => compare(sumOf(b, 'net'), sumOf(a, 'net')))
  const first = largest?.[0]
  if (!largest || !first || exposure.net === 0n) return []
  const share = shareOf(sumOf(largest, 'net'), exposure)
  if (share <= CONCENTRATED_SHARE) return []
  const cases = largest
    .filter(({ net, folded }) => net > 0n && folded === null)
    .map((holding) => ({ holding, badness: Number(holding.net) }))
  const text = `${percent(share)} of the value less debts is lost if ${first.position.protocol} is.`
  return [warning('concentrated', share, cases, exposure, text)]
}

function warning(
  flag: string,
  figure: number | null,
  cases: readonly Case[],
  exposure: Exposure,
  text: string,
): WalletWarning {
  const holdings = cases.map(({ holding }) => holding)
  // Five specks that a stranger sent would leave no room for what the warning is about.
  const large = cases.filter(
    ({ holding: { size, isOpenEnded } }) => isOpenEnded || size >= exposure.dust,
  )
  const positions = [...(large.length > 0 ? large : cases)]
    .sort((a, b) => b.badness - a.badness || compare(a.holding.position.id, b.holding.position.id))
    .slice(0, MAX_WARNED)
    .map(({ holding }) => holding.position.id)
  const share = shareOf(sumOf(holdings, 'net'), exposure)
  return { flag, figure, usd: toUsd(sumOf(holdings, 'value')), share, positions, text }
}

/**
 * The mildest of the worst cases that together reach the floor: so much of the wallet is as bad or worse. Neither dust nor the parts that a position
 * is split into move it. Null when all of them do not reach it.
 */
export function worstAt(floor: Cents, cases: readonly Case[]): Case | null {
  const ordered = [...cases].sort(
    (a, b) =>
      order(b.badness) - order(a.badness) ||
      compare(b.holding.size, a.holding.size) ||
      compare(a.holding.position.id, b.holding.position.id),
  )
  let sum = 0n
  for (const each of ordered) {
    sum += each.holding.size
    if (sum >= floor || each.holding.isOpenEnded) return each
  }
  return null
}

/** Infinities that can be subtracted. */
function order(badness: number): number {
  return Math.min(badness, Number.MAX_VALUE)
}

function leveraged({ holdings }: Exposure): Holding[] {
  return holdings.filter(({ position, folded }) => folded === null && position.liquidation)
}

function liquidationOf({ position }: Holding) {
  return position.liquidation ?? { distance: null, leverage: null }
}

function blockedIn({ holdings }: Exposure): Holding[] {
  return holdings.filter(
    ({ net, folded, blocked }) => folded === null && net > 0n && blocked !== null && blocked > 0n,
  )
}

function isEnough({ floor }: Exposure, holdings: readonly Holding[]): boolean {
  return holdings.length > 0 && blockedSum(holdings) >= floor
}

/** Without their debts, for the score and the floor: more debt must not leave less blocked. */
function blockedSum(holdings: readonly Holding[]): Cents {
  return holdings.reduce((sum, { blocked }) => sum + (blocked ?? 0n), 0n)
}

/** Less their debts, as every figure and sentence has it. */
function keptSum(holdings: readonly Holding[]): Cents {
  return holdings.reduce((sum, { blocked, net }) => sum + least(blocked ?? 0n, net), 0n)
}

function formatBlocked(blocked: readonly Holding[], exposure: Exposure): string {
  const sum = keptSum(blocked)
  const times = blocked.flatMap(({ position }) => position.withdrawal?.unlocksAt ?? []).sort()
  const [first] = times
  const last = times.at(-1)
  const rest =
    first === undefined
      ? 'no time is fixed'
      : times.length < blocked.length
        ? 'for a part no time is fixed'
        : first === last
          ? `it unlocks ${minute(first)}`
          : `it unlocks from ${minute(first)} to ${minute(last ?? first)}`
  const share = percent(shareOf(sum, exposure))
  return `${share} of the value less debts, ${usd(toUsd(sum))}, cannot be withdrawn now; ${rest}.`
}

function pointsOf(distance: number): number {
  for (const [at, [far, low]] of POINTS.entries()) {
    const before = POINTS[at - 1]
    if (distance > far) continue
    if (!before) return low
    const [near, high] = before
    return high + ((distance - near) / (far - near)) * (low - high)
  }
  return 0
}

function shareOf(part: Cents, { net }: Exposure): number {
  return Math.min(1, ratio(part, net, 4) ?? 0)
}
