import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { Erc4626Entry } from '../../src/wallet/evm/drivers/erc4626.ts'
import { AAVE_SOURCE } from './aave-tokens.ts'
import { lower } from './lower.ts'
import { knownToken } from './tokens.ts'

interface Vault {
  id: string
  protocol: string
  product: 'vault' | 'lst'
  vault: string
  symbol: string
  asset: string
  cooldown?: boolean
  source: string
}

/** Well-known ERC-4626 vaults. All are on Ethereum; on other chains these tokens are bridged and not vaults. */
const VAULTS: Vault[] = [
  {
    id: 'sky-susds',
    protocol: 'sky-lending',
    product: 'vault',
    vault: '0xa3931d71877C0E7a3148CB7Eb4463524FEc27fbD',
    symbol: 'sUSDS',
    asset: '0xdC035D45d973E3EC169d2276DDab16f1e407384F',
    source: 'sparkdotfi/spark-address-registry src/Ethereum.sol',
  },
  {
    id: 'sky-sdai',
    protocol: 'sky-lending',
    product: 'vault',
    vault: '0x83F20F44975D03b1b09e64809B757c47f942BEeA',
    symbol: 'sDAI',
    asset: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    source: AAVE_SOURCE,
  },
  {
    id: 'ethena-susde',
    protocol: 'ethena-usde',
    product: 'vault',
    vault: '0x9D39A5DE30e57443BfF2A8307A4256c8797A3497',
    symbol: 'sUSDe',
    asset: '0x4c9EDD5852cd905f086C759E8383e09bff1E68B3',
    cooldown: true,
    source: AAVE_SOURCE,
  },
  {
    id: 'frax-sfrxeth',
    protocol: 'frax-ether',
    product: 'lst',
    vault: '0xac3E018457B222d93114458476f3E3416Abbe38F',
    symbol: 'sfrxETH',
    asset: '0x5E8422345238F34275888049021821E8E08CAa1f',
    source: 'DefiLlama/yield-server src/adaptors/frax-ether; the same in many public repositories',
  },
]

export function entries({ chainId }: ScanChain): Erc4626Entry[] {
  if (chainId !== 1) return []
  return VAULTS.map(({ vault, symbol, asset, cooldown, ...rest }) => ({
    ...rest,
    market: symbol,
    driver: 'erc4626',
    vault: lower(vault),
    share: { symbol, decimals: 18 },
    asset: knownToken(chainId, asset),
    ...(cooldown ? { cooldown } : {}),
  }))
}
