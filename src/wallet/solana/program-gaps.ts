/** What the readers of programs never look at, by the slug of the protocol. */
export const PROGRAM_GAPS: Readonly<Record<string, string>> = {
  'jupiter-perpetual-exchange':
    'Orders that wait are not read. Profit, fees and the price of liquidation are read only with a key for Jupiter.',
  'kamino-lend':
    'Shares of Earn vaults that are staked in a farm, withdrawals in a queue, rewards of farms, and receipt tokens outside an obligation are not read.',
  'marginfi-lending':
    'Rewards that were not claimed, and the health of an account, are not read. Deposits lent on to Drift, which was drained in April 2026, have no known value.',
  'meteora-damm-v2': 'Liquidity that is locked for good is not counted, only what it earns.',
  'meteora-dlmm': 'Limit orders, farm rewards and positions of the first version are not read.',
  orca: 'LP tokens of the pools before Whirlpools are not read. Rewards are counted up to the last trade in the pool.',
  raydium:
    'LP tokens and positions that are staked or locked elsewhere are not read. Rewards are counted up to the last trade in the pool.',
  solend: 'Rewards, and receipt tokens outside an obligation, are not read.',
}
