import type { WalletHolding } from './scan.ts'

/** One tank of the picture: its width is a share of the net exposure, its height a score, its area what it adds. */
export interface WalletTank {
  /** Name of the protocol, from outside; null for several together. */
  name: string | null
  /** How many protocols it represents. */
  count: number
  /** 0 to 1; those of a picture add up to 1. */
  width: number
  /** 0 to 10; null without a score: left out of the mean. */
  score: number | null
}

/** Narrower tanks have no name below, or one on a wide screen only. */
const NAMED = 0.07
const SHORT = 0.25

/** More tanks than this cannot be distinguished. */
const MAX_SCORED = 8

/**
 * The tanks of a portfolio: scored protocols by net exposure, the smallest together at their mean, then all without a score together. Only
 * what has a price has a width.
 */
export function tanksOf(holdings: readonly WalletHolding[]): WalletTank[] {
  const priced = holdings.filter(({ netUsd }) => netUsd !== null && netUsd > 0)
  const scored = priced
    .filter(({ score }) => score !== null)
    .sort((a, b) => (b.netUsd ?? 0) - (a.netUsd ?? 0))
  const unscored = priced.filter(({ score }) => score === null)
  const alone = scored.length > MAX_SCORED ? MAX_SCORED - 1 : scored.length
  const parts = [...scored.slice(0, alone).map((each) => [each]), scored.slice(alone), unscored]
  const total = exposureOf(priced)
  return parts.filter((part) => part.length > 0).map((part) => tankOf(part, total))
}

/** How the name of a tank is shown below it. */
export function nameSpace(width: number): 'none' | 'short' | 'whole' {
  if (width < NAMED) return 'none'
  return width < SHORT ? 'short' : 'whole'
}

function tankOf(part: readonly WalletHolding[], total: number): WalletTank {
  const value = exposureOf(part)
  const [first] = part
  return {
    name: part.length === 1 ? (first?.protocol ?? null) : null,
    count: part.length,
    width: value / total,
    score: first?.score === null ? null : meanOf(part, value),
  }
}

function meanOf(part: readonly WalletHolding[], value: number): number {
  return part.reduce((sum, each) => sum + (each.score ?? 0) * (each.netUsd ?? 0), 0) / value
}

function exposureOf(holdings: readonly WalletHolding[]): number {
  return holdings.reduce((sum, { netUsd }) => sum + (netUsd ?? 0), 0)
}
