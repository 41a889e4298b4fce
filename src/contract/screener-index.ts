import * as z from 'zod'
import { assumedDimensions, protocolStatus, scoreHistory } from './protocol-summary.ts'

const score = z.number().min(0).max(10)
const usd = z.number().min(0)
const instant = z.iso.datetime()
const day = z.iso.date()
const slugText = z.string().min(1).max(200)
const text = z.string()
const link = z.string().regex(/^https?:\/\//)

const column = <T extends z.ZodType>(cell: T) => z.array(cell)

const nameAliases = z.record(text, z.array(z.int().min(0)))

/** Every row of the screener, by column: `columns.x[i]` belongs to the protocol `columns.id[i]`. Rows are ordered by `id`. */
export const screenerIndex = z.strictObject({
  snapshot: text,
  asOf: day,
  count: z.int().min(0),
  /** Names that `columns.category` and `columns.chains` point into. */
  categories: z.array(text),
  chains: z.array(text),
  /** Other spellings of those names in lower case, with the indexes of the names each refers to. Builds before 2026-12 lack them. */
  aliases: z.strictObject({ categories: nameAliases, chains: nameAliases }).optional(),
  columns: z.strictObject({
    id: column(slugText),
    /** Every numeric id that upstream has given to the protocol, the kept one first; slugs change. Builds before 2026-12 lack them. */
    upstreamIds: column(z.array(text).min(1)).optional(),
    name: column(text),
    category: column(z.int().min(0).nullable()),
    chains: column(z.array(z.int().min(0))),
    logoUrl: column(link.nullable()),
    url: column(link.nullable()),
    twitter: column(text.nullable()),
    coverageScore: column(z.number().min(0).max(6).nullable()),
    /** Builds before 2026-12 lack it. */
    assumedDimensions: column(assumedDimensions).optional(),
    compositeScore: column(score.nullable()),
    /** Builds before 2026-12 lack it. */
    status: column(protocolStatus).optional(),
    tvlUsd: column(usd.nullable()),
    /** Builds before 2026-12 lack it. */
    tvlAsOf: column(day.nullable()).optional(),
    /**
     * TVL on each of the row's `chains`, in their order. Empty when its only chain has all of `tvlUsd`, or when none is known. Builds before
     * 2026-12 lack it.
     */
    chainTvlUsd: column(z.array(usd.nullable())).optional(),
    scoreHistory: column(scoreHistory),
    scoredAt: column(instant.nullable()),
    creditRisk: column(score.nullable()),
    counterpartyRisk: column(score.nullable()),
    liquidityRisk: column(score.nullable()),
    oracleRisk: column(score.nullable()),
    smartContractRisk: column(score.nullable()),
    liquidityTrapRisk: column(score.nullable()),
  }),
})

export type ScreenerIndex = z.infer<typeof screenerIndex>
