import * as z from 'zod'
import { type Address, NATIVE_COIN } from '../../../chains/address.ts'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding, TokenAmount } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, withAvailable } from './entry-position.ts'
import { amountsOf, type PoolShares } from './fluid-pools.ts'
import { loanOf } from './loan.ts'
import { answersTo, must, tokenAt } from './questions.ts'
import { ratio } from './reading.ts'

const SUPPLY_DATA =
  '(bool withInterest, uint256 supply, uint256 withdrawalLimit, uint256 lastUpdate, uint256 expandPercent, uint256 expandDuration, uint256 baseLimit, uint256 withdrawableUntilLimit, uint256 withdrawable, uint256 decayEnd, uint256 decayAmount)'
const LENDING =
  `function getUserPositions(address user) view returns (((address token, bool eip2612, bool isNative, string name, string symbol, uint256 decimals, address asset, uint256 totalAssets, uint256 totalSupply, uint256 toShares, uint256 toAssets, uint256 rewardsRate, uint256 supplyRate, int256 rebalance, ${SUPPLY_DATA} liquidity) details, (uint256 shares, uint256 assets, uint256 balance, uint256 allowance) user)[])` as const
// The resolver's structs, flattened: a nested struct of fixed size is encoded like its fields. 18 words of constants, 13 of
// configuration, 20 of rates and totals, then limits, state and the vault's own accounts, 43 words.
const VAULTS =
  'function positionsByUser(address user) view returns ((uint256 nftId, address owner, bool isLiquidated, bool isSupplyPosition, int256 tick, uint256 tickId, uint256[3] before, uint256 supply, uint256 borrow, uint256 dust)[] positions, (address vault, bool isSmartCol, bool isSmartDebt, address[6] parts, address supply, address borrow, address[2] supplyToken, address[2] borrowToken, uint256 vaultId, uint256[5] slots, uint256[3] factors, uint256 liquidationThreshold, uint256[6] limits, uint256 priceLiquidate, uint256[2] keeping, uint256[20] totals, uint256[2] limit, uint256 withdrawable, uint256[40] rest)[] vaults)'

const PRICE_UNIT = 10n ** 27n
const THRESHOLD_UNIT = 10_000n

export const fluidEntry = entryBase.extend({
  driver: z.literal('fluid'),
  lendingResolver: address,
  vaultResolver: address,
  /** Reports what a pool of the exchange would pay or take for its shares. Without one, they are reported as shares. */
  dexResolver: address.optional(),
  /** The wrapped native coin, in which the native coin is reported because it has the same price. */
  native: token,
})
export type FluidEntry = z.infer<typeof fluidEntry>

type Vault = ResultOf<typeof VAULTS>[1][number]
type VaultPosition = ResultOf<typeof VAULTS>[0][number]

/** What a vault position has on one side: so many of one token, or shares of a pool of two. */
interface Side extends PoolShares {
  isPool: boolean
  tokens: readonly Address[]
}

/** All deposits and vault positions at Fluid, from its resolvers. No other driver counts fTokens. */
export const fluid = defineDriver({
  name: 'fluid',
  entry: fluidEntry,
  reads: ['supply', 'borrow'],
  proof: 'recorded/fluid.json',
  *read(entry, owner) {
    const { lending, vaulting } = yield* answersTo({
      lending: must(entry.lendingResolver, LENDING, [owner]),
      vaulting: must(entry.vaultResolver, VAULTS, [owner]),
    })
    const [positions, vaults] = vaulting
    if (positions.length !== vaults.length)
      throw new Unreadable(
        `The vault resolver returned ${positions.length} positions but ${vaults.length} vaults`,
      )
    const opened = positions.flatMap((each, at) => {
      const vault = vaults[at]
      if (!vault || each.supply + each.borrow === 0n) return []
      return [{ each, vault, sides: sidesOf(each, vault) }]
    })
    const { dexResolver } = entry
    const tokenOf = (each: Address) => (each === NATIVE_COIN ? entry.native : tokenAt(each))
    const read = yield* answersTo({
      deposits: lending
        .filter(({ user }) => user.shares > 0n)
        .map(({ details, user }) => ({ details, user, of: tokenOf(details.asset) })),
      sides: opened.map(({ sides }) =>
        sides.map((side) => ({
          ...side,
          amounts: side.isPool && dexResolver ? amountsOf(dexResolver, side) : null,
          tokens: side.isPool && !dexResolver ? [] : side.tokens.map(tokenOf),
        })),
      ),
    })
    return [
      ...read.deposits.map(({ details, user, of }) =>
        positionOf(entry, {
          market: details.symbol,
          receiptToken: details.token,
          legs: withAvailable(legsOf('supply', of, user.assets), details.liquidity.withdrawable),
        }),
      ),
      ...opened.map(({ each, vault }, at) =>
        vaultFinding(entry, {
          each,
          vault,
          legs: (read.sides[at] ?? []).flatMap(legsOfSide).map((leg) => letOut(leg, each, vault)),
        }),
      ),
    ]
  },
})

function sidesOf({ supply, borrow }: VaultPosition, vault: Vault): Side[] {
  const { isSmartCol, isSmartDebt, supplyToken, borrowToken } = vault
  const side = (role: Side['role'], isPool: boolean, tokens: readonly Address[]): Side => ({
    role,
    isPool,
    pool: role === 'supply' ? vault.supply : vault.borrow,
    shares: role === 'supply' ? supply : borrow,
    tokens: isPool ? tokens : tokens.slice(0, 1),
  })
  return [side('supply', isSmartCol, supplyToken), side('borrow', isSmartDebt, borrowToken)].filter(
    ({ shares }) => shares > 0n,
  )
}

interface ReadSide extends PoolShares {
  isPool: boolean
  amounts: readonly bigint[] | null
  tokens: readonly Token[]
}

/** Without the amounts of a pool, its shares, which have no price, so that the worth of such a leg is unknown. */
function legsOfSide({ role, isPool, pool, shares, amounts, tokens }: ReadSide): TokenAmount[] {
  const isCollateral = role === 'supply' ? true : undefined
  if (isPool && !amounts) {
    const symbol = `Fluid pool ${role === 'supply' ? 'collateral' : 'debt'} share`
    return legsOf(role, { address: pool, symbol, decimals: 18 }, shares, isCollateral)
  }
  return tokens.flatMap((of, at) =>
    legsOf(role, of, amounts ? (amounts[at] ?? 0n) : shares, isCollateral),
  )
}

/** What of a collateral the vault can take out of the liquidity now, which it counts as it counts the collateral: in its token, or in shares. */
function letOut(leg: TokenAmount, { supply }: VaultPosition, { withdrawable }: Vault): TokenAmount {
  if (leg.role !== 'supply') return leg
  const available = withdrawable < supply ? (leg.amount * withdrawable) / supply : leg.amount
  return { ...leg, available }
}

function vaultFinding(
  entry: FluidEntry,
  { each, vault, legs }: { each: VaultPosition; vault: Vault; legs: TokenAmount[] },
): Finding {
  const { loan } = loanOf(legs, {
    collateral: each.supply * vault.priceLiquidate * THRESHOLD_UNIT,
    debt: each.borrow * PRICE_UNIT * THRESHOLD_UNIT,
    limit: each.supply * vault.priceLiquidate * vault.liquidationThreshold,
  })
  const isPool = vault.isSmartCol || vault.isSmartDebt
  return positionOf(entry, {
    market: `vault ${vault.vaultId}`,
    ref: each.nftId.toString(),
    legs,
    healthFactor: healthOf(each, vault),
    // The price of a share, which liquidates, is of two tokens, and no one could watch it.
    ...(loan && { loan: isPool ? { ...loan, liquidationPrice: null } : loan }),
  })
}

/** Collateral at the liquidation price and threshold, divided by the debt. The vault's price is debt per collateral. */
function healthOf({ supply, borrow }: VaultPosition, vault: Vault): number | null {
  if (borrow === 0n || vault.priceLiquidate === 0n) return null
  const covered = supply * vault.priceLiquidate * vault.liquidationThreshold
  return ratio(covered, borrow * PRICE_UNIT * THRESHOLD_UNIT)
}
