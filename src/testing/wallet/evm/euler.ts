import type { Address } from '../../../chains/address.ts'
import { encodeCall, toAddress } from '../../../chains/evm/viem.ts'
import { deployLocal, type Rig } from './rig.ts'

const ETHER = 10n ** 18n
const DEPOSIT = 'function deposit(uint256, address) returns (uint256)'
const ENABLE_COLLATERAL = 'function enableCollateral(address account, address vault)'
const ENABLE_CONTROLLER = 'function enableController(address account, address vault)'
const BORROW = 'function borrow(uint256 amount, address receiver) returns (uint256)'
const CALL =
  'function call(address target, address account, uint256 value, bytes data) returns (bytes)'
/** 85 %, in basis points. */
const LTV = 8_500

export interface Euler {
  evc: Address
  wethVault: Address
  /** Lends against shares of the other one. */
  usdcVault: Address
}

/** Euler v2's connector with a vault of WETH, at 2,000 US dollars, and one of USDC. */
export async function deployEuler(rig: Rig, weth: Address, usdc: Address): Promise<Euler> {
  const deploy = (name: string, types?: string, args?: readonly unknown[]) =>
    deployLocal(rig, 'euler.sol', name, types, args)
  const evc = await deploy('VaultConnector')
  const types = 'address, address, string, uint256'
  const wethVault = await deploy('EVault', types, [evc, weth, 'eWETH-1', 2_000n * ETHER])
  const usdcVault = await deploy('EVault', types, [evc, usdc, 'eUSDC-1', ETHER])
  await rig.send(usdcVault, 'function setLTV(address, uint16)', [wethVault, LTV])
  return { evc, wethVault, usdcVault }
}

/** One of the 256 accounts of an owner at Euler's connector: the owner's address XOR the number (euler-xyz/ethereum-vault-connector). */
export function subAccountOf(owner: Address, number: number): Address {
  const account = toAddress(`0x${(BigInt(owner) ^ BigInt(number)).toString(16).padStart(40, '0')}`)
  if (account === null) throw new Error(`${owner} has no account ${number}`)
  return account
}

/** Pledges WETH in an account and borrows USDC against it. The owner must have approved the vault of WETH. */
export async function borrowFromEuler(
  rig: Rig,
  { evc, wethVault, usdcVault }: Euler,
  { account, collateral, debt }: { account: Address; collateral: bigint; debt: bigint },
  owner: Address,
): Promise<void> {
  await rig.send(wethVault, DEPOSIT, [collateral, account], owner)
  await rig.send(evc, ENABLE_COLLATERAL, [account, wethVault], owner)
  await rig.send(evc, ENABLE_CONTROLLER, [account, usdcVault], owner)
  const data = encodeCall(BORROW, [debt, owner])
  await rig.send(evc, CALL, [usdcVault, account, 0n, data], owner)
}
