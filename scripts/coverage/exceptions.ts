/** What a rule cannot see of a protocol that a scan names: a part that is not read, and why. By DefiLlama's id. */
export interface Exception {
  /** `part`: some of what people hold there is not read. `none`: an entry names it, but not for what this row counts. */
  seen: 'part' | 'none'
  why: string
}

export const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  // uniswap-v2, sushiswap, pancakeswap-amm
  '2197': {
    seen: 'part',
    why: 'The pairs among the main tokens of a chain are read, not every pair.',
  },
  '119': {
    seen: 'part',
    why: 'The pairs among the main tokens of a chain are read, not every pair.',
  },
  '194': {
    seen: 'part',
    why: 'The pairs among the main tokens of a chain are read, not every pair.',
  },
  // joe-dex
  '468': {
    seen: 'part',
    why: 'The pairs among the main tokens of a chain are read, not every pair.',
  },
  // gearbox
  '1108': {
    seen: 'part',
    why: 'Shares of pools of its third version are read; credit accounts are not.',
  },
  // across, hop-protocol, sommelier
  '1207': { seen: 'part', why: 'Shares in the wallet are read; staked ones are not.' },
  '435': { seen: 'part', why: 'Shares in the wallet are read; staked ones are not.' },
  '2139': { seen: 'part', why: 'Shares in the wallet are read; bonded ones are not.' },
  // stake-dao
  '249': {
    seen: 'part',
    why: 'Tokens of four lockers and one gauge are read; its strategies are not.',
  },
  // benddao-lending
  '1773': { seen: 'part', why: 'Supplied WETH is read; loans against NFTs are not.' },
  // pendle
  '382': {
    seen: 'part',
    why: 'Markets of a list and those that Equilibria knows are read, with their principal and yield tokens; unclaimed interest and rewards are not.',
  },
  // equilibria
  '3091': {
    seen: 'part',
    why: 'Staked liquidity tokens are read; rewards, locks and deposits that are not staked are not.',
  },
  // penpie
  '3083': {
    seen: 'part',
    why: 'What is staked or locked is read; rewards are not, nor when locked PNP can be taken.',
  },
  // silo-finance
  '2020': { seen: 'part', why: 'The silos of a list are read, not every silo.' },
  // zircuit-staking
  '4238': { seen: 'part', why: 'Deposits of the tokens of a list are read.' },
  // orca
  '283': {
    seen: 'part',
    why: 'Positions in Whirlpools are read, in bundles too; LP tokens of older pools are not.',
  },
  // meteora-dlmm
  '4148': { seen: 'part', why: 'Positions are read; limit orders and farm rewards are not.' },
  // raydium
  '214': {
    seen: 'part',
    why: 'Concentrated positions and LP tokens in the wallet are read; staked and locked ones are not.',
  },
  // uncx-network-v2
  '1765': { seen: 'part', why: 'Its first locker of pairs of Uniswap is not read.' },
  // jupiter-perpetual-exchange
  '4077': {
    seen: 'part',
    why: 'JLP and perpetuals are read; orders that wait are not, and profit only with a key for Jupiter.',
  },
}

/** Protocols that hold nothing that an address could be asked for, or nothing any more, by DefiLlama's id. */
export const NOT_HELD: Readonly<Record<string, string>> = {
  // maker-rwa
  '3665': 'Loans that the protocol itself has made; no one holds a share.',
  // tornado-cash
  '148': 'Deposits are not tied to an address.',
  // drift
  '970':
    'Drained of $285 million on 2026-04-01 (DefiLlama’s list of hacks), and $3.8 million are left (Drift’s plan of May 2026): its accounts are claims without backing.',
  // pinksale, team-finance
  '1807': 'Locks of tokens by their makers.',
  '1864': 'Locks of tokens by their makers.',
}
