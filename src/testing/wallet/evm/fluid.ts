import type { Address } from '../../../chains/address.ts'
import { deployLocal, deployVault, mint, type Rig } from './rig.ts'

const ETHER = 10n ** 18n
const USD = 10n ** 6n
const ADD = 'function add(address)'

export interface Fluid {
  lendingResolver: Address
  vaultResolver: Address
  fToken: Address
  /** Vault 1: lends USDC against WETH, at 2,000 US dollars, up to 90 %. */
  vault: Address
}

/** Fluid's two resolvers, with an fToken of USDC and a vault that has USDC to lend. */
export async function deployFluid(rig: Rig, weth: Address, usdc: Address): Promise<Fluid> {
  const deploy = (name: string, types?: string, args?: readonly unknown[]) =>
    deployLocal(rig, 'fluid.sol', name, types, args)
  const lendingResolver = await deploy('LendingResolver')
  const vaultResolver = await deploy('VaultResolver')
  const fToken = await deployVault(rig, usdc, 'fUSDC')
  const price = (2_000n * USD * 10n ** 27n) / ETHER
  const vault = await deploy('FluidVault', 'address, address, uint256', [weth, usdc, price])
  await rig.send(lendingResolver, ADD, [fToken])
  await rig.send(vaultResolver, ADD, [vault])
  await mint(rig, usdc, vault, 100_000n * USD)
  return { lendingResolver, vaultResolver, fToken, vault }
}

/** Opens a position, whose id is the next number. The owner must have approved the vault. */
export function openAtFluid(
  rig: Rig,
  vault: Address,
  collateral: bigint,
  debt: bigint,
  owner: Address,
): Promise<void> {
  const operate = 'function operate(uint256, uint256, uint256, address) returns (uint256)'
  return rig.send(vault, operate, [0n, collateral, debt, owner], owner)
}
