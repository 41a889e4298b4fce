import type { RiskLevel } from '../domain/risk-level.ts'

/** A colour by day and by night. */
export interface Colour {
  day: string
  night: string
}

/** The colours of `src/styles/tokens.css` for pictures that no style sheet reaches. A test compares them. */
export const COLOURS = {
  paper: { day: '#f8f9f5', night: '#0e171d' },
  ink: { day: '#13212c', night: '#e0e7e8' },
  'ink-2': { day: '#42525e', night: '#abb9c0' },
  rule: { day: '#7c8a93', night: '#6b7b85' },
  shallow: { day: '#e4eff2', night: '#15262f' },
} as const satisfies Record<string, Colour>

/** The fill of each level; never the colour of a text. */
export const LEVEL_COLOURS: Record<RiskLevel, Colour> = {
  'very-low': { day: '#0b4a78', night: '#4890d2' },
  low: { day: '#2f8199', night: '#6fb6c0' },
  moderate: { day: '#99881e', night: '#cbb95a' },
  elevated: { day: '#a5440a', night: '#de7f2c' },
  high: { day: '#7d1420', night: '#d9494a' },
}
