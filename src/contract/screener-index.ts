import * as z from 'zod'
import * as f from './fields.ts'
import { assumedDimensions, protocolStatus, scoreHistory } from './protocol-summary.ts'

const column = <T extends z.ZodType>(cell: T) => z.array(cell)

const nameAliases = z.record(f.text, z.array(f.count))

/** Every row of the screener, by column: `columns.x[i]` belongs to the protocol `columns.id[i]`. Rows are ordered by `id`. */
export const screenerIndex = z.strictObject({
  snapshot: f.text,
  asOf: f.day,
  count: f.count,
  /** Names that `columns.category` and `columns.chains` point into. */
  categories: z.array(f.text),
  chains: z.array(f.text),
  /** Symbols of tokens in capitals, which `columns.assets` points into. Builds before 2026-12 lack them. */
  assets: z.array(f.text).optional(),
  /** Other spellings of those names in lower case, with the indexes of the names each refers to. Builds before 2026-12 lack them. */
  aliases: z
    .strictObject({ categories: nameAliases, chains: nameAliases, assets: nameAliases.optional() })
    .optional(),
  /** Former ids, each with the one to ask for instead. Builds before 2026-12 lack them. */
  former: z.record(f.slugText, f.slugText).optional(),
  columns: z.strictObject({
    id: column(f.slugText),
    /** Every numeric id that upstream has given to the protocol, the kept one first; slugs change. Builds before 2026-12 lack them. */
    upstreamIds: column(z.array(f.text).min(1)).optional(),
    name: column(f.text),
    category: column(f.countOrNull),
    chains: column(z.array(f.count)),
    logoUrl: column(f.linkOrNull),
    url: column(f.linkOrNull),
    twitter: column(f.textOrNull),
    coverageScore: column(z.number().min(0).max(6).nullable()),
    /** Builds before 2026-12 lack it. */
    assumedDimensions: column(assumedDimensions).optional(),
    compositeScore: column(f.scoreOrNull),
    /** Builds before 2026-12 lack it. */
    status: column(protocolStatus).optional(),
    tvlUsd: column(f.usdOrNull),
    /** Builds before 2026-12 lack it. */
    tvlAsOf: column(f.dayOrNull).optional(),
    /**
     * TVL on each of the row's `chains`, in their order. Empty when its only chain has all of `tvlUsd`, or when none is known. Builds before
     * 2026-12 lack it.
     */
    chainTvlUsd: column(z.array(f.usdOrNull)).optional(),
    scoreHistory: column(scoreHistory),
    scoredAt: column(f.instantOrNull),
    creditRisk: column(f.scoreOrNull),
    counterpartyRisk: column(f.scoreOrNull),
    liquidityRisk: column(f.scoreOrNull),
    oracleRisk: column(f.scoreOrNull),
    smartContractRisk: column(f.scoreOrNull),
    liquidityTrapRisk: column(f.scoreOrNull),
    /** Tokens that lie in it, back its loans, or that its markets lend or take. The three are absent in builds before 2026-12. */
    assets: column(z.array(f.count)).optional(),
    /** Share of what is held, beside `assets`; null for what only markets lend or take. */
    assetShares: column(z.array(f.shareOrNull)).optional(),
    /** Share of what is held of which it is not known what it is; 1 where nothing is known, null where only its markets are. */
    assetsUnknown: column(f.shareOrNull).optional(),
  }),
})

export type ScreenerIndex = z.infer<typeof screenerIndex>
