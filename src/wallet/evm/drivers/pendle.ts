import * as z from 'zod'
import { BALANCE } from '../../../chains/evm/abi.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { askBooked, askRates, interestOf } from './pendle-interest.ts'
import { answersTo, may, must } from './questions.ts'
import { WAD } from './reading.ts'

const RATES = {
  pt: 'function getPtToAssetRate(address market, uint32 duration) view returns (uint256)',
  yt: 'function getYtToAssetRate(address market, uint32 duration) view returns (uint256)',
  lp: 'function getLpToAssetRate(address market, uint32 duration) view returns (uint256)',
} as const
/** The oracle's averaging time in seconds, as Pendle's documentation recommends. */
const TWAP_SECONDS = 900

/** One maturity of one asset at Pendle: its principal token, its yield token and the token of its market. */
export const pendleEntry = entryBase.extend({
  driver: z.literal('pendle'),
  pt: token,
  yt: token.optional(),
  /** The market, which is also its liquidity token. */
  lp: token.optional(),
  /** Left out where Pendle's accounting asset is not a token of this chain. */
  rates: z.strictObject({ oracle: address, asset: token }).optional(),
})

/**
 * Tokens of one maturity, converted to the underlying asset at the market's own average rate. Without a rate they are reported as
 * themselves. A yield token is found with the interest that is not claimed yet.
 */
export const pendle = defineDriver({
  name: 'pendle',
  entry: pendleEntry,
  reads: ['supply', 'lp', 'reward'],
  proof: 'pendle-chain.test.ts',
  shown: { reward: 'pendle-interest-chain.test.ts' },
  receiptTokens: ({ pt, yt, lp }) =>
    [pt, yt, lp].flatMap((token) => (token ? [token.address] : [])),
  *read(entry, owner) {
    const { pt, yt, lp, rates } = entry
    const kinds = [
      { kind: 'pt' as const, token: pt },
      ...(yt ? [{ kind: 'yt' as const, token: yt }] : []),
      ...(lp ? [{ kind: 'lp' as const, token: lp }] : []),
    ]
    const balances = yield* answersTo(
      kinds.map((each) => ({ ...each, amount: must(each.token.address, BALANCE, [owner]) })),
    )
    const held = yield* answersTo(
      balances
        .filter(({ amount }) => amount > 0n)
        .map((each) => ({
          ...each,
          rate:
            rates && lp ? may(rates.oracle, RATES[each.kind], [lp.address, TWAP_SECONDS]) : null,
          booked: each.kind === 'yt' ? askBooked(each.token.address, owner) : null,
        })),
    )
    const earned = yield* answersTo(held.map(({ booked }) => booked && askRates(booked)))
    const interest = held.map(({ amount, booked }, at) => {
      const earning = earned[at] ?? null
      return booked && earning ? interestOf(amount, booked, earning) : []
    })
    const findings = held.map(({ kind, token, amount, rate }, at) => {
      const isLp = kind === 'lp'
      const worth = rates && rate !== null ? (amount * rate) / WAD : null
      const legs =
        rates && worth !== null
          ? legsOf(isLp ? 'lp' : 'supply', rates.asset, worth)
          : legsOf(isLp ? 'lp' : 'supply', token, amount)
      legs.push(...(interest[at] ?? []))
      const product = isLp ? 'lp' : 'vault'
      return positionOf(entry, { product, ref: kind, receiptToken: token.address, legs })
    })
    return interest.includes(null) ? [...findings, unseenPart(entry)] : findings
  },
})
