import type { Address } from '../../../chains/address.ts'
import { deployLocal, type Rig } from './rig.ts'
import {
  createPool,
  deployTrader,
  deployUniswapV3,
  inOrder,
  mintPosition,
  type UniswapV3,
} from './uniswap.ts'

export interface Slipstream {
  manager: Address
  factory: Address
  /** What computes and pays. */
  inner: UniswapV3
}

/** A deployment of Slipstream with one pool in which `owner` has a position that earned fees. The tokens must be mintable. */
export async function deploySlipstream(
  rig: Rig,
  [a, b]: [Address, Address],
  owner: Address,
  amount: bigint,
): Promise<Slipstream> {
  const tokens = inOrder(a, b)
  const inner = await deployUniswapV3(rig)
  const pool = await createPool(rig, inner, tokens)
  const deploy = (name: string, types?: string, args?: readonly unknown[]) =>
    deployLocal(rig, 'slipstream.sol', name, types, args)
  const factory = await deploy('SlipstreamFactory')
  const manager = await deploy('SlipstreamManager', 'address', [inner.positionManager])
  await rig.send(factory, 'function add(address)', [pool])
  await mintPosition(rig, inner, tokens, { lower: -600, upper: 600, amount }, owner)
  const swap = await deployTrader(rig, inner, tokens)
  await swap(tokens[0], amount / 7n)
  await swap(tokens[1], amount / 11n)
  return { manager, factory, inner }
}
