import type { Unread } from '../model/kinds.ts'

/** What the readers of programs never look at, by the slug of the protocol. */
export const PROGRAM_UNREAD: Readonly<Record<string, readonly Unread[]>> = {
  'jupiter-lend': [
    {
      text: 'Positions in vaults of Jupiter’s DEX, with smart collateral or debt, are only counted.',
      kinds: ['supply', 'borrow'],
      // DefiLlama's list of 2026-10-04 has $24.2m in that DEX, of $1,326m.
      small: true,
    },
    {
      text: 'Deposits of tokens that are on none of our lists are not read.',
      kinds: ['supply'],
      small: true,
    },
    { text: 'Rewards are not read.', kinds: ['reward'], small: true },
  ],
  'jupiter-perpetual-exchange': [
    { text: 'Orders that wait are not read.', kinds: ['leverage'], small: true },
    {
      text: 'Profit, fees and the price of liquidation are read only with a key for Jupiter.',
      kinds: ['leverage'],
      small: true,
    },
  ],
  'kamino-lend': [
    {
      text: 'Shares of Earn vaults that are staked in a farm are not read where the account of their token was closed.',
      kinds: ['gauge'],
      // @kamino-finance/klend-sdk 8.0.2 closes it only with the last share.
      small: true,
    },
    { text: 'Withdrawals in a queue are not read.', kinds: ['withdrawal'], small: true },
    { text: 'Rewards of farms are not read.', kinds: ['reward'], small: true },
    {
      text: 'Receipt tokens outside an obligation are not read.',
      kinds: ['supply'],
      small: true,
    },
  ],
  'marginfi-lending': [
    {
      text: 'Rewards that were not claimed, and the health of an account, are not read.',
      kinds: ['reward'],
      small: true,
    },
    {
      text: 'Deposits lent on to Drift, which was drained in April 2026, have no known value.',
      kinds: ['supply'],
      small: true,
    },
  ],
  'meteora-damm-v2': [
    {
      text: 'Liquidity that is locked for good is not counted, only what it earns.',
      kinds: ['lp'],
      small: true,
    },
  ],
  'meteora-dlmm': [
    { text: 'Limit orders and positions of the first version are not read.', kinds: ['lp'] },
    { text: 'Farm rewards are not read.', kinds: ['reward'], small: true },
  ],
  orca: [
    { text: 'LP tokens of the pools before Whirlpools are not read.', kinds: ['lp'], small: true },
    {
      text: 'Rewards are counted up to the last trade in the pool.',
      kinds: ['reward'],
      small: true,
    },
  ],
  raydium: [
    {
      text: 'Staked LP tokens are searched for while the wallet keeps an account of an LP token.',
      kinds: ['gauge'],
      small: true,
    },
    {
      text: 'Rewards of farms, and fees of LP tokens that are locked for good, have no amount.',
      kinds: ['reward'],
      small: true,
    },
    {
      text: 'LP tokens of the old pools for stablecoins are not read.',
      kinds: ['lp'],
      small: true,
    },
    {
      text: 'Rewards are counted up to the last trade in the pool.',
      kinds: ['reward'],
      small: true,
    },
  ],
  solend: [
    { text: 'Rewards are not read.', kinds: ['reward'], small: true },
    { text: 'Receipt tokens outside an obligation are not read.', kinds: ['supply'] },
  ],
}
