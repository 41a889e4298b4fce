import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { CompoundV3Entry } from '../../src/wallet/evm/drivers/compound-v3.ts'
import { lower } from './lower.ts'
import { knownToken } from './tokens.ts'

/** Branches may have drafts of a market with another contract. Linea's markets are from the commits 6d4599f and 87a88c7. */
const source = 'compound-finance/comet@d5a30b0 deployments/*/*/roots.json'

/** Comets by chain: name of the market, the contract, the base token. */
const COMETS: Partial<Record<number, [market: string, comet: string, base: string][]>> = {
  1: [
    [
      'usdc',
      '0xc3d688B66703497DAA19211EEdff47f25384cdc3',
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    ],
    [
      'weth',
      '0xA17581A9E3356d9A858b789D68B4d866e593aE94',
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    ],
    [
      'usdt',
      '0x3Afdc9BCA9213A35503b077a6072F3D0d5AB0840',
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    ],
    [
      'usds',
      '0x5D409e56D886231aDAf00c8775665AD0f9897b56',
      '0xdC035D45d973E3EC169d2276DDab16f1e407384F',
    ],
    [
      'wsteth',
      '0x3D0bb1ccaB520A66e607822fC55BC921738fAFE3',
      '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0',
    ],
    [
      'wbtc',
      '0xe85Dc543813B8c2CFEaAc371517b925a166a9293',
      '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    ],
  ],
  42161: [
    [
      'usdc',
      '0x9c4ec768c28520B50860ea7a15bd7213a9fF58bf',
      '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    ],
    [
      'usdc.e',
      '0xA5EDBDD9646f8dFF606d7448e414884C7d905dCA',
      '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
    ],
    [
      'usdt',
      '0xd98Be00b5D27fc98112BdE293e487f8D4cA57d07',
      '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    ],
    [
      'weth',
      '0x6f7D514bbD4aFf3BcD1140B7344b32f063dEe486',
      '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    ],
  ],
  8453: [
    [
      'usdc',
      '0xb125E6687d4313864e53df431d5425969c15Eb2F',
      '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    ],
    [
      'weth',
      '0x46e6b214b524310239732D51387075E0e70970bf',
      '0x4200000000000000000000000000000000000006',
    ],
    [
      'aero',
      '0x784efeB622244d2348d4F2522f8860B96fbEcE89',
      '0x940181a94A35A4569E4529A3CDfB74e38FD98631',
    ],
    [
      'usds',
      '0x2c776041CCFe903071AF44aa147368a9c8EEA518',
      '0x820C137fa70C8691f0e44Dc420a5e53c168921Dc',
    ],
    [
      'usdbc',
      '0x9c4ec768c28520B50860ea7a15bd7213a9fF58bf',
      '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA',
    ],
  ],
  10: [
    [
      'usdc',
      '0x2e44e174f7D53F0212823acC11C01A11d58c5bCB',
      '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    ],
    [
      'usdt',
      '0x995E394b8B2437aC8Ce61Ee0bC610D617962B214',
      '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
    ],
    [
      'weth',
      '0xE36A30D249f7761327fd973001A32010b521b6Fd',
      '0x4200000000000000000000000000000000000006',
    ],
  ],
  137: [
    [
      'usdc',
      '0xF25212E676D1F7F89Cd72fFEe66158f541246445',
      '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
    ],
    [
      'usdt',
      '0xaeB318360f27748Acb200CE616E389A6C9409a07',
      '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    ],
  ],
  59144: [
    [
      'usdc',
      '0x8D38A3d6B3c3B7d96D6536DA7Eef94A9d7dbC991',
      '0x176211869cA2b568f2A7D4EE941E073a821EE1ff',
    ],
    [
      'weth',
      '0x60F2058379716A64a7A5d29219397e79bC552194',
      '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f',
    ],
  ],
  5000: [
    [
      'usde',
      '0x606174f62cd968d8e684c645080fa694c1D7786E',
      '0x5d3a1Ff2b6BAb83b63cd9AD0787074081a52ef34',
    ],
  ],
  130: [
    [
      'usdc',
      '0x2c7118c4C88B9841FCF839074c26Ae8f035f2921',
      '0x078D782b760474a361dDA0AF3839290b0EF57AD6',
    ],
    [
      'weth',
      '0x6C987dDE50dB1dcDd32Cd4175778C2a291978E2a',
      '0x4200000000000000000000000000000000000006',
    ],
  ],
  534352: [
    [
      'usdc',
      '0xB2f97c1Bd3bf02f5e74d13f02E3e26F93D77CE44',
      '0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4',
    ],
  ],
}

/** The rewards contract, and COMP where the same files have its address; elsewhere the contract tells it. */
const REWARDS: Partial<Record<number, { contract: string; comp?: string }>> = {
  10: { contract: '0x443EA0340cb75a160F31A440722dec7b5bc3C2E9' },
  59144: { contract: '0x2c7118c4C88B9841FCF839074c26Ae8f035f2921' },
  534352: { contract: '0x70167D30964cbFDc315ECAe02441Af747bE0c5Ee' },
  1: {
    contract: '0x1B0e765F6224C21223AeA2af16c1C46E38885a40',
    comp: '0xc00e94Cb662C3520282E6f5717214004A7f26888',
  },
  42161: {
    contract: '0x88730d254A2f7e6AC8388c3198aFd694bA9f7fae',
    comp: '0x354A6dA3fcde098F8389cad84b0182725c6C91dE',
  },
  8453: {
    contract: '0x123964802e6ABabBE1Bc9547D72Ef1B69B00A6b1',
    comp: '0x9e1028F5F1D5eDE59748FFceE5532509976840E0',
  },
  5000: {
    contract: '0xCd83CbBFCE149d141A5171C3D6a0F0fCCeE225Ab',
    comp: '0x52b7D8851d6CcBC6342ba0855Be65f7B82A3F17f',
  },
  130: {
    contract: '0x6f7D514bbD4aFf3BcD1140B7344b32f063dEe486',
    comp: '0xdf78e4f0a8279942ca68046476919a90f2288656',
  },
  137: {
    contract: '0x45939657d1CA34A8FA39A924B71D28Fe8431e581',
    comp: '0x8505b9d2254A7Ae468c0E9dd10Ccea3A837aef5c',
  },
}

export function entries({ chainId }: ScanChain): CompoundV3Entry[] {
  const rewards = REWARDS[chainId]
  return (COMETS[chainId] ?? []).map(([market, comet, base]) => ({
    id: `compound-v3-${market}`,
    protocol: 'compound-v3',
    product: 'lending',
    market,
    driver: 'compound-v3',
    comet: lower(comet),
    base: knownToken(chainId, base),
    ...(rewards
      ? {
          reward: {
            contract: lower(rewards.contract),
            ...(rewards.comp !== undefined && { token: knownToken(chainId, rewards.comp) }),
          },
        }
      : {}),
    tokens: [],
    source,
  }))
}
