import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { UncxEntry } from '../../src/wallet/evm/drivers/uncx.ts'
import { lower } from './lower.ts'

/** UNCX's lockers of shares in pairs, by the exchange of the pairs. */
const LOCKERS: Partial<Record<number, [exchange: string, locker: string][]>> = {
  1: [
    ['uniswap', '0x663a5c229c09b049e36dcc11a9b0d4a8eb9db214'],
    ['sushiswap', '0xed9180976c2a4742c7a57354fd39d8bec6cbd8ab'],
    ['uniswap-second', '0x59d7D55DdC58494FbBbca29904f108ece82Ac7FB'],
  ],
  10: [['uniswap', '0x5923c3911d9424F7725CAd33Ed176A6b885484D6']],
  56: [
    ['pancakeswap', '0xc765bddb93b0d1c1a88282ba0fa6b2d00e3e0c83'],
    ['pancakeswap-v1', '0xc8B839b9226965caf1d9fC1551588AaF553a7BE6'],
    ['biswap', '0x74dee1a3e2b83e1d1f144af2b741bbaffd7305e1'],
    ['safeswap', '0x1391b48c996ba2f4f38aee07e369a8f28d38220e'],
    ['julswap', '0x1f23742D882ace96baCE4658e0947cCCc07B6a75'],
    ['babydogeswap', '0xb89a15a4f3518c14c21be04b55546162b0cb39f0'],
    ['uniswap', '0x7229247bD5cf29FA9B0764Aa1568732be024084b'],
  ],
  100: [['honeyswap', '0xe3D32266974f1E8f8549cAf9F54977040e7D1c07']],
  137: [
    ['quickswap', '0xadb2437e6f65682b85f814fbc12fec0508a7b1d0'],
    ['sushiswap', '0x1F241EF7E9ecDDa8862256fC769FE7ec9240d94C'],
    ['uniswap', '0x939d71ADe0Bf94d3F8cf578413bF2a2f248BF58b'],
  ],
  8453: [
    ['uniswap', '0xc4E637D37113192F4F1F060DaEbD7758De7F4131'],
    ['sushiswap', '0xBeddF48499788607B4c2e704e9099561ab38Aae8'],
  ],
  42161: [
    ['camelot', '0xa71182392faAa9a123A9e8120e79515117f05Be4'],
    ['sushiswap', '0x275720567E5955F5f2D53A7A1Ab8a0Fc643dE50E'],
    ['uniswap', '0x63F4B2C082B1E0bbA38874567E053800379bF8D7'],
  ],
  43114: [
    ['traderjoe', '0xa9f6aefa5d56db1205f36c34e6482a6d4979b3bb'],
    ['pangolin', '0xb2b13B648E956B42b1d8c5B2476D87B9CBf48076'],
    ['uniswap', '0x07DD74C2dF2bC4eB04cf8eDb2F695AA79Ba590Eb'],
  ],
}

export function entries({ chainId }: ScanChain): UncxEntry[] {
  return (LOCKERS[chainId] ?? []).map(([exchange, locker]) => ({
    id: `uncx-${exchange}`,
    protocol: 'uncx-network-v2',
    product: 'lp',
    driver: 'uncx',
    locker: lower(locker),
    source: 'uncx-network/liquidity-locker-univ2-contracts@bf76b16 README.md',
  }))
}
