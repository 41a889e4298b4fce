import type { Address } from '../../../chains/address.ts'
import { packagedCode } from './artifacts.ts'
import { approve, DEPLOYER, mint, type Rig } from './rig.ts'

const ARTIFACT = '@yearnvaults/contracts/artifacts/contracts/Vault.json'
const ANY_AMOUNT = 2n ** 256n - 1n

/** A vault of Yearn v2, API 0.2.2 (AGPL-3.0): `contracts/Vault.vy` of the package is that of yearn/yearn-vaults at 7556451e. */
export async function deployYearnVault(rig: Rig, asset: Address, symbol: string): Promise<Address> {
  const vault = await rig.deploy(packagedCode(ARTIFACT))
  const initialize =
    'function initialize(address token, address governance, address rewards, string name, string symbol)'
  await rig.send(vault, initialize, [asset, DEPLOYER, DEPLOYER, symbol, symbol])
  await rig.send(vault, 'function setDepositLimit(uint256 limit)', [ANY_AMOUNT])
  return vault
}

/** The asset must be mintable; the owner gets the amount for it. */
export async function depositAtYearn(
  rig: Rig,
  vault: Address,
  asset: Address,
  amount: bigint,
  owner: Address,
): Promise<void> {
  await mint(rig, asset, owner, amount)
  await approve(rig, asset, vault, owner)
  await rig.send(vault, 'function deposit(uint256 amount)', [amount], owner)
}
