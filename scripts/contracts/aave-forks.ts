import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { AaveEntry } from '../../src/wallet/evm/drivers/aave.ts'
import { lower } from './lower.ts'

/** The pools after the attack of October 2024 and the data providers, which are those of before. */
const RADIANT =
  'dinngo/protocolink-logics radiant-v2 configs; pools: DefiLlama/yield-server radiant-v2, the same in many public repositories'

const FORK_LIST = 'DefiLlama/dimension-adapters@e7346b0 helpers/aave'
/** Two lists agree on the pools and data providers. */
const KINZA = `${FORK_LIST}; Centic-io/defi-state-querier@d87e4ae; DefiLlama/DefiLlama-Adapters@1eb4e81 registries/aave.js`
const ZEROLEND = `${FORK_LIST}; data providers: DefiLlama/DefiLlama-Adapters@1eb4e81 registries/aave.js`

interface Fork {
  id: string
  /** `core` unless given. */
  market?: string
  protocol: string
  /** 3 unless given. */
  version?: 2 | 3
  pool: string
  dataProvider: string
  oracle?: string
  receiptTokens?: string[]
  source: string
}

/**
 * Forks of Aave. A scan reads their reserves from the pool and the user's amounts from the data provider, because no published list has
 * the reserve ids.
 */
const FORKS: Partial<Record<number, Fork[]>> = {
  1: [
    {
      id: 'sparklend',
      protocol: 'sparklend',
      pool: '0xC13e21B648A5Ee794902342038FF3aDAB66BE987',
      dataProvider: '0xFc21d6d146E6086B8359705C8b28512a983db0cb',
      oracle: '0x8105f69D9C41644c6A0803fDA7D03Aa70996cFD9',
      receiptTokens: [
        '0xb3973D459df38ae57797811F2A1fd061DA1BC123',
        '0x4DEDf26112B3Ec8eC46e7E31EA5e123490B05B8B',
        '0xB131cD463d83782d4DE33e00e35EF034F0869bA1',
        '0x7b481aCC9fDADDc9af2cBEA1Ff2342CB1733E50F',
        '0xa9d4EcEBd48C282a70CfD3c469d6C8F178a5738E',
        '0x779224df1c756b4EDD899854F32a53E8c2B2ce5d',
        '0x9985dF20D7e9103ECBCeb16a84956434B6f06ae8',
        '0x856f1Ea78361140834FDCd0dB0b08079e4A45062',
        '0x78f897F0fE2d3B5690EbAe7f19862DEacedF10a7',
        '0x6715bc100A183cc65502F05845b589c1919ca3d3',
        '0xce6Ca9cDce00a2b0c0d1dAC93894f4Bd2c960567',
        '0x377C3bd93f2a2984E1E7bE6A5C22c525eD4A4815',
        '0xC02aB1A5eaA8d1B114EF786D9bde108cD4364359',
        '0xe7dF13b8e3d6740fe17CBE928C7334243d86c92f',
        '0x4197ba364AE6698015AE5c1468f54087602715b2',
        '0x3CFd5C0D4acAA8Faee335842e4f31159fc76B008',
        '0x59cD1C87501baa753d0B5B5Ab5D8416A45cD71DB',
        '0x12B54025C112Aa61fAce2CDB7118740875A566E9',
      ],
      source: 'sparkdotfi/spark-address-registry@2934ba2 src/SparkLend.sol',
    },
    {
      id: 'radiant-v2',
      protocol: 'radiant-v2',
      version: 2,
      pool: '0xA950974f64aA33f27F6C5e017eEE93BF7588ED07',
      dataProvider: '0x362f3BB63Cff83bd169aE1793979E9e537993813',
      source: RADIANT,
    },
    {
      id: 'kinza',
      protocol: 'kinza-finance',
      pool: '0xeA14474946C59Dee1F103aD517132B3F19Cef1bE',
      dataProvider: '0xE44990a8a732605Eddc0870597d2Cf4A2637F038',
      source: KINZA,
    },
    {
      id: 'zerolend',
      protocol: 'zerolend',
      pool: '0x3BC3D34C32cc98bf098D832364Df8A222bBaB4c0',
      dataProvider: '0x47223D4eA966a93b2cC96FFB4D42c22651FADFcf',
      source: ZEROLEND,
    },
    {
      id: 'zerolend-bitcoin',
      market: 'bitcoin',
      protocol: 'zerolend',
      pool: '0xCD2b31071119D7eA449a9D211AC8eBF7Ee97F987',
      dataProvider: '0x31063F7CA8ef4089Db0dEdf8D6e35690B468A611',
      source: ZEROLEND,
    },
    {
      id: 'zerolend-rwa',
      market: 'rwa',
      protocol: 'zerolend',
      pool: '0xD3a4DA66EC15a001466F324FA08037f3272BDbE8',
      dataProvider: '0x298ECDcb0369Aef75cBbdA3e46a224Cfe622E287',
      source: ZEROLEND,
    },
  ],
  100: [
    {
      id: 'sparklend',
      protocol: 'sparklend',
      pool: '0x2Dae5307c5E3FD1CF5A72Cb6F698f915860607e0',
      dataProvider: '0x2a002054A06546bB5a264D57A81347e23Af91D18',
      oracle: '0x8105f69D9C41644c6A0803fDA7D03Aa70996cFD9',
      receiptTokens: [
        '0x5671b0B8aC13DC7813D36B99C21c53F6cd376a14',
        '0x629D562E92fED431122e865Cc650Bc6bdE6B96b0',
        '0x9Ee4271E17E3a427678344fd2eE64663Cb78B4be',
        '0xC9Fe2D32E96Bb364c7d29f3663ed3b27E30767bB',
        '0xE877b96caf9f180916bF2B5Ce7Ea8069e0123182',
        '0x5850D127a04ed0B4F1FCDFb051b3409FB9Fe6B90',
        '0xA34DB0ee8F84C4B90ed268dF5aBbe7Dcd3c277ec',
        '0x08B0cAebE352c3613302774Cd9B82D08afd7bDC4',
        '0x6dc304337BF3EB397241d1889cAE7da638e6e782',
      ],
      source: 'sparkdotfi/spark-address-registry@5348de2 src/Gnosis.sol',
    },
  ],
  56: [
    {
      id: 'radiant-v2',
      protocol: 'radiant-v2',
      version: 2,
      pool: '0xCcf31D54C3A94f67b8cEFF8DD771DE5846dA032c',
      dataProvider: '0x2f9D57E97C3DFED8676e605BC504a48E0c5917E9',
      source: RADIANT,
    },
    {
      id: 'kinza',
      protocol: 'kinza-finance',
      pool: '0xcB0620b181140e57D1C0D8b724cde623cA963c8C',
      dataProvider: '0x09Ddc4AE826601b0F9671b9edffDf75e7E6f5D61',
      source: KINZA,
    },
  ],
  324: [
    {
      id: 'zerolend',
      protocol: 'zerolend',
      pool: '0x4d9429246EA989C9CeE203B43F6d1C7D83e3B8F8',
      dataProvider: '0xB73550bC1393207960A385fC8b34790e5133175E',
      source: ZEROLEND,
    },
  ],
  999: [
    {
      id: 'hyperlend',
      protocol: 'hyperlend-pooled',
      pool: '0x00A89d7a5A02160f20150EbEA7a2b5E4879A1A8b',
      dataProvider: '0x5481bf8d3946E6A3168640c1D7523eB59F055a29',
      source: 'DefiLlama/dimension-adapters, its list of Aave forks',
    },
    {
      id: 'hypurrfi',
      protocol: 'hypurrfi-pooled',
      pool: '0xceCcE0EB9DD2Ef7996e01e25DD70e461F918A14b',
      dataProvider: '0x895C799a5bbdCb63B80bEE5BD94E7b9138D977d6',
      source: 'DefiLlama/dimension-adapters, its list of Aave forks',
    },
  ],
  8453: [
    {
      id: 'radiant-v2',
      protocol: 'radiant-v2',
      version: 2,
      pool: '0x30798cFe2CCa822321ceed7e6085e633aAbC492F',
      dataProvider: '0x07d2DC09A1CbDD01e5f6Ca984b060A3Ff31b9EAF',
      source: RADIANT,
    },
    {
      id: 'zerolend',
      protocol: 'zerolend',
      pool: '0x766f21277087E18967c1b10bF602d8Fe56d0c671',
      dataProvider: '0xA754b2f1535287957933db6e2AEE2b2FE6f38588',
      source: ZEROLEND,
    },
  ],
  5000: [
    {
      id: 'kinza',
      protocol: 'kinza-finance',
      pool: '0x5757b15f60331eF3eDb11b16ab0ae72aE678Ed51',
      dataProvider: '0x18cc2c55b429EE08748951bBD33FF2e68c95ec38',
      source: KINZA,
    },
  ],
  59144: [
    {
      id: 'zerolend',
      protocol: 'zerolend',
      pool: '0x2f9bB73a8e98793e26Cb2F6C4ad037BDf1C6B269',
      dataProvider: '0x67f93d36792c49a4493652B91ad4bD59f428AD15',
      source: ZEROLEND,
    },
    {
      id: 'zerolend-croak',
      market: 'croak',
      protocol: 'zerolend',
      pool: '0xc6ff96AefD1cC757d56e1E8Dcc4633dD7AA5222D',
      dataProvider: '0x9aFB91a3cfB9aBc8Cbc8429aB57b6593FE36E173',
      source: ZEROLEND,
    },
  ],
  42161: [
    {
      id: 'radiant-v2',
      protocol: 'radiant-v2',
      version: 2,
      pool: '0xE23B4AE3624fB6f7cDEF29bC8EAD912f1Ede6886',
      dataProvider: '0x596B0cc4c5094507C50b579a662FE7e7b094A2cC',
      source: RADIANT,
    },
  ],
}

export function entries(chain: ScanChain): AaveEntry[] {
  return (FORKS[chain.chainId] ?? []).map(
    ({ id, market, protocol, version, pool, dataProvider, oracle, receiptTokens, source }) => ({
      id,
      protocol,
      product: 'lending',
      market: market ?? 'core',
      driver: 'aave',
      version: version ?? 3,
      pool: lower(pool),
      dataProvider: lower(dataProvider),
      ...(oracle === undefined ? {} : { oracle: lower(oracle) }),
      assets: [],
      ...(receiptTokens === undefined ? {} : { receiptTokens: receiptTokens.map(lower) }),
      source,
    }),
  )
}
