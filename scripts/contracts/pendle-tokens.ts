import * as book from '@aave-dao/aave-address-book'
import * as z from 'zod'

const marketSchema = z.looseObject({
  CHAIN_ID: z.number(),
  ASSETS: z.record(z.string(), z.looseObject({ UNDERLYING: z.string(), decimals: z.number() })),
})

/**
 * Principal tokens that Aave lists, because that list is well maintained. Pendle's own list is an API, and its markets change every
 * quarter.
 */
export const PRINCIPAL_TOKENS = [
  ...new Map(
    Object.values(book).flatMap((value) => {
      const market = marketSchema.safeParse(value)
      if (!market.success) return []
      const { CHAIN_ID: chainId, ASSETS } = market.data
      return Object.entries(ASSETS)
        .filter(([key]) => key.startsWith('PT_'))
        .map(([key, { UNDERLYING: address, decimals }]) => {
          const row = { chainId, name: key.replaceAll('_', '-'), address, decimals }
          return [`${chainId} ${address}`, row] as const
        })
    }),
  ).values(),
]
