import {
  LOW_HEALTH_FACTOR,
  SINGLE_SOURCE_SHARE,
  WALLET_FLAGS,
  type WalletDimensions,
  type WalletFlag,
  type WalletRiskSummary,
} from '../../contract/wallet-scan.ts'
import type { NamedGraph } from '../../dependencies/named-graph.ts'
import { mapDimensions } from '../../domain/dimension.ts'
import { riskLevel } from '../../domain/risk-level.ts'
import { type Cents, compare, ratio, toUsd } from './amounts.ts'
import type { ValuedPosition } from './position.ts'
import type { SanctionStatus } from './screening.ts'
import { standingOf } from './standing.ts'

type FullSummary = Exclude<WalletRiskSummary, Record<string, never>>

const WEAKEST = 3
const SHARE_DIGITS = 4

interface Weighed extends ValuedPosition {
  /** Everything at the protocol that has a price and is not borrowed. */
  value: Cents
  /** False when the position holds something and none of it has a price, so that `value` is meaningless. */
  isKnown: boolean
}

export interface RiskContext {
  /** What the protocols hold; null when that could not be read. */
  graph: NamedGraph | null
  sanctions: SanctionStatus
  /** False when a chain or a protocol did not answer. */
  isCovered: boolean
}

/** The risk of the whole portfolio, weighted by the value at each protocol. Empty without positions. */
export function summariseRisk(
  positions: readonly ValuedPosition[],
  context: RiskContext,
): FullSummary | Record<string, never> {
  if (positions.length === 0) return {}
  const weighed = positions.map(weigh)
  const total = sumOf(weighed)
  const scored = weighed.filter(({ position }) => position.risk !== null)
  const weightedScore = meanScore(weighed, ({ position }) => position.risk?.score ?? null)
  const largest = weighed.reduce((most, { value }) => (value > most ? value : most), 0n)
  const health = positions.flatMap(({ position }) => position.healthFactor ?? [])
  return {
    weightedScore,
    riskLevel: weightedScore === null ? null : riskLevel(weightedScore),
    scoredShare: ratio(sumOf(scored), total, SHARE_DIGITS),
    concentration: ratio(largest, total, SHARE_DIGITS),
    singleSourceShare: singleSourceShareOf(positions),
    minHealthFactor: health.length > 0 ? Math.min(...health) : null,
    flags: flagsOf(positions, context),
    dimensions: meanDimensions(weighed),
    protocols: protocolsOf(weighed, total, sumOf(scored)),
    weakestPositions: weakestOf(weighed),
    standsOn:
      context.graph &&
      standingOf(
        positions.map(({ position }) => position),
        context.graph,
      ),
  }
}

function weigh(each: ValuedPosition): Weighed {
  const held = each.position.legs.filter(({ role }) => role !== 'borrow')
  const isKnown = held.length === 0 || held.some(({ usd }) => usd !== null)
  return { ...each, value: each.supplied + each.rewards, isKnown }
}

function sumOf(weighed: readonly Weighed[]): Cents {
  return weighed.reduce((sum, { value }) => sum + value, 0n)
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

/** The mean weighted by value, rounded half up to one decimal, over positions with the score; null when their value is zero. */
function meanScore(
  weighed: readonly Weighed[],
  scoreOf: (each: Weighed) => number | null,
): number | null {
  let weight = 0n
  let points = 0n
  for (const each of weighed) {
    const score = scoreOf(each)
    if (score === null) continue
    weight += each.value
    points += each.value * tenths(score)
  }
  return ratio(points, weight * 10n, 1)
}

/** Published scores have one decimal, so this is exact. */
function tenths(score: number): bigint {
  return BigInt(Math.round(score * 10))
}

function meanDimensions(weighed: readonly Weighed[]): WalletDimensions {
  return mapDimensions((key) =>
    meanScore(weighed, ({ position }) => position.risk?.dimensions[key] ?? null),
  )
}

function protocolsOf(
  weighed: readonly Weighed[],
  total: Cents,
  scored: Cents,
): FullSummary['protocols'] {
  const bySlug = Map.groupBy(weighed, ({ position }) => position.protocolSlug)
  const rows = [...bySlug].flatMap(([protocolSlug, own]) => {
    const [first] = own
    if (!first) return []
    const { protocol, risk } = first.position
    const value = sumOf(own)
    const isKnown = own.some((each) => each.isKnown)
    const row = {
      protocolSlug,
      protocol,
      valueUsd: isKnown ? toUsd(value) : null,
      share: isKnown ? ratio(value, total, SHARE_DIGITS) : null,
      score: risk?.score ?? null,
      riskLevel: risk?.riskLevel ?? null,
      contribution:
        risk && isKnown ? ratio(value * tenths(risk.score), scored * 10n, SHARE_DIGITS) : null,
    }
    return [{ row, value }]
  })
  return rows
    .sort((a, b) => compare(b.value, a.value) || compare(a.row.protocolSlug, b.row.protocolSlug))
    .map(({ row }) => row)
}

/** The positions with the highest risk scores. Leaves out those of known zero value, such as a perpetual on its account's margin. */
function weakestOf(weighed: readonly Weighed[]): FullSummary['weakestPositions'] {
  return weighed
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

/** The warnings about a wallet, most serious first. Some apply to a wallet without positions too. */
export function flagsOf(
  positions: readonly ValuedPosition[],
  { sanctions, isCovered }: Omit<RiskContext, 'graph'>,
): WalletFlag[] {
  const some = (test: (position: ValuedPosition['position']) => boolean) =>
    positions.some(({ position }) => test(position))
  const raised: Record<WalletFlag, boolean> = {
    'sanctioned-address': sanctions === 'listed',
    'sanctions-unknown': sanctions === 'unknown',
    'low-health-factor': some(
      ({ healthFactor }) => healthFactor !== null && healthFactor < LOW_HEALTH_FACTOR,
    ),
    'high-risk-protocol': some(({ risk }) => risk?.riskLevel === 'high'),
    'unscored-protocol': some(({ risk }) => risk === null),
    'unpriced-position': some(({ valuation }) => valuation !== 'priced'),
    'price-disagreement': some(({ legs }) =>
      legs.some(({ missing }) => missing === 'disagreement'),
    ),
    'single-source-price': (singleSourceShareOf(positions) ?? 0) > SINGLE_SOURCE_SHARE,
    'incomplete-coverage': !isCovered,
    'out-of-range': some(({ inRange }) => inRange === false),
  }
  return WALLET_FLAGS.filter((flag) => raised[flag])
}
