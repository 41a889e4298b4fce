import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { Erc4626Entry } from '../../src/wallet/evm/drivers/erc4626.ts'
import type { LiquidStakingEntry } from '../../src/wallet/evm/drivers/liquid-staking.ts'
import { lower, slug } from './lower.ts'
import { ADAPTERS, MANY, type Receipt } from './receipt.ts'
import { SMALLER_PROTOCOLS } from './receipts-of-smaller-protocols.ts'
import { knownToken } from './tokens.ts'

const NEXUS = '@nexusmutual/deployments@3.4.0 addresses.json'
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const OETH = '0x856c4Efb76C1D1AE02e20CEB03A2A6a08b0b8dC3'

/** Eigenpie's receipt for each token that it takes besides ETH, and that token. */
const EIGENPIE: [symbol: string, token: string, of: string][] = [
  [
    'mstETH',
    '0x49446A0874197839D15395B908328a74ccc96Bc0',
    '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84',
  ],
  [
    'mrETH',
    '0xd05728038681bcc79b2d5aeb4d9b002e66C93A40',
    '0xae78736Cd615f374D3085123A210448E74Fc6393',
  ],
  [
    'msfrxETH',
    '0x879054273cb2DAD631980Fa4efE6d25eeFe08AA4',
    '0xac3E018457B222d93114458476f3E3416Abbe38F',
  ],
  [
    'mmETH',
    '0x8a053350ca5F9352a16deD26ab333e2D251DAd7c',
    '0xd5F7838F5C461fefF7FE49ea5ebaF7728bB0ADfa',
  ],
  [
    'mwBETH',
    '0xE46a5E19B19711332e33F33c2DB3eA143e86Bc10',
    '0xa2E3356610840701BDf5611a53974510Ae27E2e1',
  ],
  [
    'mswETH',
    '0x32bd822d615A3658A68b6fDD30c2fcb2C996D678',
    '0xf951E335afb289353dc249e82926178EaC7DEd78',
  ],
  [
    'mcbETH',
    '0xD09124e8a1e3D620E8807aD1d968021A5495CEe8',
    '0xBe9895146f7AF43049ca1c1AE358B0541Ea49704',
  ],
  [
    'mETHx',
    '0x9a1722b1f4A1BB2F271211ade8e851aFc54F77E5',
    '0xA35b1B31Ce002FBF2058D22F30f95D405200A15b',
  ],
  [
    'mAnkrETH',
    '0x5A4A503F4745c06A07E29D9a9DD88aB52f7a505B',
    '0xE95A203B1a91a908F9B9CE46459d101078c2c3cb',
  ],
  [
    'mOsETH',
    '0x352a3144e88D23427993938cfd780291D95eF091',
    '0xf1C9acDc66974dFB6dEcB12aA385b9cD01190E38',
  ],
  ['mOETH', '0x310718274509a38cc5559a1ff48c5eDbE75a382B', OETH],
  [
    'mLsETH',
    '0xa939C02DbA8F237b40d2A3E96AD4252b00Bb8a72',
    '0x8c1BEd5b9a0928467c9B1341Da1D7BD5e10b6549',
  ],
]

const RECEIPTS: Partial<Record<number, Receipt[]>> = {
  1: [
    {
      protocol: 'binance-staked-eth',
      token: '0xa2E3356610840701BDf5611a53974510Ae27E2e1',
      symbol: 'wBETH',
      rate: { function: 'exchangeRate', of: WETH },
      source: `${ADAPTERS} projects/binance-staked-eth, projects/helper/coreAssets.json`,
    },
    {
      protocol: 'mantle-staked-eth',
      token: '0xd5F7838F5C461fefF7FE49ea5ebaF7728bB0ADfa',
      symbol: 'mETH',
      rate: {
        contract: '0xe3cBd06D7dadB3F4e6557bAb7EdD924CD1489E8f',
        function: 'mETHToETH',
        of: WETH,
      },
      source: `${ADAPTERS} projects/helper/coreAssets.json; staking contract: L2BEAT and other public repositories`,
    },
    {
      protocol: 'swell-liquid-staking',
      token: '0xf951E335afb289353dc249e82926178EaC7DEd78',
      symbol: 'swETH',
      rate: { function: 'getRate', of: WETH },
      source: `${ADAPTERS} projects/swell`,
    },
    {
      protocol: 'swell-liquid-restaking',
      token: '0xFAe103DC9cf190eD75350761e95403b7b8aFa6c0',
      symbol: 'rswETH',
      rate: { function: 'getRate', of: WETH },
      source: `${ADAPTERS} projects/loopfi; ${MANY}`,
    },
    {
      protocol: 'puffer-finance',
      token: '0xD9A442856C234a39a81a089C06451EBAa4306a72',
      symbol: 'pufETH',
      vaultOf: WETH,
      source: `${ADAPTERS} projects/puffer-lrt`,
    },
    {
      protocol: 'stakestone',
      token: '0x7122985656e38BDC0302Db86685bb972b145bD3C',
      symbol: 'STONE',
      source: `${ADAPTERS} projects/merlin-l2; ${MANY}`,
    },
    {
      protocol: 'liquid-collective',
      token: '0x8c1BEd5b9a0928467c9B1341Da1D7BD5e10b6549',
      symbol: 'LsETH',
      rate: { function: 'underlyingBalanceFromShares', of: WETH },
      source: `${ADAPTERS} projects/liquid-collective`,
    },
    {
      protocol: 'origin-ether',
      token: OETH,
      symbol: 'OETH',
      source: `${ADAPTERS} projects/originarm; ${MANY}`,
    },
    {
      protocol: 'origin-ether',
      token: '0xDcEe70654261AF21C44c093C300eD3Bb97b78192',
      symbol: 'wOETH',
      vaultOf: OETH,
      source: 'OriginProtocol/origin-dollar utils/addresses.js (WOETHProxy)',
    },
    {
      protocol: 'frax-ether',
      token: '0x5E8422345238F34275888049021821E8E08CAa1f',
      symbol: 'frxETH',
      source: `${ADAPTERS} projects/frax-ETH`,
    },
    {
      protocol: 'bedrock-unieth',
      token: '0xF1376bceF0f78459C0Ed0ba5ddce976F1ddF51F4',
      symbol: 'uniETH',
      rate: {
        contract: '0x4beFa2aA9c305238AA3E0b5D17eB20C045269E9d',
        function: 'exchangeRatio',
        of: WETH,
      },
      source: `${ADAPTERS} projects/unieth`,
    },
    {
      protocol: 'ankr',
      token: '0xE95A203B1a91a908F9B9CE46459d101078c2c3cb',
      symbol: 'ankrETH',
      rate: { function: 'sharesToBonds', of: WETH },
      source: `${ADAPTERS} projects/ankr; rate: several public interfaces of the token agree`,
    },
    {
      protocol: 'eigenpie',
      token: '0x18f313Fc6Afc9b5FD6f0908c1b3D476E3feA1DD9',
      symbol: 'egETH',
      rate: { function: 'exchangeRateToLST', of: WETH },
      source: `${ADAPTERS} projects/eigenpie; rate: magpiexyz/eigenpie_contracts IMLRT`,
    },
    ...EIGENPIE.map(([symbol, token, of]) => ({
      protocol: 'eigenpie',
      token,
      symbol,
      rate: { function: 'exchangeRateToLST', of },
      source: `Magpiexyz-Analytics/eigenpie-subgraph; rate: magpiexyz/eigenpie_contracts IMLRT; symbols: duneanalytics/spellbook restaking labels`,
    })),
    {
      protocol: 'nexus-mutual',
      token: '0xd7c49CEE7E9188cCa6AD8FF264C1DA2e69D4Cf3B',
      symbol: 'NXM',
      product: 'staking',
      source: NEXUS,
    },
    {
      protocol: 'nexus-mutual',
      token: '0x0d438F3b5175Bebc262bF23753C1E53d03432bDE',
      symbol: 'wNXM',
      product: 'staking',
      source: NEXUS,
    },
    {
      protocol: 'ondo-finance',
      token: '0x1B19C19393e2d034D8Ff31ff34c81252FcBbee92',
      symbol: 'OUSG',
      product: 'vault',
      source: `${ADAPTERS} projects/ondofinance`,
    },
    {
      protocol: 'ondo-finance',
      token: '0x96F6eF951840721AdBF46Ac996b59E0235CB985C',
      symbol: 'USDY',
      product: 'vault',
      source: `${ADAPTERS} projects/ondofinance`,
    },
    {
      protocol: 'stusdt',
      token: '0x25eC98773D7b4ceD4cAFaB96A2A1c0945f145e10',
      symbol: 'stUSDT',
      product: 'vault',
      source: `${ADAPTERS} projects/stUSDT`,
    },
    {
      protocol: 'mountain-protocol',
      token: '0x59D9356E565Ab3A36dD77763Fc0d87fEaf85508C',
      symbol: 'USDM',
      product: 'vault',
      source: `${ADAPTERS} projects/helper/coreAssets.json`,
    },
  ],
  56: [
    {
      protocol: 'binance-staked-eth',
      token: '0xa2E3356610840701BDf5611a53974510Ae27E2e1',
      symbol: 'wBETH',
      rate: { function: 'exchangeRate', of: '0x2170Ed0880ac9A755fd29B2688956BD959F933F8' },
      source: `${ADAPTERS} projects/binance-staked-eth, projects/helper/coreAssets.json`,
    },
  ],
  5000: [
    {
      protocol: 'mantle-staked-eth',
      token: '0xcDA86A272531e8640cD7F1a92c01839911B90bb0',
      symbol: 'mETH',
      source: `${ADAPTERS} projects/helper/coreAssets.json`,
    },
    {
      protocol: 'ondo-finance',
      token: '0x5bE26527e817998A7206475496fDE1E68957c5A6',
      symbol: 'USDY',
      product: 'vault',
      source: `${ADAPTERS} projects/ondofinance`,
    },
  ],
  137: [
    {
      protocol: 'ondo-finance',
      token: '0xbA11C5effA33c4D6F8f593CFA394241CfE925811',
      symbol: 'OUSG',
      product: 'vault',
      source: `${ADAPTERS} projects/ondofinance`,
    },
  ],
}

export function entries({ chainId }: ScanChain): (LiquidStakingEntry | Erc4626Entry)[] {
  const receipts = [...(RECEIPTS[chainId] ?? []), ...(SMALLER_PROTOCOLS[chainId] ?? [])]
  return receipts.map((receipt) => {
    const { protocol, symbol, product = 'lst', source, rate, vaultOf, par } = receipt
    const { decimals = 18 } = receipt
    const address = lower(receipt.token)
    const base = {
      id: receipt.id ?? `${slug(protocol)}-${slug(symbol)}`,
      protocol,
      product,
      market: receipt.market ?? symbol,
      source,
    }
    if (vaultOf !== undefined) {
      const asset = knownToken(chainId, vaultOf)
      return { ...base, driver: 'erc4626', vault: address, share: { symbol, decimals }, asset }
    }
    return {
      ...base,
      driver: 'liquid-staking',
      token: { address, symbol, decimals },
      ...(par !== undefined && { par: knownToken(chainId, par) }),
      ...(rate && {
        rate: {
          contract: rate.contract === undefined ? address : lower(rate.contract),
          function: rate.function,
          of: knownToken(chainId, rate.of),
        },
      }),
    }
  })
}
