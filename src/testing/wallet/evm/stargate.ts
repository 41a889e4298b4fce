import { toHex } from 'viem'
import type { Address } from '../../../chains/address.ts'
import { encodeCall } from '../../../chains/evm/viem.ts'
import { packagedCode } from './artifacts.ts'
import { DEPLOYER, type Rig } from './rig.ts'

const SHARED_DECIMALS = 6
/** Another chain, and the pool there that every pool here trades with. */
const [OTHER_CHAIN, OTHER_POOL] = [2, 1n]
/** Credit is kept until it is more than this part of the liquidity, in parts of 10,000: never, so that shares can be redeemed here. */
const NEVER = 10_000n
const FAR_FUTURE = 10n ** 11n

const CREATE_POOL =
  'function createPool(uint256 id, address token, uint8 sharedDecimals, uint8 localDecimals, string name, string symbol)'
const SWAP_REMOTE =
  'function swapRemote(uint16 chain, bytes source, uint256 nonce, uint256 sourcePool, uint256 pool, uint256 gas, address to, (uint256 amount, uint256 eqFee, uint256 eqReward, uint256 lpFee, uint256 protocolFee, uint256 lkbRemove) swap, bytes payload)'

/** Stargate's first version, of its own package. Its bridge is the deployer, who brings what other chains send. */
export interface Stargate {
  router: Address
  factory: Address
}

const code = (file: string) =>
  packagedCode(`@stargatefinance/stg-evm-v1/artifacts/contracts/${file}.sol/${file}.json`)

export async function deployStargate(rig: Rig): Promise<Stargate> {
  const router = await rig.deploy(code('Router'))
  const factory = await rig.deploy(code('Factory'), 'address', [router])
  await rig.send(router, 'function setBridgeAndFactory(address, address)', [DEPLOYER, factory])
  return { router, factory }
}

/** A pool that counts in six decimals, whatever its token has. */
export async function createStargatePool(
  rig: Rig,
  { router, factory }: Stargate,
  id: bigint,
  token: Address,
  decimals: number,
): Promise<Address> {
  await rig.send(router, CREATE_POOL, [id, token, SHARED_DECIMALS, decimals, 'Pool', 'S*'])
  const path = [id, OTHER_CHAIN, OTHER_POOL] as const
  await rig.send(router, 'function createChainPath(uint256, uint16, uint256, uint256)', [
    ...path,
    1n,
  ])
  await rig.send(router, 'function activateChainPath(uint256, uint16, uint256)', path)
  const signature = 'function setDeltaParam(uint256, bool, uint256, uint256, bool, bool)'
  await rig.send(router, signature, [id, true, NEVER, NEVER, true, true])
  return rig.read(factory, 'function getPool(uint256) view returns (address)', [id])
}

/** The owner must have approved the router. */
export function addToStargate(
  rig: Rig,
  { router }: Stargate,
  id: bigint,
  amount: bigint,
  owner: Address,
): Promise<void> {
  return rig.send(
    router,
    'function addLiquidity(uint256, uint256, address)',
    [id, amount, owner],
    owner,
  )
}

/** A swap from the other chain, of amounts in six decimals: the trader is paid, the owners of the pool earn the fee. */
export function swapToStargate(
  rig: Rig,
  { router }: Stargate,
  id: bigint,
  { amount, lpFee }: { amount: bigint; lpFee: bigint },
  to: Address,
): Promise<void> {
  const swap = { amount, eqFee: 0n, eqReward: 0n, lpFee, protocolFee: 0n, lkbRemove: 0n }
  return rig.send(router, SWAP_REMOTE, [
    OTHER_CHAIN,
    '0x01',
    1n,
    OTHER_POOL,
    id,
    0n,
    to,
    swap,
    '0x',
  ])
}

export function redeemFromStargate(
  rig: Rig,
  { router }: Stargate,
  id: number,
  shares: bigint,
  owner: Address,
  to = owner,
): Promise<void> {
  const signature = 'function instantRedeemLocal(uint16, uint256, address)'
  return rig.send(router, signature, [id, shares, to], owner)
}

/** The token that represents the coin of the chain, with some of it for an owner. */
export async function deployStargateEther(
  rig: Rig,
  owner: Address,
  amount: bigint,
): Promise<Address> {
  const vault = await rig.deploy(code('StargateEthVault'))
  const data = encodeCall('function deposit()', [])
  await rig.rpc('eth_sendTransaction', [{ from: owner, to: vault, value: toHex(amount), data }])
  return vault
}

/** A farm of these kinds of share, whose rewards start in a far future. */
export async function deployStargateFarm(
  rig: Rig,
  reward: Address,
  shares: readonly Address[],
): Promise<Address> {
  const types = 'address, uint256, uint256, uint256'
  const farm = await rig.deploy(code('LPStakingTime'), types, [reward, 0n, FAR_FUTURE, FAR_FUTURE])
  for (const share of shares) await rig.send(farm, 'function add(uint256, address)', [1n, share])
  return farm
}
