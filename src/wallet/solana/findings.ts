import { type Finding, findingOf, type TokenAmount } from '../model/finding.ts'
import { EARN_MARKET } from './jupiter-map.ts'
import { SOL } from './program-ids.ts'
import { redeem, type ShareRate } from './rates.ts'
import type { StakeAccount } from './stake-account.ts'
import type { Lend, Lst } from './token-list.ts'

/** SOL that its owner staked directly, without a protocol. */
export const NATIVE_STAKE = 'solana-native-stake'

/** Protocols by the staker of their stake accounts; the owner keeps the right to withdraw. From DefiLlama's adapters. */
const STAKERS: Record<string, string> = {
  stWirqFCf2Uts1JBL1Jsd3r6VBWhgnpdPxCTe1MFjrq: 'marinade-native',
}

/** Protocols whose positions are found in stake accounts. */
export const STAKE_PROTOCOLS = [NATIVE_STAKE, ...Object.values(STAKERS)]

/** A receipt token as the SOL it is redeemed for, or as the token itself when its rate is unknown. */
export function lstFinding(lst: Lst, amount: bigint, rate: ShareRate | null): Finding {
  const legs: TokenAmount[] =
    rate === null
      ? [receiptLeg('stake', lst, amount)]
      : [
          {
            role: 'stake',
            token: SOL.mint,
            symbol: SOL.symbol,
            decimals: SOL.decimals,
            amount: redeem(amount, rate),
          },
        ]
  const { protocol, symbol, mint, product = 'lst' } = lst
  return findingOf({
    protocol,
    product,
    market: symbol,
    ref: mint,
    receiptToken: mint,
    legs,
  })
}

/** A deposit in Jupiter Lend as its underlying token, or as the receipt token itself when its rate is unknown. */
export function lendFinding(lend: Lend, amount: bigint, rate: ShareRate | null): Finding {
  const { mint: token, symbol, decimals } = lend.underlying
  const legs: TokenAmount[] =
    rate === null
      ? [receiptLeg('supply', lend, amount)]
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

/** A stake account with all of its SOL, which is returned in full when it is no longer staked. */
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
 * Findings on chain without those that a provider reports too: a receipt token's deposit with the same protocol, market and token.
 */
export function withoutDuplicates(
  onChain: readonly Finding[],
  fromProviders: readonly Finding[],
): Finding[] {
  return onChain.filter(
    (finding) =>
      !fromProviders.some(
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

function receiptLeg(role: 'stake' | 'supply', token: Lst | Lend, amount: bigint): TokenAmount {
  const { mint, symbol, decimals } = token
  return { role, token: mint, symbol, decimals, amount }
}
