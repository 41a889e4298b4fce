import type { ScreenerIndex } from '../../contract/screener-index.ts'
import type { WalletDimensions } from '../../contract/wallet-scan.ts'
import { dimensionColumn, mapDimensions } from '../../domain/dimension.ts'
import { type RiskLevel, riskLevel } from '../../domain/risk-level.ts'

/** The published data of a protocol that a position includes. */
export interface ProtocolScore {
  slug: string
  /** Every id that upstream has given to the protocol; left out of documents of older builds. */
  upstreamIds?: readonly string[]
  name: string
  /** Null for a protocol that is listed without a score. */
  risk: {
    score: number
    riskLevel: RiskLevel
    scoredAt: string | null
    dimensions: WalletDimensions
  } | null
}

/** Scores by slug, including former slugs. */
export type ProtocolScores = ReadonlyMap<string, ProtocolScore>

/** The scores in `screener.json`, and the former slugs of `aliases.json`. Pure. */
export function readProtocolScores(
  { columns }: ScreenerIndex,
  aliases: Readonly<Record<string, string>> = {},
): ProtocolScores {
  const scores = new Map<string, ProtocolScore>()
  columns.id.forEach((slug, row) => {
    const score = columns.compositeScore[row] ?? null
    const upstreamIds = columns.upstreamIds?.[row]
    scores.set(slug, {
      slug,
      ...(upstreamIds && { upstreamIds }),
      name: columns.name[row] ?? slug,
      risk:
        score === null
          ? null
          : {
              score,
              riskLevel: riskLevel(score),
              scoredAt: columns.scoredAt[row] ?? null,
              dimensions: mapDimensions((key) => columns[dimensionColumn(key)][row] ?? null),
            },
    })
  })
  for (const [former, slug] of Object.entries(aliases)) {
    const score = scores.get(slug)
    // A slug that is in use again belongs to the protocol that uses it.
    if (score && !scores.has(former)) scores.set(former, score)
  }
  return scores
}
