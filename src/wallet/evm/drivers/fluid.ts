import * as z from 'zod'
import type { Address } from '../../model/address.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { Unreadable } from '../../model/unreadable.ts'
import { call, decodeOrThrow } from '../client/call.ts'
import type { ResultOf } from '../client/viem.ts'
import type { Driver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { loanOf } from './lender-loan.ts'
import { ask, ratio, tokenCalls, tokenFrom } from './reading.ts'

const SUPPLY_DATA =
  '(bool withInterest, uint256 supply, uint256 withdrawalLimit, uint256 lastUpdate, uint256 expandPercent, uint256 expandDuration, uint256 baseLimit, uint256 withdrawableUntilLimit, uint256 withdrawable, uint256 decayEnd, uint256 decayAmount)'
const LENDING =
  `function getUserPositions(address user) view returns (((address token, bool eip2612, bool isNative, string name, string symbol, uint256 decimals, address asset, uint256 totalAssets, uint256 totalSupply, uint256 toShares, uint256 toAssets, uint256 rewardsRate, uint256 supplyRate, int256 rebalance, ${SUPPLY_DATA} liquidity) details, (uint256 shares, uint256 assets, uint256 balance, uint256 allowance) user)[])` as const
// The resolver's structs, flattened: a nested struct of fixed size is encoded like its fields. 18 words of constants, 13 of
// configuration, then rates, totals, limits, state and the vault's own accounts, 63 words.
const VAULTS =
  'function positionsByUser(address user) view returns ((uint256 nftId, address owner, bool isLiquidated, bool isSupplyPosition, int256 tick, uint256 tickId, uint256[3] before, uint256 supply, uint256 borrow, uint256 dust)[] positions, (address vault, bool isSmartCol, bool isSmartDebt, address[6] parts, address supply, address borrow, address[2] supplyToken, address[2] borrowToken, uint256 vaultId, uint256[5] slots, uint256[3] factors, uint256 liquidationThreshold, uint256[6] limits, uint256 priceLiquidate, uint256[2] keeping, uint256[63] rest)[] vaults)'

/** The address by which Fluid refers to the chain's native coin. */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const PRICE_UNIT = 10n ** 27n
const THRESHOLD_UNIT = 10_000n

export const fluidEntry = entryBase.extend({
  driver: z.literal('fluid'),
  lendingResolver: address,
  vaultResolver: address,
  /** The wrapped native coin, in which the native coin is reported because it has the same price. */
  native: token,
})
export type FluidEntry = z.infer<typeof fluidEntry>

type Vault = ResultOf<typeof VAULTS>[1][number]
type VaultPosition = ResultOf<typeof VAULTS>[0][number]

/** All deposits and vault positions at Fluid, from its two resolvers. No other driver counts fTokens. */
export const fluid: Driver<FluidEntry> = function* (entry, owner) {
  const [lending, vaulting] = yield [
    call(entry.lendingResolver, LENDING, [owner]),
    call(entry.vaultResolver, VAULTS, [owner]),
  ]
  const deposits = decodeOrThrow(lending, LENDING).filter(({ user }) => user.shares > 0n)
  const [positions, vaults] = decodeOrThrow(vaulting, VAULTS)
  if (positions.length !== vaults.length)
    throw new Unreadable(
      `The vault resolver returned ${positions.length} positions but ${vaults.length} vaults`,
    )
  const opened = positions.flatMap((each, at) => {
    const vault = vaults[at]
    return vault && each.supply + each.borrow > 0n ? [{ each, vault }] : []
  })

  const wanted = new Set([
    ...deposits.map(({ details }) => details.asset),
    ...opened.flatMap(({ vault }) => [
      ...(vault.isSmartCol ? [] : [vault.supplyToken[0]]),
      ...(vault.isSmartDebt ? [] : [vault.borrowToken[0]]),
    ]),
  ])
  wanted.delete(NATIVE)
  const addresses = [...wanted]
  const words = yield* ask(addresses.flatMap((each) => tokenCalls(each)))
  const tokens = new Map<Address, Token>([[NATIVE, entry.native]])
  addresses.forEach((each, at) => {
    tokens.set(each, tokenFrom(each, words[2 * at], words[2 * at + 1]))
  })

  return [
    ...deposits.map(({ details, user }) =>
      positionOf(entry, {
        market: details.symbol,
        receiptToken: details.token,
        legs: legsOf('supply', tokenOf(tokens, details.asset), user.assets),
      }),
    ),
    ...opened.map(({ each, vault }) => vaultFinding(entry, each, vault, tokens)),
  ]
}

function vaultFinding(
  entry: FluidEntry,
  each: VaultPosition,
  vault: Vault,
  tokens: Map<Address, Token>,
): Finding {
  const { isSmartCol, isSmartDebt, supplyToken, borrowToken } = vault
  const supplied = isSmartCol
    ? dexShares(vault.supply, 'collateral')
    : tokenOf(tokens, supplyToken[0])
  const borrowed = isSmartDebt ? dexShares(vault.borrow, 'debt') : tokenOf(tokens, borrowToken[0])
  const legs = [
    ...legsOf('supply', supplied, each.supply, true),
    ...legsOf('borrow', borrowed, each.borrow),
  ]
  const { loan } = loanOf(legs, {
    collateral: each.supply * vault.priceLiquidate * THRESHOLD_UNIT,
    debt: each.borrow * PRICE_UNIT * THRESHOLD_UNIT,
    limit: each.supply * vault.priceLiquidate * vault.liquidationThreshold,
  })
  const isPool = isSmartCol || isSmartDebt
  return positionOf(entry, {
    market: `vault ${vault.vaultId}`,
    ref: each.nftId.toString(),
    legs,
    healthFactor: healthOf(each, vault),
    // A share of a pool has no price that anyone could watch.
    ...(loan && { loan: isPool ? { ...loan, liquidationPrice: null } : loan }),
  })
}

/** Shares of a Fluid pool. They have no price, so the value of such a leg is unknown. */
function dexShares(pool: Address, side: string): Token {
  return { address: pool, symbol: `Fluid pool ${side} share`, decimals: 18 }
}

/** Collateral at the liquidation price and threshold, divided by the debt. The vault's price is debt per collateral. */
function healthOf({ supply, borrow }: VaultPosition, vault: Vault): number | null {
  if (borrow === 0n || vault.priceLiquidate === 0n) return null
  const covered = supply * vault.priceLiquidate * vault.liquidationThreshold
  return ratio(covered, borrow * PRICE_UNIT * THRESHOLD_UNIT)
}

function tokenOf(tokens: Map<Address, Token>, at: Address): Token {
  const found = tokens.get(at)
  if (!found) throw new Unreadable(`The token ${at} was not read`)
  return found
}
