import type { VelodromeEntry } from '../../src/wallet/evm/drivers/velodrome.ts'
import { lower } from './lower.ts'

/** Sugar on the chains to which Velodrome was brought from Optimism; the factories have one address on all of them. */
const LEAVES: Record<number, { sugar: string; source: string }> = {
  130: {
    sugar: '0x46e07c9b4016f8e5c3cd0b2fd20147a4d0972120',
    source:
      'velodrome-finance/sugar@9348d8e deployments/unichain.env, for its shape contracts/LpSugar.vy',
  },
  1868: {
    sugar: '0x054286B43797791A55814509848Ad92dD3E9AC9E',
    source: 'velodrome-finance/sugar@003fdca deployments/soneium.env',
  },
  42220: {
    sugar: '0xCA10F2EEfcCC3cDAEd50113227132037718947Da',
    source: 'velodrome-finance/sugar@003fdca deployments/celo.env',
  },
  57073: {
    sugar: '0xDd1399Df41d012F58cf2035A79839892BC0A2A25',
    source: 'velodrome-finance/sugar@003fdca deployments/ink.env',
  },
}
/** There are few pools on these chains; Sugar takes about 45,000 gas for a plain one and 12,000 for a concentrated one. */
const PLAIN_POOLS = 150
const CONCENTRATED_POOLS = 600

/** Velodrome on a chain that is not Optimism, or none. */
export function leafEntries(chainId: number): VelodromeEntry[] {
  const leaf = LEAVES[chainId]
  if (!leaf) return []
  return [
    {
      id: 'velodrome',
      protocol: 'velodrome-v2',
      product: 'lp',
      driver: 'velodrome',
      source: `${leaf.source}; XVELO: several public repositories agree`,
      sugar: lower(leaf.sugar),
      factories: [
        { factory: lower('0x31832f2a97Fd20664D76Cc421207669b55CE4BC0'), limit: PLAIN_POOLS },
        { factory: lower('0x04625B046C69577EfC40e6c0Bb83CDBAfab5a55F'), limit: CONCENTRATED_POOLS },
      ],
      unread: [],
      emissions: {
        address: lower('0x7f9AdFbd38b669F03d1d11000Bc76b9AaEA28A81'),
        symbol: 'XVELO',
        decimals: 18,
      },
    },
  ]
}
