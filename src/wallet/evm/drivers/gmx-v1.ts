import * as z from 'zod'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { answersTo, must } from './questions.ts'
import { ratio } from './reading.ts'

const POSITIONS =
  'function getPositions(address vault, address account, address[] collateralTokens, address[] indexTokens, bool[] isLong) view returns (uint256[])'
const PRICE = 'function getMaxPrice(address token) view returns (uint256)'

/** GMX amounts in US dollars have 30 decimals. */
const USD = 10n ** 30n
/** Values per position in the reader's answer: size, collateral, average price, …, has profit, profit or loss. */
const FIELDS = 9

export const gmxV1Entry = entryBase.extend({
  driver: z.literal('gmx-v1'),
  reader: address,
  vault: address,
  positions: z.array(z.strictObject({ collateral: token, index: token, isLong: z.boolean() })),
})
export type GmxV1Entry = z.infer<typeof gmxV1Entry>

/** Perpetuals of GMX v1, with the vault's own profit or loss. */
export const gmxV1 = defineDriver({
  name: 'gmx-v1',
  entry: gmxV1Entry,
  reads: ['leverage'],
  proof: 'recorded/gmx-v1.json',
  *read(entry, owner) {
    const { positions } = entry
    const values = yield* answersTo(
      must(entry.reader, POSITIONS, [
        entry.vault,
        owner,
        positions.map(({ collateral }) => collateral.address),
        positions.map(({ index }) => index.address),
        positions.map(({ isLong }) => isLong),
      ]),
    )
    if (values.length !== positions.length * FIELDS) {
      throw new Unreadable(
        `The reader returned ${values.length} values, not ${FIELDS} per position`,
      )
    }
    const open = yield* answersTo(
      positions
        .map((kind, at) => ({ kind, row: values.slice(at * FIELDS, (at + 1) * FIELDS) }))
        .filter(({ row }) => (row[0] ?? 0n) > 0n)
        .map((each) => ({
          ...each,
          price: must(entry.vault, PRICE, [each.kind.collateral.address]),
        })),
    )
    return open.map(({ kind, row, price }) => perpOf(entry, kind, row, price))
  },
})

function perpOf(
  entry: GmxV1Entry,
  kind: GmxV1Entry['positions'][number],
  row: bigint[],
  price: bigint,
): Finding {
  const [size = 0n, collateral = 0n, average = 0n, , , , , hasProfit = 0n, delta = 0n] = row
  if (price === 0n) throw new Unreadable(`The vault has no price for ${kind.collateral.symbol}`)
  // The vault counts collateral in US dollars and pays it by the token’s highest price; the leg is what it is worth now, before fees.
  const worth = hasProfit === 1n ? collateral + delta : collateral - delta
  const margin = worth > 0n ? (worth * 10n ** BigInt(kind.collateral.decimals)) / price : 0n
  return positionOf(entry, {
    product: 'perp',
    market: `${kind.index.symbol}/USD`,
    ref: `${kind.isLong ? 'long' : 'short'} ${kind.collateral.symbol}`,
    legs: legsOf('margin', kind.collateral, margin),
    perp: {
      side: kind.isLong ? 'long' : 'short',
      sizeUsd: ratio(size, USD),
      leverage: collateral > 0n ? ratio(size, collateral) : null,
      entryPrice: ratio(average, USD),
      liquidationPrice: null,
      pnlUsd: (hasProfit === 1n ? 1 : -1) * ratio(delta, USD),
      pnlInNet: true,
    },
  })
}
