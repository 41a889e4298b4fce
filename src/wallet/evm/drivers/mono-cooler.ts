import * as z from 'zod'
import { call } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, must } from './questions.ts'
import { healthFactorOf } from './reading.ts'

const POSITION =
  'function accountPosition(address account) view returns ((uint256 collateral, uint256 debt, uint256 mostDebt, uint256 liquidationDebt, uint256 health, uint256 ltv, uint256 delegated, uint256 delegates, uint256 mostDelegates) position)'
const DEBT_TOKEN = 'function debtToken() view returns (address)'

/** Loans of Olympus against gOHM. */
export const monoCoolerEntry = entryBase.extend({
  driver: z.literal('mono-cooler'),
  cooler: address,
  collateral: token,
  debt: token,
})
export type MonoCoolerEntry = z.infer<typeof monoCoolerEntry>

/**
 * Collateral, also where its votes are delegated, and the debt with its interest. A loan is liquidated when its debt for each gOHM passes a
 * limit of the protocol, whatever gOHM costs, so there is no price of liquidation.
 */
export const monoCooler = defineDriver({
  name: 'mono-cooler',
  entry: monoCoolerEntry,
  reads: ['supply', 'borrow'],
  proof: 'recorded/mono-cooler.json',
  *read(entry, owner) {
    const { position, debtToken } = yield* answersTo({
      position: must(entry.cooler, POSITION, [owner]),
      debtToken: must(entry.cooler, DEBT_TOKEN, []),
    })
    const { collateral, debt, health } = position
    const legs = [
      ...legsOf('collateral', entry.collateral, collateral, true),
      ...legsOf('borrow', entry.debt, debt),
    ]
    if (legs.length === 0) return []
    if (debt > 0n && debtToken !== entry.debt.address)
      throw new Unreadable('The debt is in another token than our list says')
    return [positionOf(entry, { legs, healthFactor: healthFactorOf(health) })]
  },
})

// For `npm run contracts -- --check` alone.
const COLLATERAL = 'function collateralToken() view returns (address)'

/** @public */
export const claims: ClaimsOf<MonoCoolerEntry> = ({ cooler, collateral, debt }) => [
  wordClaim('collateral', call(cooler, COLLATERAL, []), collateral.address),
  wordClaim('debt', call(cooler, DEBT_TOKEN, []), debt.address),
]
