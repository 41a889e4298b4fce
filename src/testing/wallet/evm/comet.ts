import type { Address } from '../../../chains/address.ts'
import { deployFeed, deployLocal, type Rig } from './rig.ts'

export interface CometAsset {
  address: Address
  decimals: number
  usd: number
}

export interface Comet {
  comet: Address
  /** Price feeds with 8 decimals: the base asset's, then the collaterals' in their order. */
  feeds: Address[]
}

const ASSET_INFO =
  '(uint8 offset, address asset, address priceFeed, uint64 scale, uint64 borrowCollateralFactor, uint64 liquidateCollateralFactor, uint64 liquidationFactor, uint128 supplyCap)'
const percent = (value: bigint): bigint => (value * 10n ** 18n) / 100n

/** A market with Comet's surface. Collaterals borrow at 80 % and are liquidated at 85 %. */
export async function deployComet(
  rig: Rig,
  symbol: string,
  base: CometAsset,
  collaterals: CometAsset[],
): Promise<Comet> {
  const feeds: Address[] = []
  for (const asset of [base, ...collaterals]) feeds.push(await deployFeed(rig, asset.usd))
  const infos = collaterals.map((asset, index) => ({
    offset: index,
    asset: asset.address,
    priceFeed: feeds[index + 1],
    scale: 10n ** BigInt(asset.decimals),
    borrowCollateralFactor: percent(80n),
    liquidateCollateralFactor: percent(85n),
    liquidationFactor: percent(95n),
    supplyCap: 2n ** 100n,
  }))
  const types = `string, address, address, uint8, ${ASSET_INFO}[]`
  const args = [symbol, base.address, feeds[0], base.decimals, infos]
  return { comet: await deployLocal(rig, 'comet.sol', 'Comet', types, args), feeds }
}

/** The caller must have approved the market. */
export function supplyToComet(
  rig: Rig,
  comet: Address,
  asset: Address,
  amount: bigint,
  from: Address,
): Promise<void> {
  return rig.send(comet, 'function supply(address, uint256)', [asset, amount], from)
}

/** Withdrawing more of the base asset than was supplied borrows it. */
export function withdrawFromComet(
  rig: Rig,
  comet: Address,
  asset: Address,
  amount: bigint,
  from: Address,
): Promise<void> {
  return rig.send(comet, 'function withdraw(address, uint256)', [asset, amount], from)
}
