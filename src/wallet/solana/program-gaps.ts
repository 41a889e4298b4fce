/** What the readers of programs never look at, by the slug of the protocol. */
export const PROGRAM_GAPS: Readonly<Record<string, string>> = {
  'meteora-damm-v2': 'Liquidity that is locked for good is not counted, only what it earns.',
  'meteora-dlmm': 'Limit orders, farm rewards and positions of the first version are not read.',
  orca: 'Positions in bundles are not read. Rewards are counted up to the last trade in the pool.',
  raydium:
    'LP tokens and positions that are staked or locked elsewhere are not read. Rewards are counted up to the last trade in the pool.',
}
