import { Unreadable } from '../../../chains/unreadable.ts'
import type { RawAccount } from '../accounts.ts'
import type { ShareRate } from '../rates.ts'
import { fieldsOf } from './account-fields.ts'
import layouts from './layouts.json' with { type: 'json' }
import { symbolOf } from './tokens.ts'

export const MARGINFI = 'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA'

// ACCOUNT: Byte offsets from the structs in mrgnlabs/marginfi-v2, type-crate, behind Anchor's mark of 8 bytes. Their sizes are asserted
// there.
export const { ACCOUNT, BANK } = layouts.marginfi
const { ACCOUNT_KIND, BANK_KIND } = layouts.marginfi

/** Numbers of marginfi (`I80F48`) have 48 bits after the point. */
const ONE = 1n << 48n

/** Lenders by the `asset_tag` of a bank: the first three are marginfi itself. */
const LENDERS = [null, null, null, 'kamino', 'drift', 'save'] as const

/** The other lender that keeps a bank's deposits. */
export type Lender = NonNullable<(typeof LENDERS)[number]>

export interface MarginfiAccount {
  address: string
  group: string
  balances: readonly { bank: string; assets: bigint; liabilities: bigint }[]
}

export interface Bank {
  address: string
  group: string
  token: { mint: string; symbol: string; decimals: number }
  /** What a share of the deposits and of the loans is worth, as of the last update. */
  assetRate: ShareRate
  liabilityRate: ShareRate
  isCollateral: boolean
  /** Where its deposits are, in whose shares they are counted then; null for marginfi, in tokens. */
  lender: { id: Lender; account: string } | null
}

/** An account with its balances. Throws `Unreadable` when the account belongs to another owner, or is not of marginfi. */
export function marginfiAccount(account: RawAccount, owner: string): MarginfiAccount {
  const { address } = account
  const data = fieldsOf(account, ACCOUNT_KIND)
  if (data.key(ACCOUNT.authority) !== owner) {
    throw new Unreadable(`The marginfi account ${address} belongs to another owner`)
  }
  // The program takes less than one share for nothing: it is left over from rounding.
  const shares = (at: number) => {
    const value = data.i128(at)
    return value < ONE ? 0n : value
  }
  const { at: start, count, bytes, isActive, bank, assets, liabilities } = ACCOUNT.balances
  const balances = Array.from({ length: count }, (_, i) => start + i * bytes)
    .filter((at) => data.u8(at + isActive) !== 0)
    .map((at) => ({
      bank: data.key(at + bank),
      assets: shares(at + assets),
      liabilities: shares(at + liabilities),
    }))
  return {
    address,
    group: data.key(ACCOUNT.group),
    balances: balances.filter(({ assets, liabilities }) => assets + liabilities > 0n),
  }
}

/** Throws `Unreadable` when the account is not a bank. */
export function marginfiBank(account: RawAccount): Bank {
  const { address } = account
  const data = fieldsOf(account, BANK_KIND)
  const rate = (at: number): ShareRate => {
    const underlying = data.i128(at)
    if (underlying < 0n) throw new Unreadable(`A share of ${address} is worth less than nothing`)
    return { underlying, shares: ONE * ONE }
  }
  const lender = LENDERS[data.u8(BANK.lender)]
  if (lender === undefined) throw new Unreadable(`${address} lends to an unknown lender`)
  const mint = data.key(BANK.mint)
  return {
    address,
    group: data.key(BANK.group),
    token: { mint, symbol: symbolOf(mint), decimals: data.u8(BANK.decimals) },
    assetRate: rate(BANK.assetValue),
    liabilityRate: rate(BANK.liabilityValue),
    isCollateral: data.i128(BANK.assetWeight) > 0n,
    lender: lender && { id: lender, account: data.key(BANK.lenderAccount) },
  }
}
