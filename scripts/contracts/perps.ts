import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { ContractEntry } from '../../src/wallet/evm/contracts/contract-entry.ts'
import type { GainsEntry } from '../../src/wallet/evm/drivers/gains.ts'
import type { GmxV1Entry } from '../../src/wallet/evm/drivers/gmx-v1.ts'
import type { GmxV2Entry } from '../../src/wallet/evm/drivers/gmx-v2.ts'
import { listedToken } from './aave-tokens.ts'
import gmxMarkets from './gmx-markets.json' with { type: 'json' }
import { lower } from './lower.ts'
import type { ListedToken } from './v2-pairs.ts'

const GMX_SOURCE = '@gmx-io/sdk@1.4.0 configs/contracts, configs/markets, configs/tokens'
const GAINS_SOURCE = '@gainsnetwork/sdk@1.8.7 contracts/addresses.json'

/** Markets for perpetuals on a chain. */
export function entries(chain: ScanChain): ContractEntry[] {
  return [...gmxV2Entries(chain), ...gmxV1Entries(chain), ...gainsEntries(chain)]
}

const GMX_V2: Record<number, { reader: string; dataStore: string }> = {
  42161: {
    reader: '0x470fbC46bcC0f16532691Df360A07d8Bf5ee0789',
    dataStore: '0xFD70de6b91282D8017aA4E741e9Ae325CAb992d8',
  },
  43114: {
    reader: '0x62Cb8740E6986B29dC671B2EB596676f60590A5B',
    dataStore: '0x2F0b22339414ADeD7D5F06f9D604c7fF5b2fe3f6',
  },
}

function gmxV2Entries({ key, chainId }: ScanChain): GmxV2Entry[] {
  const contracts = GMX_V2[chainId]
  if (!contracts) return []
  const markets = Object.entries(gmxMarkets).find(([chain]) => chain === key)?.[1] ?? []
  return [
    {
      id: 'gmx-v2',
      protocol: 'gmx-v2',
      product: 'perp',
      driver: 'gmx-v2',
      source: GMX_SOURCE,
      reader: lower(contracts.reader),
      dataStore: lower(contracts.dataStore),
      pools: markets.map((market) => ({
        address: lower(market.address),
        name: market.name,
        ...('indexDecimals' in market ? { indexDecimals: market.indexDecimals } : {}),
      })),
    },
  ]
}

interface GmxV1 {
  reader: string
  vault: string
  /** Tokens that can be traded, each its own collateral when long. */
  traded: ListedToken[]
  /** Collateral of short positions. */
  stable: ListedToken[]
  glp: { tracker: string; token: string }
  gmx: { tracker: string; token: string }
}

const GMX_V1: Record<number, GmxV1> = {
  42161: {
    reader: '0x2b43c90D1B727cEe1Df34925bcd5Ace52Ec37694',
    vault: '0x489ee077994B6658eAfA855C308275EAd8097C4A',
    traded: [
      ['0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', 'WETH', 18],
      ['0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', 'WBTC', 8],
      ['0xf97f4df75117a78c1A5a0DBb814Af92458539FB4', 'LINK', 18],
      ['0xFa7F8980b0f1E64A2062791cc3b0871572f1F7f0', 'UNI', 18],
    ],
    stable: [
      ['0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', 'USDC', 6],
      ['0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USDC', 6],
      ['0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 'USD₮0', 6],
      ['0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 'DAI', 18],
    ],
    glp: {
      tracker: '0x1aDDD80E6039594eE970E5872D247bf0414C8903',
      token: '0x4277f8F2c384827B5273592FF7CeBd9f2C1ac258',
    },
    gmx: {
      tracker: '0x908C4D94D34924765f1eDc22A1DD098397c59dD4',
      token: '0xfc5A1A6EB076a2C7aD06eD22C90d7E710E35ad0a',
    },
  },
  43114: {
    reader: '0x2eFEE1950ededC65De687b40Fd30a7B5f4544aBd',
    vault: '0x9ab2De34A33fB459b538c43f251eB825645e8595',
    traded: [
      ['0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', 'WAVAX', 18],
      ['0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB', 'WETH.e', 18],
      ['0x152b9d0FdC40C096757F570A51E494bd4b943E50', 'BTC.b', 8],
      ['0x50b7545627a5162F82A992c33b87aDc75187B218', 'WBTC.e', 8],
    ],
    stable: [
      ['0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'USDC', 6],
      ['0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664', 'USDC.e', 6],
    ],
    glp: {
      tracker: '0x9e295B5B976a184B14aD8cd72413aD846C299660',
      token: '0x01234181085565ed162a948b6a5e88758CD7c7b8',
    },
    gmx: {
      tracker: '0x2bD10f8E93B3669b6d42E74eEedC65dd1B0a1342',
      token: '0x62edc0692BD897D2295872a9FFCac5425011c661',
    },
  },
}

function gmxV1Entries({ chainId }: ScanChain): GmxV1Entry[] {
  const contracts = GMX_V1[chainId]
  if (!contracts) return []
  const traded = contracts.traded.map((each) => tokenOf(chainId, each))
  const stable = contracts.stable.map((each) => tokenOf(chainId, each))
  return [
    {
      id: 'gmx-v1',
      protocol: 'gmx-v1',
      product: 'perp',
      driver: 'gmx-v1',
      source: GMX_SOURCE,
      reader: lower(contracts.reader),
      vault: lower(contracts.vault),
      positions: traded.flatMap((index) => [
        { collateral: index, index, isLong: true },
        ...stable.map((collateral) => ({ collateral, index, isLong: false })),
      ]),
      pool: {
        tracker: lower(contracts.glp.tracker),
        token: { address: lower(contracts.glp.token), symbol: 'GLP', decimals: 18 },
      },
      staking: {
        tracker: lower(contracts.gmx.tracker),
        token: { address: lower(contracts.gmx.token), symbol: 'GMX', decimals: 18 },
      },
    },
  ]
}

function tokenOf(chainId: number, [address, symbol, decimals]: ListedToken) {
  const known = listedToken(chainId, address)
  return { address: lower(address), symbol: known?.symbol ?? symbol, decimals }
}

const GAINS: Record<number, string> = {
  42161: '0xFF162c694eAA571f685030649814282eA457f169',
  8453: '0x6cD5aC19a07518A8092eEFfDA4f1174C72704eeb',
  137: '0x209A9A01980377916851af2cA075C2b170452018',
}

function gainsEntries({ chainId }: ScanChain): GainsEntry[] {
  const diamond = GAINS[chainId]
  if (!diamond) return []
  return [
    {
      id: 'gains',
      protocol: 'gains-network',
      product: 'perp',
      driver: 'gains',
      source: GAINS_SOURCE,
      diamond: lower(diamond),
    },
  ]
}
