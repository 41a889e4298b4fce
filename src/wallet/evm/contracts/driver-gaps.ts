import type { DriverName } from './drivers.ts'

/** Two drivers read the markets of one protocol. */
const MORPHO_GAP =
  'Only the markets on our list, and those in which a vault on it lends, are read, and no unclaimed rewards.'

/**
 * What each driver does not read at the protocols of its entries, where no answer shows it, as a sentence that stands by itself.
 * Null for one that reads all that its contracts hold for an owner.
 */
const DRIVER_GAPS: Record<DriverName, string | null> = {
  aave: 'Markets that are not on our list are not read.',
  'aave-v4': 'Unclaimed incentives and markets that are not on our list are not read.',
  abracadabra:
    'Tokens in its boxes, collateral in orders at GMX, staked SPELL and farms are not read, nor is interest since the last use of a cauldron of its first version.',
  balancer: 'Pools that are newer than our list are not read.',
  'compound-v2': 'Unclaimed rewards, and comptrollers that are not on our list, are not read.',
  'compound-v3': 'Markets that are not on our list are not read.',
  curve:
    'Of the pools of its first registries only those on our list are read, with one gauge each.',
  'curve-loan': 'Of the loans at LlamaLend those in its first 28 markets are read.',
  'deposit-pool': 'Deposits of tokens that are not on our list are not read.',
  eigenlayer: null,
  erc4626: 'Only the vaults and tokens on our list are read.',
  euler:
    'Deposits in vaults that are neither collateral nor on our list are not read, nor are unclaimed rewards.',
  fluid: 'Liquidity in its exchange that is not collateral is not read.',
  fraxlend: 'Unclaimed rewards, and shares that are staked in farms, are not read.',
  gains:
    'Fees that were not yet charged, profit or loss, gToken vaults and staked GNS are not read.',
  layerbank: 'Locked LAB and unclaimed rewards are not read.',
  'lido-queue': null,
  liquity: null,
  'liquity-v2': 'Troves whose id is not made of their owner are counted, but not read.',
  lista: 'Collateral that is not on our list is not read.',
  maker: null,
  'gmx-v1': 'Only positions in the tokens on our list are read.',
  'gmx-v2':
    'Pending orders, fees and funding since a position last changed, profit or loss, and price impact that may be claimed are not read.',
  'morpho-blue': MORPHO_GAP,
  'morpho-optimizer': 'Unclaimed rewards are not read.',
  'morpho-vault-markets': MORPHO_GAP,
  nexus: 'Bought covers are not read.',
  pendle:
    'Unclaimed interest and rewards are not read, nor markets that are neither on our lists nor known to Equilibria.',
  'liquid-staking': 'Only its receipt tokens are read: no withdrawals that wait, and no rewards.',
  velodrome: 'NFTs of Slipstream that are not staked are read on Base and Optimism alone.',
  'pool-registry':
    'Pools and tokens that are newer than our lists, the pools of a factory after its first thousand, and some rewards of gauges are not read.',
  'rocket-node':
    'What a node operator has earned on the beacon chain, and owes for penalties, is not read.',
  silo: 'Unclaimed rewards, and vaults that lend in its markets, are not read.',
  'silo-v1': 'Silos that are not on our list, and unclaimed rewards, are not read.',
  stakewise: 'Vaults that are not on our list, exits under way and leveraged stakes are not read.',
  stargate: 'Unclaimed rewards are not read.',
  symbiotic:
    'Vaults after the first 360, withdrawals that were not claimed for 26 epochs, those from vaults of its second version, and rewards are not read.',
  synthetix: null,
  'v2-pairs':
    'Only pairs among the main tokens of a chain, or on our list, are read, and no shares staked in farms.',
  'vault-list':
    'Vaults that are not on our list are not read: those that are newer, or were closed. Nor are shares in boosts and gauges, and unclaimed rewards.',
  'vote-lock': 'Votes and their rewards are not read.',
  'withdrawal-nft': null,
  'withdrawal-queue': null,
  uncx: 'Lockers that are not on our list are not read, nor are vesting tokens.',
  'uniswap-v2': 'Only the pairs on our list are read, and no shares staked in farms.',
  'uniswap-v3':
    'NFTs staked in farms that are not on our list, and shares of liquidity managers, are not read.',
  'uniswap-v4':
    'Where no node of a chain is Alchemy’s, only NFTs among the newest 20,000 are read; older ones are counted.',
}

/** Where a driver reads more, or less, of one protocol than of others. */
const OF_PROTOCOL: Readonly<Record<string, string | undefined>> = {
  'compound-v2': 'Markets that its comptroller does not list are not read.',
  maple: 'Vaults that are not on our list, and shares that wait to be redeemed, are not read.',
}

/** The driver whose gap says that of another too, where a protocol has both. */
export const SAID_BY: Readonly<Partial<Record<DriverName, DriverName>>> = {
  'uniswap-v2': 'v2-pairs',
}

/** What a driver does not read at a protocol; null when it reads all. */
export function gapOf(driver: DriverName, protocol: string): string | null {
  return OF_PROTOCOL[protocol] ?? DRIVER_GAPS[driver]
}
