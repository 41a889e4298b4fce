import { type Finding, findingOf, type TokenAmount } from '../model/finding.ts'
import { EARN_MARKET } from './jupiter-map.ts'
import { SOL } from './programs.ts'
import { type Rate, redeem } from './rates.ts'
import type { StakeAccount } from './stake-account.ts'
import type { Lend, Lst } from './token-list.ts'

/** SOL that its owner staked without a protocol in between. */
export const NATIVE_STAKE = 'solana-native-stake'

/** Who stakes for others: the staker of a stake account whose SOL stays its owner's. From DefiLlama's adapters. */
const STAKERS: Record<string, string> = {
  stWirqFCf2Uts1JBL1Jsd3r6VBWhgnpdPxCTe1MFjrq: 'marinade-native',
}

/** Protocols that are found by reading stake accounts. */
export const STAKE_PROTOCOLS = [NATIVE_STAKE, ...Object.values(STAKERS)]

/** Liquid staking: the SOL that it stands for, or the token itself while its rate is not known. */
export function lstFinding(lst: Lst, amount: bigint, rate: Rate | null): Finding {
  const legs: TokenAmount[] =
    rate === null
      ? [asItIs('stake', lst, amount)]
      : [
          {
            role: 'stake',
            token: SOL.mint,
            symbol: SOL.symbol,
            decimals: SOL.decimals,
            amount: redeem(amount, rate),
          },
        ]
  const { protocol, symbol, mint } = lst
  return findingOf({
    protocol,
    product: 'lst',
    market: symbol,
    ref: mint,
    receiptToken: mint,
    legs,
  })
}

/** A deposit in Jupiter Lend: what it stands for, or the receipt token itself while its rate is not known. */
export function lendFinding(lend: Lend, amount: bigint, rate: Rate | null): Finding {
  const { mint: token, symbol, decimals } = lend.underlying
  const legs: TokenAmount[] =
    rate === null
      ? [asItIs('supply', lend, amount)]
      : [
          {
            role: 'supply',
            token,
            symbol,
            decimals,
            amount: redeem(amount, rate),
            collateral: false,
          },
        ]
  const { protocol, mint } = lend
  return findingOf({
    protocol,
    product: 'lending',
    market: EARN_MARKET,
    ref: mint,
    receiptToken: mint,
    legs,
  })
}

/** A stake account, all of whose SOL comes back once it is no longer staked. */
export function stakeFinding({ address, lamports, staker, validator }: StakeAccount): Finding {
  return findingOf({
    protocol: STAKERS[staker] ?? NATIVE_STAKE,
    product: 'staking',
    market: validator,
    ref: address,
    legs: [
      {
        role: 'stake',
        token: SOL.mint,
        symbol: SOL.symbol,
        decimals: SOL.decimals,
        amount: lamports,
      },
    ],
  })
}

/**
 * What was found on chain, without what a provider tells of as well: a deposit of the same protocol, market and token.
 * Where it says nothing of a receipt token in the wallet, the token stays.
 */
export function withoutTold(found: readonly Finding[], told: readonly Finding[]): Finding[] {
  return found.filter(
    (finding) =>
      !told.some(
        ({ protocol, market, legs }) =>
          finding.receiptToken !== null &&
          protocol === finding.protocol &&
          market === finding.market &&
          legs.some(
            ({ token }) =>
              token === finding.receiptToken || finding.legs.some((leg) => leg.token === token),
          ),
      ),
  )
}

function asItIs(role: 'stake' | 'supply', token: Lst | Lend, amount: bigint): TokenAmount {
  const { mint, symbol, decimals } = token
  return { role, token: mint, symbol, decimals, amount }
}
