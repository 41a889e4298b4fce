import {
  LEAST_SCORED_SHARE,
  LOW_HEALTH_FACTOR,
  SINGLE_SOURCE_SHARE,
} from '../../contract/wallet-limits.ts'
import {
  WALLET_FLAGS,
  type WalletFlag,
  type WalletRiskSummary,
} from '../../contract/wallet-risk.ts'
import { mapDimensions } from '../../domain/dimension.ts'
import { riskLevel } from '../../domain/risk-level.ts'
import { type Cents, compare, ratio, toUsd } from './amounts.ts'
import type { UnlimitedApprovals } from './approval-rows.ts'
import { exitsOf } from './exit.ts'
import { type Exposure, type Holding, reaches, sumOf } from './exposure.ts'
import { ownRiskOf, warningsOf, worstAt } from './own-risk.ts'
import type { ValuedPosition } from './position.ts'
import type { SanctionStatus } from './screening.ts'
import type { Standing } from './standing.ts'

type FullSummary = Exclude<WalletRiskSummary, Record<string, never>>

const WEAKEST = 3
const SHARE_DIGITS = 4

export interface RiskContext {
  /** Null when what the protocols hold could not be read. */
  standsOn: Standing['standsOn']
  sanctions: SanctionStatus
  /** Null where approvals were not looked at. */
  unlimited?: UnlimitedApprovals | null
  /** False when a chain or a protocol did not answer. */
  isCovered: boolean
}

/** The risk of the whole portfolio, weighted by what is lost with each protocol. Empty without positions. */
export function summariseRisk(
  exposure: Exposure,
  context: RiskContext,
): FullSummary | Record<string, never> {
  const { holdings, net, dust, floor } = exposure
  if (holdings.length === 0) return {}
  const counted = holdings.filter(({ counts }) => counts)
  const total = sumOf(counted, 'value')
  const scored = counted.filter(({ position }) => position.risk !== null)
  const isScored = hasScore(sumOf(scored, 'net'), net)
  const weightedScore = isScored ? meanScore(holdings, scoreOf) : null
  const largest = counted.reduce((most, { value }) => (value > most ? value : most), 0n)
  return {
    weightedScore,
    riskLevel: weightedScore === null ? null : riskLevel(weightedScore),
    scoredShare: ratio(sumOf(scored, 'value'), total, SHARE_DIGITS),
    concentration: ratio(largest, total, SHARE_DIGITS),
    singleSourceShare: singleSourceShareOf(counted),
    minHealthFactor: leastHealth(counted, floor),
    flags: flagsOf(exposure, context),
    dimensions: mapDimensions((key) =>
      isScored
        ? meanScore(holdings, ({ position }) => position.risk?.dimensions[key] ?? null)
        : null,
    ),
    protocols: protocolsOf(
      exposure,
      sumOf(holdings, 'value'),
      isScored ? sumOf(scored, 'net') : null,
    ),
    weakestPositions: weakestOf(counted.filter(({ folded }) => folded === null)),
    netExposure: {
      usd: toUsd(net),
      floorUsd: toUsd(dust),
      scoredShare: ratio(sumOf(scored, 'net'), net, SHARE_DIGITS),
      low: meanScore(holdings, (each) => scoreOf(each) ?? 0),
      high: meanScore(holdings, (each) => scoreOf(each) ?? 10),
    },
    own: ownRiskOf(exposure),
    warnings: warningsOf(exposure, context.unlimited ?? null),
    exit: exitsOf(exposure),
    standsOn: context.standsOn,
  }
}

/** The lowest health factor, as of the positions that together are large enough for a flag. */
function leastHealth(holdings: readonly Holding[], floor: Cents): number | null {
  const cases = holdings.flatMap((holding) => {
    const { healthFactor } = holding.position
    return healthFactor === null ? [] : [{ holding, badness: -healthFactor }]
  })
  return worstAt(floor, cases)?.holding.position.healthFactor ?? null
}

function scoreOf({ position }: Holding): number | null {
  return position.risk?.score ?? null
}

/** Whether so much of what can be lost has a score that its mean is a score of the whole. */
function hasScore(scored: Cents, net: Cents): boolean {
  return net > 0n && scored * 100n >= net * BigInt(LEAST_SCORED_SHARE * 100)
}

/** Debt counts like assets, because both change the net value. */
function singleSourceShareOf(positions: readonly ValuedPosition[]): number | null {
  const sum = (of: (each: ValuedPosition) => Cents) =>
    positions.reduce((total, each) => total + of(each), 0n)
  const all = sum(({ supplied, borrowed, rewards }) => supplied + borrowed + rewards)
  return ratio(
    sum(({ singleSource }) => singleSource),
    all,
    SHARE_DIGITS,
  )
}

/** The mean weighted by net exposure, rounded half up to one decimal, over positions with the score; null when theirs is zero. */
function meanScore(
  holdings: readonly Holding[],
  scoreOf: (each: Holding) => number | null,
): number | null {
  let weight = 0n
  let points = 0n
  for (const each of holdings) {
    const score = scoreOf(each)
    if (score === null) continue
    weight += each.net
    points += each.net * tenths(score)
  }
  return ratio(points, weight * 10n, 1)
}

/** Published scores have one decimal, so this is exact. */
function tenths(score: number): bigint {
  return BigInt(Math.round(score * 10))
}

function protocolsOf(
  { holdings, net: whole }: Exposure,
  total: Cents,
  /** Net exposure with a score; null when there is no weighted score. */
  scored: Cents | null,
): FullSummary['protocols'] {
  const bySlug = Map.groupBy(holdings, ({ position }) => position.protocolSlug)
  const rows = [...bySlug].flatMap(([protocolSlug, own]) => {
    const [first] = own
    if (!first) return []
    const { protocol, risk } = first.position
    const value = sumOf(own, 'value')
    const net = sumOf(own, 'net')
    const isKnown = own.some((each) => each.isKnown)
    const row = {
      protocolSlug,
      protocol,
      valueUsd: isKnown ? toUsd(value) : null,
      share: isKnown ? ratio(value, total, SHARE_DIGITS) : null,
      netUsd: isKnown ? toUsd(net) : null,
      netShare: isKnown ? ratio(net, whole, SHARE_DIGITS) : null,
      score: risk?.score ?? null,
      riskLevel: risk?.riskLevel ?? null,
      contribution:
        risk && isKnown && scored !== null
          ? ratio(net * tenths(risk.score), scored * 10n, SHARE_DIGITS)
          : null,
    }
    return [{ row, value }]
  })
  return rows
    .sort((a, b) => compare(b.value, a.value) || compare(a.row.protocolSlug, b.row.protocolSlug))
    .map(({ row }) => row)
}

/** The positions with the highest risk scores. Leaves out those of known zero value, such as a perpetual on its account's margin. */
function weakestOf(holdings: readonly Holding[]): FullSummary['weakestPositions'] {
  return holdings
    .filter(({ value, isKnown }) => value > 0n || !isKnown)
    .flatMap(({ position: { id, protocolSlug, risk }, value, isKnown }) => {
      if (!risk) return []
      const { score, riskLevel } = risk
      return [
        {
          value,
          row: { id, protocolSlug, score, riskLevel, valueUsd: isKnown ? toUsd(value) : null },
        },
      ]
    })
    .sort(
      (a, b) =>
        b.row.score - a.row.score || compare(b.value, a.value) || compare(a.row.id, b.row.id),
    )
    .slice(0, WEAKEST)
    .map(({ row }) => row)
}

/** The flags of a wallet, most serious first. Some apply to a wallet without positions too. */
export function flagsOf(
  { holdings, floor }: Exposure,
  { sanctions, isCovered }: Omit<RiskContext, 'standsOn'>,
): WalletFlag[] {
  const counted = holdings.filter(({ counts }) => counts)
  const some = (test: (position: ValuedPosition['position']) => boolean) =>
    reaches(
      floor,
      counted.filter(({ position }) => test(position)),
    )
  const raised: Record<WalletFlag, boolean> = {
    'sanctioned-address': sanctions === 'listed',
    'sanctions-unknown': sanctions === 'unknown',
    'low-health-factor': some(
      ({ healthFactor }) => healthFactor !== null && healthFactor < LOW_HEALTH_FACTOR,
    ),
    'high-risk-protocol': some(({ risk }) => risk?.riskLevel === 'high'),
    'unscored-protocol': some(({ risk }) => risk === null),
    'unpriced-position': reaches(
      floor,
      counted.filter(({ position, folded }) => position.valuation !== 'priced' && folded === null),
    ),
    'price-disagreement': some(({ legs }) =>
      legs.some(({ missing }) => missing === 'disagreement'),
    ),
    'single-source-price': (singleSourceShareOf(counted) ?? 0) > SINGLE_SOURCE_SHARE,
    'incomplete-coverage': !isCovered,
    'out-of-range': some(({ inRange }) => inRange === false),
  }
  return WALLET_FLAGS.filter((flag) => raised[flag])
}
