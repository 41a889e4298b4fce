import * as z from 'zod'
import { listOf } from '../../chains/nodes/list-of.ts'

const usd = z.number().nullish()

const asset = z.looseObject({
  type: z.string(),
  attributes: z.looseObject({ isClaimable: z.boolean().optional() }).optional(),
  data: z.looseObject({ address: z.string().optional(), amount: z.number().optional() }),
})
const assets = listOf(asset).default([])

const common = {
  networkId: z.string(),
  platformId: z.string(),
  label: z.string().default(''),
  name: z.string().optional(),
}

const position = z.looseObject({
  address: z.string().optional(),
  name: z.string().optional(),
  side: z.enum(['long', 'short']),
  sizeValue: usd,
  collateralValue: usd,
  leverage: z.number().nullish(),
  entryPrice: usd,
  liquidationPrice: usd,
  pnlValue: usd,
})

/** One element of a portfolio. An element of any other type fails to parse, and its platform is reported as failed. */
export const jupiterElement = z.discriminatedUnion('type', [
  z.looseObject({
    ...common,
    type: z.literal('multiple'),
    data: z.looseObject({ assets, ref: z.string().optional() }),
  }),
  z.looseObject({
    ...common,
    type: z.literal('liquidity'),
    data: z.looseObject({
      liquidities: listOf(
        z.looseObject({ assets, rewardAssets: assets, ref: z.string().optional() }),
      ),
    }),
  }),
  z.looseObject({
    ...common,
    type: z.literal('borrowlend'),
    data: z.looseObject({
      suppliedAssets: assets,
      borrowedAssets: assets,
      rewardAssets: assets,
      ref: z.string().optional(),
    }),
  }),
  z.looseObject({
    ...common,
    type: z.literal('leverage'),
    data: z.looseObject({
      isolated: z.looseObject({ positions: listOf(position) }).optional(),
      cross: z.looseObject({ positions: listOf(position), collateralAssets: assets }).optional(),
      ref: z.string().optional(),
    }),
  }),
])

/** `GET /portfolio/v1/positions/{address}`, in the shape that SonarWatch published for its portfolios. */
export const jupiterPortfolio = z.looseObject({
  fetcherReports: listOf(z.looseObject({ id: z.string(), status: z.string() })),
  elements: listOf(z.looseObject({ type: z.string(), ...common })),
  tokenInfo: z
    .looseObject({
      solana: z
        .record(
          z.string(),
          z.looseObject({
            symbol: z.string().optional(),
            decimals: z.int().min(0).max(18).optional(),
          }),
        )
        .optional(),
    })
    .optional(),
})

export type JupiterPortfolio = z.infer<typeof jupiterPortfolio>
export type JupiterElement = z.infer<typeof jupiterElement>
export type JupiterAsset = z.infer<typeof asset>
export type JupiterPosition = z.infer<typeof position>
