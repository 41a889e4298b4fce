import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { LiquidStakingEntry } from '../../src/wallet/evm/drivers/liquid-staking.ts'
import { AAVE_SOURCE } from './aave-tokens.ts'
import { lower, slug } from './lower.ts'
import { knownToken } from './tokens.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const STETH = '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84'

interface Staked {
  protocol: string
  token: string
  /** Only for tokens that are on none of the token lists used here. */
  symbol?: string
  rate?: { contract: string; function: string; of: string }
  source?: string
  /** False for an address that is in no package or published list; it is not scanned until it is confirmed. */
  verified?: false
}

/**
 * Liquid staking and restaking tokens. On a chain a token was bridged to, no contract has its rate, so it is reported as itself and
 * priced by the market. Tokens without `source` are from Aave's address book.
 */
const STAKED: Partial<Record<number, Staked[]>> = {
  1: [
    { protocol: 'lido', token: STETH },
    {
      protocol: 'lido',
      token: '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0',
      rate: {
        contract: '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0',
        function: 'stEthPerToken',
        of: STETH,
      },
    },
    {
      protocol: 'rocket-pool',
      token: '0xae78736Cd615f374D3085123A210448E74Fc6393',
      rate: {
        contract: '0xae78736Cd615f374D3085123A210448E74Fc6393',
        function: 'getExchangeRate',
        of: WETH,
      },
    },
    {
      protocol: 'coinbase-wrapped-staked-eth',
      token: '0xBe9895146f7AF43049ca1c1AE358B0541Ea49704',
      rate: {
        contract: '0xBe9895146f7AF43049ca1c1AE358B0541Ea49704',
        function: 'exchangeRate',
        of: WETH,
      },
    },
    {
      protocol: 'ether.fi-stake',
      token: '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee',
      rate: {
        contract: '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee',
        function: 'getRate',
        of: WETH,
      },
    },
    {
      protocol: 'ether.fi-stake',
      token: '0x35fA164735182de50811E8e2E824cFb9B6118ac2',
      symbol: 'eETH',
      source: 'DefiLlama/dimension-adapters ether.fi; the same in many public repositories',
    },
    {
      protocol: 'kelp',
      token: '0xA1290d69c65A6Fe4DF752f95823fae25cB99e5A7',
      rate: {
        contract: '0x349A73444b1a310BAe67ef67973022020d70020d',
        function: 'rsETHPrice',
        of: WETH,
      },
      source: `${AAVE_SOURCE}; LRTOracle: DefiLlama/dimension-adapters kelp`,
    },
    {
      protocol: 'stakewise-v2',
      token: '0xf1C9acDc66974dFB6dEcB12aA385b9cD01190E38',
      rate: {
        contract: '0x2A261e60FB14586B474C208b1B7AC6D0f5000306',
        function: 'convertToAssets',
        of: WETH,
      },
      source: `${AAVE_SOURCE}; OsTokenVaultController: docs.stakewise.io networks`,
    },
    {
      protocol: 'stader',
      token: '0xA35b1B31Ce002FBF2058D22F30f95D405200A15b',
      rate: {
        contract: '0xcf5EA1b38380f6aF39068375516Daf40Ed70D299',
        function: 'getExchangeRate',
        of: WETH,
      },
      source: `${AAVE_SOURCE}; StaderStakePoolsManager: staderlabs, found in many public repositories`,
    },
    { protocol: 'renzo', token: '0xbf5495Efe5DB9ce00f80364C8B423567e58d2110' },
    { protocol: 'treehouse-protocol', token: '0xD11c452fc99cF405034ee446803b6F6c1F6d5ED8' },
    { protocol: 'lombard-lbtc', token: '0x8236a87084f8B84306f72007F36F2618A5634494' },
  ],
  42161: [
    { protocol: 'lido', token: '0x5979D7b546E38E414F7E9822514be443A4800529' },
    { protocol: 'rocket-pool', token: '0xEC70Dcb4A1EFa46b8F2D97C310C9c4790ba5ffA8' },
    { protocol: 'ether.fi-stake', token: '0x35751007a407ca6FEFfE80b3cB397736D2cf4dbe' },
    { protocol: 'renzo', token: '0x2416092f143378750bb29b79eD961ab195CcEea5' },
    { protocol: 'kelp', token: '0x4186BFC76E2E237523CBC30FD220FE055156b41F' },
  ],
  8453: [
    { protocol: 'lido', token: '0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452' },
    {
      protocol: 'coinbase-wrapped-staked-eth',
      token: '0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22',
    },
    { protocol: 'ether.fi-stake', token: '0x04C0599Ae5A44757c0af6F9eC3b93da8976c150A' },
    { protocol: 'renzo', token: '0x2416092f143378750bb29b79eD961ab195CcEea5' },
    { protocol: 'kelp', token: '0xEDfa23602D0EC14714057867A78d01e94176BEA0' },
    { protocol: 'lombard-lbtc', token: '0xecAc9C5F704e954931349Da37F60E39f515c11c1' },
    {
      protocol: 'sky-lending',
      token: '0x5875eEE11Cf8398102FdAd704C9E96607675467a',
      symbol: 'sUSDS',
      source: 'compound-finance/comet@1fd5eb6 deployments/base/usds/configuration.json',
    },
  ],
  10: [
    { protocol: 'lido', token: '0x1F32b1c2345538c0c6f582fCB022739c4A194Ebb' },
    { protocol: 'rocket-pool', token: '0x9Bcef72be871e61ED4fBbc7630889beE758eb81D' },
  ],
  137: [
    { protocol: 'lido', token: '0x03b54A6e9a984069379fae1a4fC4dBAE93B3bCCD' },
    { protocol: 'stader', token: '0xfa68FB4628DFF1028CFEc22b4162FCcd0d45efb6' },
    { protocol: 'lido', token: '0x3A58a54C066FdC0f2D55FC9C89F0415C92eBf3C4' },
  ],
  56: [{ protocol: 'lido', token: '0x26c5e01524d2E6280A48F2c50fF6De7e52E9611C' }],
  43114: [
    {
      protocol: 'benqi-staked-avax',
      token: '0x2b2C81e08f1Af8835a78Bb2A90AE924ACE0eA4bE',
      rate: {
        contract: '0x2b2C81e08f1Af8835a78Bb2A90AE924ACE0eA4bE',
        function: 'getPooledAvaxByShares',
        of: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
      },
    },
    { protocol: 'ethena-usde', token: '0x211Cc4DD073734dA055fbF44a2b4667d5E5fE5d2' },
    { protocol: 'kelp', token: '0x7bFd4CA2a6Cf3A3fDDd645D10B323031afe47FF0' },
  ],
  100: [
    {
      protocol: 'stakewise-v2',
      token: '0xF490c80aAE5f2616d3e3BDa2483E30C4CB21d1A0',
      symbol: 'osGNO',
      rate: {
        contract: '0x60B2053d7f2a0bBa70fe6CDd88FB47b579B9179a',
        function: 'convertToAssets',
        of: '0x9C58BAcC331c9aa871AFD802DB6379a98e80CEdb',
      },
      source: 'stakewise/v3-core@748bb38 deployments/gnosis.json',
    },
  ],
  80094: [
    {
      protocol: 'infrared-finance',
      token: '0x9b6761bf2397Bb5a6624a856cC84A3A14Dcd3fe5',
      symbol: 'iBERA',
      source:
        'DefiLlama/DefiLlama-Adapters, infrared-finance; the same in many public repositories',
    },
    {
      protocol: 'infrared-finance',
      token: '0xac03CABA51e17c86c921E1f6CBFBdC91F8BB2E6b',
      symbol: 'iBGT',
      source: 'found in several independent public repositories',
      verified: false,
    },
  ],
  999: [
    {
      protocol: 'kinetiq-khype',
      token: '0xfD739d4e423301CE9385c1fb8850539D657C296D',
      symbol: 'kHYPE',
      rate: {
        contract: '0x9209648Ec9D448EF57116B73A2f081835643dc7A',
        function: 'kHYPEToHYPE',
        of: '0x5555555555555555555555555555555555555555',
      },
      source: 'DefiLlama/DefiLlama-Adapters, kinetiq; kinetiq.xyz/docs/contracts-and-audits',
    },
    // stHYPE shows the same balance in another unit, so only one of the two may be counted.
    {
      protocol: 'sthype',
      token: '0x94e8396e0869c9F2200760aF0621aFd240E1CF38',
      symbol: 'wstHYPE',
      source: "the project's documentation (wstHYPE Contract Address)",
    },
  ],
  59144: [
    { protocol: 'lido', token: '0xB5beDd42000b71FddE22D3eE8a79Bd49A568fC8F' },
    { protocol: 'renzo', token: '0x2416092f143378750bb29b79eD961ab195CcEea5' },
    { protocol: 'ether.fi-stake', token: '0x1Bf74C010E6320bab11e2e5A532b5AC15e0b8aA6' },
    { protocol: 'kelp', token: '0xD2671165570f41BBB3B0097893300b6EB6101E6C' },
  ],
  534352: [
    { protocol: 'lido', token: '0xf610A9dfB7C89644979b4A0f27063E9e7d7Cda32' },
    { protocol: 'ether.fi-stake', token: '0x01f0a31698C4d065659b9bdC21B3610292a1c506' },
  ],
}

export function entries({ chainId }: ScanChain): LiquidStakingEntry[] {
  return (STAKED[chainId] ?? []).map(({ protocol, token, symbol, rate, source, verified }) => {
    const held =
      symbol === undefined
        ? knownToken(chainId, token)
        : { address: lower(token), symbol, decimals: 18 }
    return {
      id: `${slug(protocol)}-${slug(held.symbol)}`,
      protocol,
      product: 'lst',
      market: held.symbol,
      driver: 'liquid-staking',
      token: held,
      ...(rate
        ? {
            rate: {
              contract: lower(rate.contract),
              function: rate.function,
              of: knownToken(chainId, rate.of),
            },
          }
        : {}),
      source: source ?? AAVE_SOURCE,
      ...(verified === false ? { verified } : {}),
    }
  })
}
