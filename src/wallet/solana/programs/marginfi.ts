import { Unreadable } from '../../../chains/unreadable.ts'
import { type Finding, findingOf, type TokenAmount } from '../../model/finding.ts'
import type { ProgramReader } from '../program-reader.ts'
import { owed, redeem, type ShareRate } from '../rates.ts'
import {
  ACCOUNT,
  BANK,
  type Bank,
  MARGINFI,
  type MarginfiAccount,
  marginfiAccount,
  marginfiBank,
} from './marginfi-layout.ts'
import { DRAINED, lenderRates } from './marginfi-lenders.ts'
import { readEach } from './wallet-reads.ts'

const PROTOCOL = 'marginfi-lending'

/** marginfi's own group; from DefiLlama's adapter, and among the fixtures of marginfi-v2. Other groups have no name. */
const MAIN_GROUP = '4qp6Fx6tnZkY5Wropq9wUYgtFxXKwE6viZxFHg3rdAG8'

/** Deposits and loans in every group of marginfi, for one search of its accounts. Health depends on oracles and is not read. */
export const marginfi: ProgramReader = {
  protocols: [PROTOCOL],
  reads: ['supply', 'borrow'],
  proof: 'marginfi.test.ts',
  async read(wallet) {
    const { owner, programAccounts } = wallet
    const found = await programAccounts(
      MARGINFI,
      [{ dataSize: ACCOUNT.size }, { memcmp: { offset: ACCOUNT.authority, bytes: owner } }],
      { offset: 0, length: ACCOUNT.end },
    )
    const accounts = found
      .map((account) => marginfiAccount(account, owner))
      .filter(({ balances }) => balances.length > 0)
    const banks = await readEach(
      wallet,
      accounts.flatMap(({ balances }) => balances.map(({ bank }) => bank)),
      { offset: 0, length: BANK.end },
      marginfiBank,
    )
    const rates = await lenderRates(wallet, [...banks.values()])
    return accounts.map((account) => accountFinding(account, banks, rates))
  },
}

function accountFinding(
  { address, group, balances }: MarginfiAccount,
  banks: ReadonlyMap<string, Bank>,
  rates: ReadonlyMap<string, ShareRate>,
): Finding {
  const legs = balances.flatMap(({ bank: key, assets, liabilities }): TokenAmount[] => {
    const bank = banks.get(key)
    if (bank?.group !== group) throw new Unreadable(`The bank ${key} is not of the group ${group}`)
    const { token, isCollateral, assetRate, liabilityRate, lender } = bank
    const of = { token: token.mint, symbol: token.symbol, decimals: token.decimals }
    const shares = redeem(assets, assetRate)
    const rate = rates.get(key)
    return [
      {
        ...of,
        role: 'supply',
        amount: rate ? redeem(shares, rate) : shares,
        collateral: isCollateral,
        ...(lender && DRAINED.includes(lender.id) && { isUnread: true }),
      },
      { ...of, role: 'borrow', amount: owed(liabilities, liabilityRate) },
    ]
  })
  return findingOf({
    protocol: PROTOCOL,
    product: 'lending',
    market: group === MAIN_GROUP ? 'main' : group,
    ref: address,
    legs: legs.filter(({ amount }) => amount > 0n),
  })
}
