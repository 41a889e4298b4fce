import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { StakewiseEntry } from '../../src/wallet/evm/drivers/stakewise.ts'
import { lower } from './lower.ts'
import vaults from './stakewise-vaults.json' with { type: 'json' }
import { knownToken } from './tokens.ts'

const SOURCE =
  'stakewise/v3-core@748bb38 deployments; karpatkey/defi-kit@c787546 (2026-03-11): vaults with osTokens that had earned, as StakeWise’s index lists them'

interface Deployment {
  vaults: string
  registry: string
  asset: string
  osToken: [address: string, symbol: string]
  controller: string
  config: string
}

const DEPLOYMENTS: Record<number, Deployment> = {
  1: {
    vaults: vaults.ethereum,
    registry: '0x3a0008a588772446f6e656133C2D5029CC4FC20E',
    asset: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    osToken: ['0xf1C9acDc66974dFB6dEcB12aA385b9cD01190E38', 'osETH'],
    controller: '0x2A261e60FB14586B474C208b1B7AC6D0f5000306',
    config: '0x287d1e2A8dE183A8bf8f2b09Fa1340fBd766eb59',
  },
  100: {
    vaults: vaults.gnosis,
    registry: '0x7d014B3C6ee446563d4e0cB6fBD8C3D0419867cB',
    asset: '0x9C58BAcC331c9aa871AFD802DB6379a98e80CEdb',
    osToken: ['0xF490c80aAE5f2616d3e3BDa2483E30C4CB21d1A0', 'osGNO'],
    controller: '0x60B2053d7f2a0bBa70fe6CDd88FB47b579B9179a',
    config: '0xd6672fbE1D28877db598DC0ac2559A15745FC3ec',
  },
}

/** The vaults of StakeWise v3, which stake ether and GNO. */
export function entries({ chainId }: ScanChain): StakewiseEntry[] {
  const deployment = DEPLOYMENTS[chainId]
  if (!deployment) return []
  const [osToken, symbol] = deployment.osToken
  return [
    {
      id: 'stakewise-vaults',
      protocol: 'stakewise-v2',
      product: 'staking',
      driver: 'stakewise',
      vaults: `0x${deployment.vaults}`,
      registry: lower(deployment.registry),
      asset: knownToken(chainId, deployment.asset),
      osToken: { address: lower(osToken), symbol, decimals: 18 },
      controller: lower(deployment.controller),
      config: lower(deployment.config),
      source: SOURCE,
    },
  ]
}
