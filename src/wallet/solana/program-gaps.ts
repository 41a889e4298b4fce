/** What the reader of a program leaves out, by the protocol's slug; a reader that is not here reads everything a wallet can have there. */
export const PROGRAM_GAPS: Readonly<Record<string, string>> = {
  'kamino-lend':
    'Withdrawals in a queue, rewards of farms, and receipt tokens outside an obligation are not read.',
  'marginfi-lending': 'Rewards that were not claimed, and the health of an account, are not read.',
  solend: 'Rewards, and receipt tokens outside an obligation, are not read.',
  orca: 'Positions in bundles are not read. Rewards are counted up to the last trade in the pool.',
  raydium:
    'LP tokens and positions that are staked or locked elsewhere are not read. Rewards are counted up to the last trade in the pool.',
}
