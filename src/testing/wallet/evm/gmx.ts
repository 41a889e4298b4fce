import type { Address } from '../../../chains/address.ts'
import { deployLocal, type Rig } from './rig.ts'

export interface GmxV1 {
  reader: Address
  vault: Address
  /** Where GLP and GMX are staked. */
  glp: Address
  gmx: Address
}

/** GMX v1 without prices. */
export async function deployGmxV1(rig: Rig): Promise<GmxV1> {
  const deploy = (name: string) => deployLocal(rig, 'perps.sol', name)
  return {
    reader: await deploy('GmxReader'),
    vault: await deploy('GmxVault'),
    glp: await deploy('RewardTracker'),
    gmx: await deploy('RewardTracker'),
  }
}

/** `usd`: whole US dollars. */
export function setGmxPrice(rig: Rig, vault: Address, token: Address, usd: bigint): Promise<void> {
  return rig.send(vault, 'function setPrice(address, uint256)', [token, usd * 10n ** 30n])
}

/** Opens a position of that many US dollars, or makes it larger. The owner must have approved the vault. */
export function increaseAtGmx(
  rig: Rig,
  vault: Address,
  position: { collateral: Address; index: Address; amount: bigint; usd: bigint; isLong: boolean },
  owner: Address,
): Promise<void> {
  const { collateral, index, amount, usd, isLong } = position
  const signature = 'function increasePosition(address, address, uint256, uint256, bool)'
  return rig.send(vault, signature, [collateral, index, amount, usd * 10n ** 30n, isLong], owner)
}

/** Pays the margin with its profit or loss. */
export function closeAtGmx(
  rig: Rig,
  vault: Address,
  { collateral, index, isLong }: { collateral: Address; index: Address; isLong: boolean },
  owner: Address,
): Promise<void> {
  const signature = 'function closePosition(address, address, bool) returns (uint256)'
  return rig.send(vault, signature, [collateral, index, isLong], owner)
}
