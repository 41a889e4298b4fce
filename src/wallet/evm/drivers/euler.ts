import * as z from 'zod'
import type { Address } from '../../model/address.ts'
import { address, entryBase, type Token } from '../../model/entry-base.ts'
import type { Finding, TokenAmount } from '../../model/finding.ts'
import { call, decodeOrThrow, tryDecode } from '../client/call.ts'
import type { Driver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { ask, ratio, tokenCalls, tokenFrom } from './reading.ts'

const COLLATERALS = 'function getCollaterals(address account) view returns (address[])'
const CONTROLLERS = 'function getControllers(address account) view returns (address[])'
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const ASSET = 'function asset() view returns (address)'
const DEBT = 'function debtOf(address account) view returns (uint256)'
const LIQUIDITY =
  'function accountLiquidity(address account, bool liquidation) view returns (uint256 collateralValue, uint256 liabilityValue)'
const TO_ASSETS = 'function convertToAssets(uint256 shares) view returns (uint256)'

/** An owner has 256 sub-accounts, of which users normally use the first few. */
const SUB_ACCOUNTS = 4

/** Euler v2 on one chain. */
export const eulerEntry = entryBase.extend({
  driver: z.literal('euler'),
  /** The Ethereum Vault Connector, which lists the vaults an account uses as collateral and borrows from. */
  evc: address,
  /** Vaults asked for plain deposits of the owner; the connector lists only vaults used as collateral or to borrow. */
  vaults: z.array(address).default([]),
})
export type EulerEntry = z.infer<typeof eulerEntry>

interface Place {
  account: Address
  vault: Address
  isCollateral: boolean
  isController: boolean
}

/**
 * Deposits and debts at Euler v2, one finding for each sub-account, read from the connector and the vaults themselves:
 * the published lens changes its shape with every release. A vault is read once, however it is known.
 * One long generator, because its rounds share what the earlier ones found.
 */
export const euler: Driver<EulerEntry> = function* (entry, owner) {
  const accounts = subAccounts(owner)
  const first = yield [
    ...accounts.flatMap((account) => [
      call(entry.evc, COLLATERALS, [account]),
      call(entry.evc, CONTROLLERS, [account]),
    ]),
    ...entry.vaults.map((vault) => call(vault, BALANCE, [owner])),
  ]
  const known = entry.vaults.filter(
    (_, at) => decodeOrThrow(first[2 * accounts.length + at], BALANCE) > 0n,
  )
  const places = accounts.flatMap((account, at): Place[] => {
    const collaterals = decodeOrThrow(first[2 * at], COLLATERALS)
    const controllers = decodeOrThrow(first[2 * at + 1], CONTROLLERS)
    const vaults = new Set([...collaterals, ...controllers, ...(at === 0 ? known : [])])
    return [...vaults].map((vault) => ({
      account,
      vault,
      isCollateral: collaterals.includes(vault),
      isController: controllers.includes(vault),
    }))
  })

  const second = yield* ask(
    places.flatMap(({ account, vault, isController }) => [
      call(vault, BALANCE, [account]),
      call(vault, ASSET, []),
      ...(isController
        ? [call(vault, DEBT, [account]), call(vault, LIQUIDITY, [account, true])]
        : []),
    ]),
  )
  const replies = second.values()
  const held = places
    .map((place) => ({
      ...place,
      shares: decodeOrThrow(replies.next().value, BALANCE),
      asset: decodeOrThrow(replies.next().value, ASSET),
      debt: place.isController ? decodeOrThrow(replies.next().value, DEBT) : 0n,
      // Reverts without a debt, and when a price is stale.
      liquidity: place.isController ? tryDecode(replies.next().value, LIQUIDITY) : null,
    }))
    .filter(({ shares, debt }) => shares > 0n || debt > 0n)

  const third = yield* ask(
    held.flatMap(({ vault, shares, asset }) => [
      call(vault, TO_ASSETS, [shares]),
      ...tokenCalls(asset),
    ]),
  )
  const read = held.map((place, at) => ({
    ...place,
    assets: decodeOrThrow(third[3 * at], TO_ASSETS),
    token: tokenFrom(place.asset, third[3 * at + 1], third[3 * at + 2]),
  }))
  return accounts.flatMap((account, at) =>
    accountFindings(
      entry,
      at,
      read.filter((place) => place.account === account),
    ),
  )
}

interface ReadPlace extends Place {
  debt: bigint
  liquidity: readonly [bigint, bigint] | null
  assets: bigint
  token: Token
}

/** The finding of one sub-account, or none without deposits and debts. */
function accountFindings(
  entry: EulerEntry,
  subAccount: number,
  places: readonly ReadPlace[],
): Finding[] {
  if (places.length === 0) return []
  const legs = places.flatMap(({ token, assets, debt, isCollateral }): TokenAmount[] => [
    ...legsOf('supply', token, assets, isCollateral),
    ...legsOf('borrow', token, debt),
  ])
  const lender = places.find(({ debt }) => debt > 0n)
  return [
    positionOf(entry, {
      ref: subAccount === 0 ? null : `sub-account ${subAccount}`,
      legs,
      healthFactor: healthOf(lender?.liquidity ?? null),
    }),
  ]
}

/** An owner's accounts share all but the last byte, which is the owner's XOR the account's number. */
function subAccounts(owner: Address): Address[] {
  return Array.from({ length: SUB_ACCOUNTS }, (_, at): Address => {
    const last = Number.parseInt(owner.slice(-2), 16) ^ at
    return `0x${owner.slice(2, -2)}${last.toString(16).padStart(2, '0')}`
  })
}

function healthOf(liquidity: readonly [bigint, bigint] | null): number | null {
  if (liquidity === null || liquidity[1] === 0n) return null
  return ratio(liquidity[0], liquidity[1])
}
