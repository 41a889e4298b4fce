import type { DriverName } from '../../wallet/evm/contracts/drivers.ts'

/**
 * What the tests of a driver prove it against, best first. `published`: the protocol's own contracts, from a package, run on anvil.
 * `written`: contracts of ours with the published interface, run on anvil. `library`: the protocol's own code computes what is
 * expected. `played`: answers in the published shape, which prove nothing about the world.
 */
export type Proof = 'published' | 'written' | 'library' | 'played'

/** The best proof of each driver, and the test that gives it, from the folder of the drivers. */
export const TRUTH_OF_DRIVERS: Record<DriverName, readonly [proof: Proof, test: string]> = {
  aave: ['published', 'lending-chain.test.ts'],
  'aave-v4': ['played', 'aave-v4.test.ts'],
  balancer: ['played', 'balancer.test.ts'],
  'compound-v2': ['written', '../../../testing/wallet/scan-tron.test.ts'],
  'compound-v3': ['written', 'lending-chain.test.ts'],
  curve: ['played', 'curve.test.ts'],
  'curve-loan': ['written', 'cdp-chain.test.ts'],
  'deposit-pool': ['played', 'deposit-pool.test.ts'],
  eigenlayer: ['played', 'eigenlayer.test.ts'],
  erc4626: ['published', 'lending-chain.test.ts'],
  euler: ['played', 'euler.test.ts'],
  fluid: ['played', 'fluid.test.ts'],
  gains: ['played', 'gains.test.ts'],
  'gmx-v1': ['played', 'gmx-v1.test.ts'],
  'gmx-v2': ['played', 'gmx-v2.test.ts'],
  layerbank: ['written', 'layerbank-chain.test.ts'],
  'lido-queue': ['written', 'locks-chain.test.ts'],
  'liquid-staking': ['written', '../../../testing/wallet/scan-chain.test.ts'],
  liquity: ['written', 'cdp-chain.test.ts'],
  'liquity-v2': ['written', 'liquity-v2.test.ts'],
  lista: ['written', 'maker-chain.test.ts'],
  maker: ['written', 'maker-chain.test.ts'],
  'morpho-blue': ['library', 'morpho-blue.test.ts'],
  'morpho-optimizer': ['played', 'morpho-optimizer.test.ts'],
  nexus: ['written', 'owned-nfts-chain.test.ts'],
  pendle: ['played', 'pendle.test.ts'],
  'pool-registry': ['written', 'pool-registry.test.ts'],
  'rocket-node': ['written', 'rocket-node.test.ts'],
  stargate: ['written', 'stargate-chain.test.ts'],
  symbiotic: ['written', 'symbiotic-chain.test.ts'],
  synthetix: ['written', 'cdp-chain.test.ts'],
  uncx: ['written', 'uncx-chain.test.ts'],
  'uniswap-v2': ['published', 'uniswap-chain.test.ts'],
  'uniswap-v3': ['published', 'uniswap-chain.test.ts'],
  'uniswap-v4': ['played', 'uniswap-v4.test.ts'],
  'v2-pairs': ['published', 'v2-pairs.test.ts'],
  velodrome: ['played', 'velodrome.test.ts'],
  'vote-lock': ['written', 'locks-chain.test.ts'],
  'withdrawal-nft': ['written', 'owned-nfts-chain.test.ts'],
  'withdrawal-queue': ['written', 'withdrawal-queue-chain.test.ts'],
}
