import type { DriverName } from './drivers.ts'

/**
 * What each driver does not read at the protocols of its entries, where no answer shows it, as a sentence that stands by itself.
 * Null for one that reads all that its contracts hold for an owner.
 */
export const DRIVER_GAPS: Record<DriverName, string | null> = {
  aave: 'Unclaimed incentives and markets that are not on our list are not read.',
  'aave-v4': 'Unclaimed incentives and markets that are not on our list are not read.',
  balancer: 'Only the pools on our list are read, and no shares staked in gauges or at Aura.',
  'compound-v2': 'Unclaimed rewards and markets that are not on our list are not read.',
  'compound-v3':
    'Markets that are not on our list are not read, and rewards only on Ethereum, Arbitrum, Base and Polygon.',
  curve:
    'Only the pools on our list are read, with one gauge each; crvUSD loans, lending, veCRV and locked CVX are not.',
  eigenlayer: null,
  erc4626: 'Only the vaults and tokens on our list are read.',
  euler:
    'Deposits in vaults that are neither collateral nor on our list are not read, nor are unclaimed rewards.',
  fluid: 'Liquidity in its exchange that is not collateral is not read.',
  gains: 'Profit or loss, gToken vaults and staked GNS are not read.',
  'gmx-v1': 'Only positions in the tokens on our list are read.',
  'gmx-v2': 'Pending orders, claimable funding, and profit or loss are not read.',
  'morpho-blue': 'Only the markets on our list are read, and no unclaimed rewards.',
  pendle: 'Only the tokens on our list are read; other maturities are not.',
  'liquid-staking': 'Only its receipt tokens are read; withdrawals that wait are not.',
  velodrome: 'Votes and locks, such as veAERO and veVELO, are not read.',
  'uniswap-v2': 'Only the pairs on our list are read, and no shares staked in farms.',
  'uniswap-v3':
    'NFTs staked in farms that are not on our list, and shares of liquidity managers, are not read.',
  'uniswap-v4': 'NFTs are counted, but not read: their manager cannot list them.',
}
