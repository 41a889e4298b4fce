import type { DriverName } from '../../wallet/evm/contracts/drivers.ts'

/**
 * What the tests of a driver prove it against, best first. `published`: the protocol's own contracts, from a package, run on anvil.
 * `recorded`: what the protocol's own contracts answered and paid on anvil, compiled from their published source, in `evm/recorded`.
 * Contracts of ours with a published interface prove no driver: they share our belief. They stand beside these, for what goes wrong.
 */
export type Proof = 'published' | 'recorded'

/** Plays every recorded run. */
const RECORDED = '../contracts/recorded-runs.test.ts'

/** The best proof of each driver, and the test that gives it, from the folder of the drivers. */
export const TRUTH_OF_DRIVERS: Record<DriverName, readonly [proof: Proof, test: string]> = {
  aave: ['published', 'lending-chain.test.ts'],
  'aave-v4': ['recorded', RECORDED],
  abracadabra: ['recorded', RECORDED],
  balancer: ['published', 'pools-chain.test.ts'],
  'compound-v2': ['published', 'compound-v2-chain.test.ts'],
  'compound-v3': ['recorded', RECORDED],
  curve: ['recorded', RECORDED],
  'curve-loan': ['recorded', RECORDED],
  'deposit-pool': ['recorded', RECORDED],
  eigenlayer: ['recorded', RECORDED],
  erc4626: ['published', 'lending-chain.test.ts'],
  euler: ['recorded', RECORDED],
  fluid: ['recorded', RECORDED],
  gains: ['recorded', RECORDED],
  'gmx-v1': ['recorded', RECORDED],
  'gmx-v2': ['recorded', RECORDED],
  fraxlend: ['recorded', RECORDED],
  layerbank: ['recorded', RECORDED],
  'lido-queue': ['recorded', RECORDED],
  'liquid-staking': ['recorded', RECORDED],
  liquity: ['recorded', RECORDED],
  'liquity-v2': ['recorded', RECORDED],
  lista: ['recorded', RECORDED],
  maker: ['recorded', RECORDED],
  'morpho-blue': ['published', 'morpho-blue-chain.test.ts'],
  'morpho-optimizer': ['recorded', RECORDED],
  'morpho-vault-markets': ['recorded', RECORDED],
  nexus: ['recorded', RECORDED],
  pendle: ['published', 'pendle-chain.test.ts'],
  'pool-registry': ['published', 'pools-chain.test.ts'],
  'rocket-node': ['recorded', RECORDED],
  silo: ['recorded', RECORDED],
  'silo-v1': ['recorded', RECORDED],
  stakewise: ['recorded', RECORDED],
  stargate: ['published', 'stargate-chain.test.ts'],
  symbiotic: ['published', 'symbiotic-chain.test.ts'],
  synthetix: ['published', 'synthetix-chain.test.ts'],
  uncx: ['recorded', RECORDED],
  'uniswap-v2': ['published', 'uniswap-chain.test.ts'],
  'uniswap-v3': ['published', 'uniswap-chain.test.ts'],
  'uniswap-v4': ['published', 'uniswap-v4-chain.test.ts'],
  'v2-pairs': ['published', 'v2-pairs.test.ts'],
  velodrome: ['recorded', RECORDED],
  'vault-list': ['published', 'vault-list.test.ts'],
  'vote-lock': ['published', 'vote-lock-chain.test.ts'],
  'withdrawal-nft': ['recorded', RECORDED],
  'withdrawal-queue': ['recorded', RECORDED],
}
