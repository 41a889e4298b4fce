import type { LiquityEntry } from '../../src/wallet/evm/drivers/liquity.ts'
import { lower, slug } from './lower.ts'

const COLLATERALS = {
  wstETH: '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0',
  rETH: '0xae78736Cd615f374D3085123A210448E74Fc6393',
  cbETH: '0xBe9895146f7AF43049ca1c1AE358B0541Ea49704',
  sfrxETH: '0xac3E018457B222d93114458476f3E3416Abbe38F',
}

/** The trove managers of each collateral; the first of each is the older one. */
const MANAGERS: Record<keyof typeof COLLATERALS, string[]> = {
  wstETH: [
    '0xbf6883a03fd2fcfa1b9fc588ad6193b3c3178f8f',
    '0x1cc79f3f47bfc060b6f761fcd1afc6d399a968b6',
  ],
  rETH: [
    '0xe0e255fd5281bec3bb8fa1569a20097d9064e445',
    '0x0d6741f1a3a538f78009ca2e3a13f9cb1478b2d0',
  ],
  cbETH: [
    '0x63cc74334f4b1119276667cf0079ac0c8a96cfb2',
    '0x2ee8fca637d4b0bdb402c2735ea55ef6976c25db',
  ],
  sfrxETH: [
    '0xf69282a7e7ba5428f92f610e7afa1c0cedc4e483',
    '0xc2545c68a71f6803264bde885870fd72d361fb9e',
  ],
}

/** Prisma's vaults for staked ETH: one trove manager each, made as Liquity's. */
export function prismaEntries(): LiquityEntry[] {
  return (['wstETH', 'rETH', 'cbETH', 'sfrxETH'] as const).flatMap((symbol) =>
    MANAGERS[symbol].map((manager, at): LiquityEntry => {
      return {
        id: `prisma-${slug(symbol)}-${at + 1}`,
        protocol: 'prismalst',
        product: 'lending',
        market: symbol,
        driver: 'liquity',
        troveManager: lower(manager),
        collateral: { address: lower(COLLATERALS[symbol]), symbol, decimals: 18 },
        debt: {
          address: lower('0x4591DBfF62656E7859Afe5e45f6f47D3669fBB28'),
          symbol: 'mkUSD',
          decimals: 18,
        },
        source: 'the same trove managers in several independent public repositories',
      }
    }),
  )
}
