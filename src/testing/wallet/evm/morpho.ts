import { encodeAbiParameters, keccak256 } from 'viem'
import * as z from 'zod'
import type { Address, Hex } from '../../../chains/address.ts'
import { decodeReply, encodeCall } from '../../../chains/evm/viem.ts'
import { parseHex } from './artifacts.ts'
import { compiledPackage } from './compile.ts'
import { DEPLOYER, type Rig } from './rig.ts'

const PARAMS =
  '(address loanToken, address collateralToken, address oracle, address irm, uint256 lltv)'
/** The oracle counts the smallest unit of collateral in smallest units of the loan token, times this. */
const PRICE_UNIT = 10n ** 36n
const WAD = 10n ** 18n

/** What identifies a market of Morpho Blue. */
export interface MorphoParams {
  loanToken: Address
  collateralToken: Address
  oracle: Address
  irm: Address
  /** In parts of 10^18. */
  lltv: bigint
}

/** Morpho Blue 1.0.0 of its own package (BUSL-1.1), and the interest model and price that the package ships for tests. */
export interface Morpho {
  morpho: Address
  oracle: Address
  irm: Address
}

/** A yearly rate of the utilisation, and an oracle by which one unit of collateral is worth `price` units of the loan token. */
export async function deployMorpho(rig: Rig, price: bigint): Promise<Morpho> {
  const deploy = (name: string, types?: string, args?: readonly unknown[]) =>
    rig.deploy(compiledPackage('morpho', name), types, args)
  const morpho = await deploy('Morpho', 'address', [DEPLOYER])
  const oracle = await deploy('OracleMock')
  const irm = await deploy('IrmMock')
  await rig.send(oracle, 'function setPrice(uint256)', [price * PRICE_UNIT])
  await rig.send(morpho, 'function enableIrm(address)', [irm])
  return { morpho, oracle, irm }
}

/** Opens a market; returns its id. */
export async function createMorphoMarket(
  rig: Rig,
  morpho: Address,
  params: MorphoParams,
): Promise<Hex> {
  const isEnabled = 'function isLltvEnabled(uint256) view returns (bool)'
  if (params.lltv < WAD && !(await rig.read(morpho, isEnabled, [params.lltv])))
    await rig.send(morpho, 'function enableLltv(uint256)', [params.lltv])
  await rig.send(morpho, `function createMarket(${PARAMS})`, [params])
  const { loanToken, collateralToken, oracle, irm, lltv } = params
  const types = ['address', 'address', 'address', 'address', 'uint256'].map((type) => ({ type }))
  return keccak256(encodeAbiParameters(types, [loanToken, collateralToken, oracle, irm, lltv]))
}

/** The caller must have approved Morpho. */
export function supplyToMorpho(
  rig: Rig,
  morpho: Address,
  params: MorphoParams,
  amount: bigint,
  from: Address,
): Promise<void> {
  const signature = `function supply(${PARAMS}, uint256, uint256, address, bytes)` as const
  return rig.send(morpho, signature, [params, amount, 0n, from, '0x'], from)
}

/** Pledges collateral and borrows against it. The caller must have approved Morpho. */
export async function borrowFromMorpho(
  rig: Rig,
  morpho: Address,
  params: MorphoParams,
  { collateral, amount }: { collateral: bigint; amount: bigint },
  from: Address,
): Promise<void> {
  const pledge = `function supplyCollateral(${PARAMS}, uint256, address, bytes)` as const
  await rig.send(morpho, pledge, [params, collateral, from, '0x'], from)
  const borrow = `function borrow(${PARAMS}, uint256, uint256, address, address)` as const
  await rig.send(morpho, borrow, [params, amount, 0n, from, from], from)
}

export function withdrawFromMorpho(
  rig: Rig,
  morpho: Address,
  params: MorphoParams,
  amount: bigint,
  from: Address,
): Promise<void> {
  const signature = `function withdraw(${PARAMS}, uint256, uint256, address, address)` as const
  return rig.send(morpho, signature, [params, amount, 0n, from, from], from)
}

const WITHDRAW =
  `function withdraw(${PARAMS} params, uint256 assets, uint256 shares, address onBehalf, address receiver) returns (uint256 assets, uint256 shares)` as const
const REPAY =
  `function repay(${PARAMS} params, uint256 assets, uint256 shares, address onBehalf, bytes data) returns (uint256 assets, uint256 shares)` as const
const POSITION =
  'function position(bytes32 id, address user) view returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral)'

/**
 * What Morpho itself would pay an owner for all supply, and take for all debt, at the newest block. The owner must hold enough of the
 * loan token and have approved Morpho.
 */
export async function settlementOf(
  rig: Rig,
  morpho: Address,
  params: MorphoParams,
  id: Hex,
  owner: Address,
): Promise<{ supply: bigint; debt: bigint; collateral: bigint }> {
  const [supplied, owed, collateral] = await rig.read(morpho, POSITION, [id, owner])
  const asked = async (data: Hex) =>
    parseHex(
      z.string().parse(await rig.rpc('eth_call', [{ from: owner, to: morpho, data }, 'latest'])),
    )
  const withdraw = encodeCall(WITHDRAW, [params, 0n, supplied, owner, owner])
  const repay = encodeCall(REPAY, [params, 0n, owed, owner, '0x'])
  // Morpho refuses to move nothing.
  return {
    supply: supplied === 0n ? 0n : decodeReply(WITHDRAW, await asked(withdraw))[0],
    debt: owed === 0n ? 0n : decodeReply(REPAY, await asked(repay))[0],
    collateral,
  }
}
