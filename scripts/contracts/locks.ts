import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { VoteLockEntry } from '../../src/wallet/evm/drivers/vote-lock.ts'
import { lower } from './lower.ts'

const ADAPTERS = 'DefiLlama/DefiLlama-Adapters@1eb4e81'

interface Lock {
  id: string
  protocol: string
  market: string
  escrow: string
  kind: VoteLockEntry['kind']
  token: [address: string, symbol: string]
  source: string
}

/** Tokens locked for votes. All have 18 decimals. */
const LOCKS: Record<number, Lock[]> = {
  1: [
    {
      id: 'curve-vecrv',
      protocol: 'curve-dex',
      market: 'veCRV',
      escrow: '0x5f3b5DfEb7B28CDbD7FAba78963EE202a494e2A2',
      kind: 'locked',
      token: ['0xD533a949740bb3306d119CC777fa900bA034cd52', 'CRV'],
      source: `${ADAPTERS} projects/curve, projects/helper/coreAssets.json`,
    },
    {
      id: 'balancer-vebal',
      protocol: 'balancer-v2',
      market: 'veBAL',
      escrow: '0xC128a9954e6c874eA3d62ce62B468bA073093F25',
      kind: 'locked',
      token: ['0x5c6Ee304399DBdB9C8Ef030aB642B10820DB8F56', 'B-80BAL-20WETH'],
      source: `${ADAPTERS} projects/aura-finance`,
    },
    {
      id: 'pendle-vependle',
      protocol: 'pendle',
      market: 'vePENDLE',
      escrow: '0x4f30A9D41B80ecC5B94306AB4364951AE3170210',
      kind: 'position',
      token: ['0x808507121B80c02388fAd14726482e061B8da827', 'PENDLE'],
      source: `${ADAPTERS} projects/pendle`,
    },
    {
      id: 'convex-vlcvx',
      protocol: 'convex-finance',
      market: 'vlCVX',
      escrow: '0x72a19342e8F1838460eBFCCEf09F6585e32db86E',
      kind: 'batches',
      token: ['0x4e3FBD56CD56c3e72c1403e103b45Db9da5B9D2B', 'CVX'],
      source: `${ADAPTERS} projects/helper/coreAssets.json`,
    },
  ],
  8453: [
    {
      id: 'aerodrome-veaero',
      protocol: 'aerodrome',
      market: 'veAERO',
      escrow: '0xeBf418Fe2512e7E6bd9b87a8F0f294aCDC67e6B4',
      kind: 'nfts',
      token: ['0x940181a94A35A4569E4529A3CDfB74e38FD98631', 'AERO'],
      source: `${ADAPTERS} projects/40acres`,
    },
  ],
  10: [
    {
      id: 'velodrome-vevelo',
      protocol: 'velodrome-v2',
      market: 'veVELO',
      escrow: '0xFAf8FD17D9840595845582fCB047DF13f006787d',
      kind: 'nfts',
      token: ['0x9560e827aF36c94D2Ac33a39bCE1Fe78631088Db', 'VELO'],
      source: `${ADAPTERS} projects/40acres; VELO: found beside it in several public repositories`,
    },
  ],
}

export function entries({ chainId }: ScanChain): VoteLockEntry[] {
  return (LOCKS[chainId] ?? []).map(({ escrow, token: [address, symbol], ...lock }) => ({
    ...lock,
    product: 'staking',
    driver: 'vote-lock',
    escrow: lower(escrow),
    token: { address: lower(address), symbol, decimals: 18 },
  }))
}
