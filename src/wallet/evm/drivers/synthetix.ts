import * as z from 'zod'
import { BALANCE } from '../../../chains/evm/abi.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, may, must } from './questions.ts'
import { ratio, WAD } from './reading.ts'

const COLLATERAL = 'function collateral(address owner) view returns (uint256)'
const DEBT = 'function debtBalanceOf(address owner, bytes32 currency) view returns (uint256)'
const RATIO = 'function collateralisationRatio(address owner) view returns (uint256)'
/** `sUSD` as Synthetix writes it. */
const SUSD = `0x${Buffer.from('sUSD').toString('hex').padEnd(64, '0')}` as const

/** Synthetix v2x on one chain. */
export const synthetixEntry = entryBase.extend({
  driver: z.literal('synthetix'),
  snx: address,
  collateral: token,
  debt: token,
})

/**
 * Staked SNX and its debt. With a debt, all SNX of the owner backs it, also that in the wallet; without one, only escrowed SNX is a
 * position. The ratio at which it is liquidated is not read.
 */
export const synthetix = defineDriver({
  name: 'synthetix',
  entry: synthetixEntry,
  reads: ['supply', 'borrow', 'lock'],
  proof: 'synthetix-chain.test.ts',
  *read(entry, owner) {
    const { snx } = entry
    const { balance, held, debt } = yield* answersTo({
      balance: must(snx, BALANCE, [owner]),
      held: must(snx, COLLATERAL, [owner]),
      debt: must(snx, DEBT, [owner, SUSD]),
    })
    if (held < balance) throw new Unreadable('The collateral is less than the balance')
    if (debt === 0n) {
      const legs = legsOf('stake', entry.collateral, held - balance)
      return legs.length === 0 ? [] : [positionOf(entry, { legs })]
    }
    const ltv = yield* answersTo(may(snx, RATIO, [owner]))
    return [
      positionOf(entry, {
        counts: [entry.collateral.address],
        legs: [
          ...legsOf('collateral', entry.collateral, held, true),
          ...legsOf('borrow', entry.debt, debt),
        ],
        loan: {
          ltv: ltv === null ? null : ratio(ltv, WAD),
          liquidationLtv: null,
          liquidationPrice: null,
        },
      }),
    ]
  },
})
