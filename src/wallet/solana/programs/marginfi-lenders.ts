import { Unreadable } from '../../../chains/unreadable.ts'
import type { RawAccount } from '../accounts.ts'
import type { ProgramWallet } from '../program-reader.ts'
import type { ShareRate } from '../rates.ts'
import { fieldsOf } from './account-fields.ts'
import { RESERVE as KAMINO_RESERVE, kaminoReserve } from './kamino-layout.ts'
import layouts from './layouts.json' with { type: 'json' }
import type { Bank, Lender } from './marginfi-layout.ts'
import { SAVE_RESERVE, saveReserve } from './save-layout.ts'
import { readEach } from './wallet-reads.ts'

/** Byte offsets in `SpotMarket` of Drift, as marginfi-v2's programs/drift-mocks reads it. */
export const SPOT_MARKET = { mint: 72, depositInterest: 464, end: 480 }

const { SPOT_MARKET_KIND } = layouts.marginfiLenders
/** A balance of Drift has 9 decimals, and its interest 10, whatever the token has. */
const DRIFT_DECIMALS = 19

/**
 * Lenders that were drained: what they say they owe is worth an unknown part of it. Drift lost $285 million on 2026-04-01, by
 * DefiLlama's list of hacks.
 */
export const DRAINED: readonly Lender[] = ['drift']

/** What an account of another lender says of the shares that are counted in it. */
interface LentOn {
  mint: string
  rate(decimals: number): ShareRate
}

const READERS: Record<Lender, { end: number; read: (account: RawAccount) => LentOn }> = {
  kamino: { end: KAMINO_RESERVE.end, read: (account) => ofReserve(kaminoReserve(account)) },
  save: { end: SAVE_RESERVE.end, read: (account) => ofReserve(saveReserve(account)) },
  drift: { end: SPOT_MARKET.end, read: spotMarket },
}

function ofReserve({ token, rate }: { token: { mint: string }; rate: ShareRate }): LentOn {
  return { mint: token.mint, rate: () => rate }
}

function spotMarket(account: RawAccount): LentOn {
  const data = fieldsOf(account, SPOT_MARKET_KIND)
  const underlying = data.u128(SPOT_MARKET.depositInterest)
  return {
    mint: data.key(SPOT_MARKET.mint),
    rate: (decimals) => ({ underlying, shares: 10n ** BigInt(DRIFT_DECIMALS - decimals) }),
  }
}

/**
 * Tokens per share at the lenders that keep the deposits of these banks, by the bank's address. Throws `RpcFailure`, and `Unreadable`
 * when a lender's account is of another token.
 */
export async function lenderRates(
  wallet: ProgramWallet,
  banks: readonly Bank[],
): Promise<Map<string, ShareRate>> {
  const rates = await Promise.all(
    Object.entries(READERS).map(async ([id, { end, read }]) => {
      const lent = banks.flatMap(({ address, token, lender }) =>
        lender?.id === id ? [{ address, token, account: lender.account }] : [],
      )
      const keys = lent.map(({ account }) => account)
      const accounts = await readEach(wallet, keys, { offset: 0, length: end }, read)
      return lent.map(({ address, token, account }) => {
        const found = accounts.get(account)
        if (found?.mint === token.mint) return [address, found.rate(token.decimals)] as const
        throw new Unreadable(`The bank ${address} lends another token to ${id}`)
      })
    }),
  )
  return new Map(rates.flat())
}
