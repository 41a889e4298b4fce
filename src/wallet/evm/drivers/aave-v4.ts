import * as z from 'zod'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, must } from './questions.ts'
import { healthFactorOf, symbolOf } from './reading.ts'

const ACCOUNT =
  'function getUserAccountData(address user) view returns ((uint256 riskPremium, uint256 averageFactor, uint256 healthFactor, uint256 collateralValue, uint256 debtValueRay, uint256 collaterals, uint256 borrows))'
const COUNT = 'function getReserveCount() view returns (uint256)'
const SUPPLIED =
  'function getUserSuppliedAssets(uint256 reserve, address user) view returns (uint256)'
const DEBT = 'function getUserTotalDebt(uint256 reserve, address user) view returns (uint256)'
/** A reserve of a spoke. */
export const AAVE_V4_RESERVE =
  'function getReserve(uint256 reserve) view returns ((address underlying, address hub, uint16 assetId, uint8 decimals, uint24 collateralRisk, uint8 flags, uint32 dynamicConfigKey))'
const STATUS =
  'function getUserReserveStatus(uint256 reserve, address user) view returns (bool collateral, bool borrowed)'

/** More reserves than any spoke has: with a higher count, the contract is not a spoke. */
const MAX_RESERVES = 256n

/** One spoke of Aave V4; each spoke is a separate market. */
export const aaveV4Entry = entryBase.extend({
  driver: z.literal('aave-v4'),
  spoke: address,
  /** Symbols of the tokens; a token that is not listed is shown by the start of its address. */
  tokens: z.array(token),
})
export type AaveV4Entry = z.infer<typeof aaveV4Entry>

/** Supplies and debts at one spoke, reserve by reserve, and the spoke's own health factor. */
export const aaveV4 = defineDriver({
  name: 'aave-v4',
  entry: aaveV4Entry,
  reads: ['supply', 'borrow'],
  proof: 'recorded/aave-v4.json',
  *read(entry, owner) {
    const { spoke } = entry
    const { account, count } = yield* answersTo({
      account: must(spoke, ACCOUNT, [owner]),
      count: must(spoke, COUNT, []),
    })
    // The account's sums leave out a supply that is not collateral, so every reserve is asked.
    const reserves = yield* answersTo(
      reserveIds(count).map((id) => ({
        id,
        supply: must(spoke, SUPPLIED, [id, owner]),
        debt: account.borrows === 0n ? 0n : must(spoke, DEBT, [id, owner]),
      })),
    )
    const held = yield* answersTo(
      reserves
        .filter(({ supply, debt }) => supply + debt > 0n)
        .map((each) => ({
          ...each,
          reserve: must(spoke, AAVE_V4_RESERVE, [each.id]),
          status: must(spoke, STATUS, [each.id, owner]),
        })),
    )
    const legs = held.flatMap(({ supply, debt, reserve, status: [collateral] }) => {
      const { underlying, decimals } = reserve
      const listed = entry.tokens.find(({ address }) => address === underlying)
      const of = {
        address: underlying,
        symbol: listed?.symbol ?? symbolOf(null, underlying),
        decimals,
      }
      return [...legsOf('supply', of, supply, collateral), ...legsOf('borrow', of, debt)]
    })
    if (legs.length === 0) return []
    return [positionOf(entry, { legs, healthFactor: healthFactorOf(account.healthFactor) })]
  },
})

function reserveIds(count: bigint): bigint[] {
  if (count > MAX_RESERVES)
    throw new Unreadable(
      `The spoke reports ${count} reserves, more than the ${MAX_RESERVES} a spoke can have`,
    )
  return Array.from({ length: Number(count) }, (_, index) => BigInt(index))
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<AaveV4Entry> = ({ spoke }) => [
  existence('reserves', spoke, COUNT, []),
]
