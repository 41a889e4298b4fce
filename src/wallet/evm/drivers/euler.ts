import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { ASSET, BALANCE, TO_ASSETS } from '../../../chains/evm/abi.ts'
import { askAccounts, readAccounts } from '../../../chains/evm/lens/accounts.ts'
import { address, entryBase, type Token } from '../../model/entry-base.ts'
import type { Finding, TokenAmount } from '../../model/finding.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, withAvailable, withThreshold } from './entry-position.ts'
import { loanOf } from './loan.ts'
import { type AnswersOf, answersTo, may, must, Question, tokenAt } from './questions.ts'
import { ratio } from './reading.ts'

const DEBT = 'function debtOf(address account) view returns (uint256)'
const LIQUIDITY =
  'function accountLiquidity(address account, bool liquidation) view returns (uint256 collateralValue, uint256 liabilityValue)'
const CASH = 'function cash() view returns (uint256)'
const LIQUIDATION_LTV = 'function LTVLiquidation(address collateral) view returns (uint16)'

/** An LTV is in basis points. */
const LTV_UNIT = 10_000n

/** Euler v2 on one chain. */
export const eulerEntry = entryBase.extend({
  driver: z.literal('euler'),
  /** The Ethereum Vault Connector, which lists the vaults an account uses as collateral and borrows from. */
  evc: address,
  /** Vaults asked for plain deposits of the owner; the connector lists only vaults used as collateral or to borrow. */
  vaults: z.array(address).default([]),
  /** Further vaults that are asked so, but are not measured as markets. */
  unmeasured: z.array(address).default([]),
})
export type EulerEntry = z.infer<typeof eulerEntry>

interface Place {
  /** 0 is the owner's own account; up to 255 others share all but its last byte. */
  number: number
  account: Address
  vault: Address
  isCollateral: boolean
  isController: boolean
  /** The account's collateral, if this is the vault it borrows from. */
  pledges: readonly Address[]
}

/**
 * Deposits and debts at Euler v2, one finding for each sub-account, read from the connector and the vaults themselves:
 * the published lens changes its shape with every release. A vault is read once, however it is known.
 */
export const euler = defineDriver({
  name: 'euler',
  entry: eulerEntry,
  reads: ['supply', 'borrow'],
  proof: 'recorded/euler.json',
  receiptTokens: ({ vaults, unmeasured }) => [...vaults, ...unmeasured],
  *read(entry, owner) {
    const { used, shares } = yield* answersTo({
      used: new Question([askAccounts(entry.evc, owner)], ([reply]) => readAccounts(reply)),
      shares: [...entry.vaults, ...entry.unmeasured].map((vault) => ({
        vault,
        amount: must(vault, BALANCE, [owner]),
      })),
    })
    const known = shares.filter(({ amount }) => amount > 0n).map(({ vault }) => vault)
    const isOwnUsed = used.some(({ number }) => number === 0n)
    const accounts = isOwnUsed ? used : [{ number: 0n, collaterals: [], controllers: [] }, ...used]
    const places = accounts.flatMap((each) => placesOf(each, owner, known))
    const asked = yield* answersTo(places.map(placeAt))
    const read = yield* answersTo(
      asked
        .filter(({ shares, debt }) => shares > 0n || debt > 0n)
        .map((place) => ({
          ...place,
          assets: must(place.vault, TO_ASSETS, [place.shares]),
          token: tokenAt(place.asset),
          cash: may(place.vault, CASH, []),
        })),
    )
    return [...Map.groupBy(read, ({ number }) => number)].map(([number, of]) =>
      accountFinding(entry, number, of),
    )
  },
})

/** The vaults of an account; of the owner's own also those in which it has a plain deposit. */
function placesOf(
  { number, collaterals, controllers }: ReturnType<typeof readAccounts>[number],
  owner: Address,
  known: readonly Address[],
): Place[] {
  const vaults = new Set([...collaterals, ...controllers, ...(number === 0n ? known : [])])
  return [...vaults].map((vault) => ({
    number: Number(number),
    account: subAccount(owner, Number(number)),
    vault,
    isCollateral: collaterals.includes(vault),
    isController: controllers.includes(vault),
    pledges: controllers.includes(vault) ? collaterals : [],
  }))
}

function placeAt({ account, vault, isController, pledges, ...place }: Place) {
  return {
    ...place,
    vault,
    shares: must(vault, BALANCE, [account]),
    asset: must(vault, ASSET, []),
    debt: isController ? must(vault, DEBT, [account]) : 0n,
    // Reverts without a debt, and when a price is stale.
    liquidity: isController ? may(vault, LIQUIDITY, [account, true]) : null,
    /** Where the account is liquidated, by collateral. */
    ltvs: pledges.map((pledge) => ({ pledge, ltv: may(vault, LIQUIDATION_LTV, [pledge]) })),
  }
}

interface ReadPlace extends AnswersOf<ReturnType<typeof placeAt>> {
  assets: bigint
  token: Token
  cash: bigint | null
}

/** The finding of one account. */
function accountFinding(entry: EulerEntry, number: number, places: readonly ReadPlace[]): Finding {
  const lender = places.find(({ debt }) => debt > 0n)
  const legs = places.flatMap(
    ({ vault, token, assets, debt, isCollateral, cash }): TokenAmount[] => [
      ...withAvailable(
        withThreshold(legsOf('supply', token, assets, isCollateral), thresholdOf(lender, vault)),
        cash,
      ),
      ...legsOf('borrow', token, debt),
    ],
  )
  return positionOf(entry, {
    ref: number === 0 ? null : `sub-account ${number}`,
    legs,
    healthFactor: healthOf(lender?.liquidity ?? null),
    ...loanAt(lender, places, legs),
  })
}

/** With one collateral alone: the vault reports the sum of collateral only as far as it counts against the debt. */
function loanAt(
  lender: ReadPlace | undefined,
  places: readonly ReadPlace[],
  legs: readonly TokenAmount[],
): Pick<Finding, 'loan'> {
  const [pledge, ...others] = places.filter(
    ({ isCollateral, assets }) => isCollateral && assets > 0n,
  )
  const ltv = pledge && ltvOf(lender, pledge.vault)
  if (!lender?.liquidity || !ltv || others.length > 0) return {}
  const [counted, debt] = lender.liquidity
  const limit = counted * BigInt(ltv)
  return loanOf(legs, { collateral: counted * LTV_UNIT, debt: debt * BigInt(ltv), limit })
}

/** Where the lender liquidates by this collateral, in basis points; null where that was not read. */
function ltvOf(lender: ReadPlace | undefined, vault: Address): number | null {
  return lender?.ltvs.find(({ pledge }) => pledge === vault)?.ltv ?? null
}

function thresholdOf(lender: ReadPlace | undefined, vault: Address): number | null {
  const ltv = ltvOf(lender, vault)
  return ltv === null ? null : ltv / Number(LTV_UNIT)
}

/** An owner's accounts share all but the last byte, which is the owner's XOR the account's number. */
function subAccount(owner: Address, number: number): Address {
  const last = Number.parseInt(owner.slice(-2), 16) ^ number
  return `0x${owner.slice(2, -2)}${last.toString(16).padStart(2, '0')}`
}

function healthOf(liquidity: readonly [bigint, bigint] | null): number | null {
  if (liquidity === null || liquidity[1] === 0n) return null
  return ratio(liquidity[0], liquidity[1])
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<EulerEntry> = ({ vaults, unmeasured }) =>
  [...vaults, ...unmeasured].map((vault) => existence(`vault ${vault}`, vault, ASSET, []))
