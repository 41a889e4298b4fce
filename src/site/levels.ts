import { RISK_LEVELS, type RiskLevel, riskLevel } from '../domain/risk-level.ts'
import type { ProtocolStatus } from '../domain/status.ts'

/** The words in place of a level beside a number of which too little was measured. */
export const ASSUMED = 'not read: assumed'

/** 1 for very low to 5 for high; names the colour and the glyph. */
export function levelNumber(level: RiskLevel): number {
  return RISK_LEVELS.indexOf(level) + 1
}

export interface LevelRange {
  level: RiskLevel
  from: number
  to: number
}

/** First and last published score of each level, read off the function that assigns them. */
export function levelRanges(): LevelRange[] {
  const ranges = new Map<RiskLevel, LevelRange>()
  for (let tenth = 0; tenth <= 100; tenth += 1) {
    const score = tenth / 10
    const level = riskLevel(score)
    ranges.set(level, { level, from: ranges.get(level)?.from ?? score, to: score })
  }
  return [...ranges.values()]
}

export interface LevelCount {
  /** `none`: Insufficient Data. `inactive`: dead, drained or winding down, whatever its last score was. */
  level: RiskLevel | 'none' | 'inactive'
  protocols: number
  /** Sum over the protocols whose TVL is known; null when none is. */
  tvlUsd: number | null
}

/** The number of active protocols in each level, then of those without a score, then of those that are not active. Every row counts once. */
export function countLevels(
  rows: readonly { status: ProtocolStatus; riskLevel: RiskLevel | null; tvlUsd: number | null }[],
): LevelCount[] {
  const byLevel = Map.groupBy(rows, ({ status, riskLevel: level }) =>
    status === 'active' ? (level ?? 'none') : 'inactive',
  )
  return [...RISK_LEVELS, 'none' as const, 'inactive' as const].map((level) => {
    const members = byLevel.get(level) ?? []
    const tvls = members.flatMap(({ tvlUsd }) => tvlUsd ?? [])
    return {
      level,
      protocols: members.length,
      tvlUsd: tvls.length > 0 ? tvls.reduce((sum, tvl) => sum + tvl, 0) : null,
    }
  })
}
