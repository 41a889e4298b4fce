import { MULTICALL3 } from '../../src/chains/evm/multicall.ts'
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { DepositPoolEntry } from '../../src/wallet/evm/drivers/deposit-pool.ts'
import type { EigenlayerEntry } from '../../src/wallet/evm/drivers/eigenlayer.ts'
import type { NexusEntry } from '../../src/wallet/evm/drivers/nexus.ts'
import type { SymbioticEntry } from '../../src/wallet/evm/drivers/symbiotic.ts'
import { lower } from './lower.ts'
import { knownToken } from './tokens.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

/** What Zircuit's staking takes, as far as a list names it: its pool only logs the tokens that it takes, so others are not known. */
const ZIRCUIT: [address: string, symbol: string, decimals?: number][] = [
  ['0xbf5495Efe5DB9ce00f80364C8B423567e58d2110', 'ezETH'],
  ['0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee', 'weETH'],
  ['0xA1290d69c65A6Fe4DF752f95823fae25cB99e5A7', 'rsETH'],
  ['0xD9A442856C234a39a81a089C06451EBAa4306a72', 'pufETH'],
  ['0xFAe103DC9cf190eD75350761e95403b7b8aFa6c0', 'rswETH'],
  ['0xf951E335afb289353dc249e82926178EaC7DEd78', 'swETH'],
  ['0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0', 'wstETH'],
  ['0xd5F7838F5C461fefF7FE49ea5ebaF7728bB0ADfa', 'mETH'],
  ['0x18f313Fc6Afc9b5FD6f0908c1b3D476E3feA1DD9', 'egETH'],
  ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'WETH'],
  ['0x4c9EDD5852cd905f086C759E8383e09bff1E68B3', 'USDe'],
  ['0x49446A0874197839D15395B908328a74ccc96Bc0', 'mstETH'],
  ['0x32bd822d615A3658A68b6fDD30c2fcb2C996D678', 'mswETH'],
  ['0xE46a5E19B19711332e33F33c2DB3eA143e86Bc10', 'mwBETH'],
  ['0x7122985656e38BDC0302Db86685bb972b145bD3C', 'STONE'],
  ['0x8c1BEd5b9a0928467c9B1341Da1D7BD5e10b6549', 'LsETH'],
  ['0x8c9532a60E0E7C6BbD2B2c1303F63aCE1c3E9811', 'pzETH'],
  ['0xBEEF69Ac7870777598A04B2bd4771c71212E6aBc', 'steakLRT'],
  ['0x84631c0d0081FDe56DeB72F6DE77abBbF6A9f93a', 'Re7LRT'],
  ['0x5fD13359Ba15A84B76f7F87568309040176167cd', 'amphrETH'],
  ['0x7a4EffD87C2f3C55CA251080b1343b605f327E3a', 'rstETH'],
  ['0x8236a87084f8B84306f72007F36F2618A5634494', 'LBTC', 8],
]

export function entries({
  chainId,
}: ScanChain): (EigenlayerEntry | DepositPoolEntry | NexusEntry | SymbioticEntry)[] {
  if (chainId !== 1) return []
  return [
    {
      id: 'eigenlayer',
      protocol: 'eigenlayer',
      product: 'staking',
      driver: 'eigenlayer',
      delegationManager: '0x39053d51b77dc0d36036fc1fcc8cb819df8ef37a',
      multicall3: MULTICALL3,
      native: knownToken(chainId, WETH),
      source:
        'Layr-Labs/eigenlayer-contracts README (deployments); the same in many public repositories',
    },
    {
      id: 'nexus-mutual-staking',
      protocol: 'nexus-mutual',
      product: 'staking',
      driver: 'nexus',
      collection: '0xcafea508a477d94c502c253a58239fb8f948e97f',
      viewer: '0xcafea5c7d25a192ba70eca0e2db62f835c1cf81f',
      nxm: { address: '0xd7c49cee7e9188cca6ad8ff264c1da2e69d4cf3b', symbol: 'NXM', decimals: 18 },
      source: '@nexusmutual/deployments@3.4.0 addresses.json',
    },
    {
      id: 'symbiotic',
      protocol: 'symbiotic',
      product: 'staking',
      driver: 'symbiotic',
      vaults: '0xaeb6bdd95c502390db8f52c8909f703e9af6a346',
      collaterals: '0x1bc8fcfbe6aa17e4a7610f51b888f34583d202ec',
      source:
        'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/symbiotic; the same in many public repositories',
    },
    {
      id: 'zircuit-staking',
      protocol: 'zircuit-staking',
      product: 'staking',
      driver: 'deposit-pool',
      pool: '0xf047ab4c75cebf0eb9ed34ae2c186f3611aeafa6',
      tokens: ZIRCUIT.map(([address, symbol, decimals = 18]) => ({
        address: lower(address),
        symbol,
        decimals,
      })),
      source:
        'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/zircuit; tokens: its first version, and DefiLlama/dimension-adapters zircuit',
    },
  ]
}
