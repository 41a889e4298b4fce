import type { ScanChain } from '../../src/wallet/chains/scan-chains.ts'
import type { UncxEntry } from '../../src/wallet/evm/drivers/uncx.ts'
import { lower } from './lower.ts'

/** UNCX's lockers of shares in pairs, by the exchange of the pairs. */
const LOCKERS: Partial<Record<number, [exchange: string, locker: string][]>> = {
  1: [
    ['uniswap', '0x663a5c229c09b049e36dcc11a9b0d4a8eb9db214'],
    ['sushiswap', '0xed9180976c2a4742c7a57354fd39d8bec6cbd8ab'],
  ],
  56: [
    ['pancakeswap', '0xc765bddb93b0d1c1a88282ba0fa6b2d00e3e0c83'],
    ['pancakeswap-v1', '0xc8B839b9226965caf1d9fC1551588AaF553a7BE6'],
    ['biswap', '0x74dee1a3e2b83e1d1f144af2b741bbaffd7305e1'],
    ['safeswap', '0x1391b48c996ba2f4f38aee07e369a8f28d38220e'],
    ['julswap', '0x1f23742D882ace96baCE4658e0947cCCc07B6a75'],
    ['babydogeswap', '0xb89a15a4f3518c14c21be04b55546162b0cb39f0'],
  ],
  100: [['honeyswap', '0xe3D32266974f1E8f8549cAf9F54977040e7D1c07']],
  137: [['quickswap', '0xadb2437e6f65682b85f814fbc12fec0508a7b1d0']],
  8453: [
    ['uniswap', '0xc4E637D37113192F4F1F060DaEbD7758De7F4131'],
    ['sushiswap', '0xBeddF48499788607B4c2e704e9099561ab38Aae8'],
  ],
  43114: [['traderjoe', '0xa9f6aefa5d56db1205f36c34e6482a6d4979b3bb']],
}

export function entries({ chainId }: ScanChain): UncxEntry[] {
  return (LOCKERS[chainId] ?? []).map(([exchange, locker]) => ({
    id: `uncx-${exchange}`,
    protocol: 'uncx-network-v2',
    product: 'lp',
    driver: 'uncx',
    locker: lower(locker),
    source: 'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/unicrypt/config.js',
  }))
}
