import type { LiquityV2Entry } from '../../src/wallet/evm/drivers/liquity-v2.ts'
import { lower, slug } from './lower.ts'

/** As in the source: a branch for each collateral. */
const BRANCHES = [
  {
    collateral: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    symbol: 'WETH',
    troveManager: '0x7bcb64b2c9206a5b699ed43363f6f98d4776cf5a',
    troveNft: '0x1a0fc0b843afd9140267d25d4e575cb37a838013',
    borrowerOperations: '0x372abd1810eaf23cb9d941bbe7596dfb2c46bc65',
    priceFeed: '0xcc5f8102eb670c89a4a3c567c13851260303c24f',
    stabilityPool: '0x5721cbbd64fc7ae3ef44a0a3f9a790a9264cf9bf',
    surplusPool: '0xedbe2509e502c0320d2e7f8b6746a49b4b50e2bf',
    zappers: [
      '0x7022a4f4a2b9f0c30a5eb0b0073a8bb4c8e70c1f',
      '0xdccbd7a365aee086aa3b4ede8afe895b20770ae3',
    ],
  },
  {
    collateral: '0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0',
    symbol: 'wstETH',
    troveManager: '0xa2895d6a3bf110561dfe4b71ca539d84e1928b22',
    troveNft: '0x857aecebf75f1012dc18e15020c97096aea31b04',
    borrowerOperations: '0xa741a32f9dcfe6adba088fd0f97e90742d7d5da3',
    priceFeed: '0xe7aa2ba9e086a379d3beb224098bc634a46e314e',
    stabilityPool: '0x9502b7c397e9aa22fe9db7ef7daf21cd2aebe56b',
    surplusPool: '0x36e6cbdf68f64cf00fc3a6c634a25be32dd0a235',
    zappers: [
      '0xbd69d3e0ea967d146e925b7572b765c8e9c4127d',
      '0xe85230de04147c4ea363b21cdb801c1c19df0a56',
    ],
  },
  {
    collateral: '0xae78736cd615f374d3085123a210448e74fc6393',
    symbol: 'rETH',
    troveManager: '0xb2b2abeb5c357a234363ff5d180912d319e3e19e',
    troveNft: '0x7ae430e25b67f19b431e1d1dc048a5bcf24c0873',
    borrowerOperations: '0xe8119fc02953b27a1b48d2573855738485a17329',
    priceFeed: '0x34f1e9c7dcc279ec70d3c4488eb2d80fba8b7b2b',
    stabilityPool: '0xd442e41019b7f5c4dd78f50dc03726c446148695',
    surplusPool: '0xba4a2bd8b76df84cac98eba3f4b967d8423192bf',
    zappers: [
      '0xbe8b230dcd12e246f5edc5c103cc98be68ab636f',
      '0x75036b1d6de5665c60f5c33bb4a64e8e123211a2',
    ],
  },
]

/** The branches of Liquity v2 as deployed again in May 2025. */
export function liquityV2Entries(): LiquityV2Entry[] {
  return BRANCHES.map((branch) => ({
    id: `liquity-v2-${slug(branch.symbol)}`,
    protocol: 'liquity-v2',
    product: 'lending',
    driver: 'liquity-v2',
    troveManager: lower(branch.troveManager),
    troveNft: lower(branch.troveNft),
    borrowerOperations: lower(branch.borrowerOperations),
    priceFeed: lower(branch.priceFeed),
    stabilityPool: lower(branch.stabilityPool),
    surplusPool: lower(branch.surplusPool),
    zappers: branch.zappers.map(lower),
    collateral: { address: lower(branch.collateral), symbol: branch.symbol, decimals: 18 },
    debt: {
      address: lower('0x6440f144b7e50d6a8439336510312d2f54beb01d'),
      symbol: 'BOLD',
      decimals: 18,
    },
    reserve: {
      address: lower('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'),
      symbol: 'WETH',
      decimals: 18,
    },
    source: 'liquity/bold@0c8fed7 contracts/addresses/1.json',
  }))
}
