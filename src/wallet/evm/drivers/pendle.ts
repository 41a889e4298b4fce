import * as z from 'zod'
import { BALANCE } from '../../../chains/evm/abi.ts'
import type { Call } from '../../../chains/evm/call.ts'
import { call, decodeOrThrow, tryDecode } from '../../../chains/evm/call.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'

const RATES = {
  pt: 'function getPtToAssetRate(address market, uint32 duration) view returns (uint256)',
  yt: 'function getYtToAssetRate(address market, uint32 duration) view returns (uint256)',
  lp: 'function getLpToAssetRate(address market, uint32 duration) view returns (uint256)',
} as const
/** The oracle's averaging time in seconds, as Pendle's documentation recommends. */
const TWAP_SECONDS = 900
const WAD = 10n ** 18n

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
export type PendleEntry = z.infer<typeof pendleEntry>

/**
 * Tokens of one maturity, converted to the underlying asset at the market's own average rate. Without a rate they are reported as
 * themselves.
 */
export const pendle = defineDriver({
  name: 'pendle',
  entry: pendleEntry,
  gap: 'Unclaimed interest and rewards are not read, nor markets that are neither on our lists nor known to Equilibria.',
  receiptTokens: ({ pt, yt, lp }) =>
    [pt, yt, lp].flatMap((token) => (token ? [token.address] : [])),
  *read(entry, owner) {
    const { pt, yt, lp, rates } = entry
    const kinds = [
      { kind: 'pt' as const, token: pt },
      ...(yt ? [{ kind: 'yt' as const, token: yt }] : []),
      ...(lp ? [{ kind: 'lp' as const, token: lp }] : []),
    ]
    const balances = yield kinds.map((each) => call(each.token.address, BALANCE, [owner]))
    const held = kinds
      .map((each, at) => ({ ...each, amount: decodeOrThrow(balances[at], BALANCE) }))
      .filter(({ amount }) => amount > 0n)
    if (held.length === 0) return []
    const questions: Call[] =
      rates && lp
        ? held.map(({ kind }) => call(rates.oracle, RATES[kind], [lp.address, TWAP_SECONDS]))
        : []
    const replies = questions.length > 0 ? yield questions : []
    return held.map((each, at): Finding => {
      const rate = rates ? tryDecode(replies[at], RATES[each.kind]) : null
      const worth = rates && rate !== null ? { token: rates.asset, rate } : null
      return finding(entry, each, worth)
    })
  },
})

function finding(
  entry: PendleEntry,
  held: { kind: 'pt' | 'yt' | 'lp'; token: Token; amount: bigint },
  worth: { token: Token; rate: bigint } | null,
): Finding {
  const isLp = held.kind === 'lp'
  const amount = worth ? (held.amount * worth.rate) / WAD : held.amount
  return positionOf(entry, {
    product: isLp ? 'lp' : 'vault',
    ref: held.kind,
    receiptToken: held.token.address,
    legs: legsOf(isLp ? 'lp' : 'supply', worth?.token ?? held.token, amount),
  })
}
