export const RISK_LEVELS = ['very-low', 'low', 'moderate', 'elevated', 'high'] as const

export type RiskLevel = (typeof RISK_LEVELS)[number]

/** The word shown beside a score. */
export const LEVEL_WORD: Record<RiskLevel, string> = {
  'very-low': 'Very low',
  low: 'Low',
  moderate: 'Moderate',
  elevated: 'Elevated',
  high: 'High',
}

/** Upper limit of each level on the composite scale, inclusive. */
export const UPPER_LIMIT: Record<RiskLevel, number> = {
  'very-low': 1.5,
  low: 3,
  moderate: 4.5,
  elevated: 6,
  high: 10,
}

/** A score to one decimal, half up. The small addend absorbs binary error: 3.05 is stored as 3.0499999999999998. */
export function roundScore(score: number): number {
  return Math.floor(score * 10 + 0.5 + 1e-9) / 10
}

/** The level of a composite. The composite is rounded to one decimal first, so no value falls between two bands. */
export function riskLevel(composite: number): RiskLevel {
  const rounded = roundScore(composite)
  return RISK_LEVELS.find((level) => rounded <= UPPER_LIMIT[level]) ?? 'high'
}
