/** The factory and code of a pair, which together with its two tokens determine its address. */
interface Factory {
  protocol: string
  chainId: number
  factory: string
  /** keccak256 of the pair's creation code. */
  codeHash: string
  protocolFee?: { numerator: number; rootK: number; rootKLast: number }
  source: string
  /** Two tokens and their pair; a test derives the address from the factory. */
  pairs: [tokenA: ListedToken, tokenB: ListedToken, pair: string][]
}
export type ListedToken = [address: string, symbol: string, decimals: number]

export const UNISWAP_CODE = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'
const SUSHI_CODE = '0xe18a34eb0e04b04f7a0ac29a6e80748dca96319b42c54d679cb821dca90c6303'
const SUSHI_SOURCE = '@sushiswap/core-sdk@0.1.2 (factory and code hash)'
const WETH: ListedToken = ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'WETH', 18]
const USDC: ListedToken = ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC', 6]
const USDT: ListedToken = ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'USDT', 6]
const DAI: ListedToken = ['0x6B175474E89094C44Da98b954EedeAC495271d0F', 'DAI', 18]
const WBTC: ListedToken = ['0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 'WBTC', 8]
const WBNB: ListedToken = ['0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 'WBNB', 18]
const USDCE: ListedToken = ['0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 'USDC.e', 6]

/** Large pairs of Uniswap v2 and its forks; reading all pairs would take an index. */
export const V2_FACTORIES: Factory[] = [
  {
    protocol: 'uniswap-v2',
    chainId: 1,
    factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
    codeHash: UNISWAP_CODE,
    source: '@uniswap/sdk-core@7.19.4 (factory), @uniswap/v2-core@1.0.1 (code)',
    pairs: [
      [USDC, WETH, '0xB4e16d0168e52d35CaCD2c6185b44281Ec28C9Dc'],
      [WETH, USDT, '0x0d4a11d5EEaaC28EC3F61d100daF4d40471f1852'],
      [DAI, WETH, '0xA478c2975Ab1Ea89e8196811F51A7B7Ade33eB11'],
      [WBTC, WETH, '0xBb2b8038a1640196FbE3e38816F3e67Cba72D940'],
      [
        ['0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', 'UNI', 18],
        WETH,
        '0xd3d2E2692501A5c9Ca623199D38826e513033a17',
      ],
      [
        ['0x514910771AF9Ca656af840dff83E8264EcF986CA', 'LINK', 18],
        WETH,
        '0xa2107FA5B38d9bbd2C461D6EDf11B11A50F6b974',
      ],
      [
        ['0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9', 'AAVE', 18],
        WETH,
        '0xDFC14d2Af169B0D36C4EFF567Ada9b2E0CAE044f',
      ],
      [DAI, USDC, '0xAE461cA67B15dc8dc81CE7615e0320dA1A9aB8D5'],
      [USDC, USDT, '0x3041CbD36888bECc7bbCBc0045E3B1f144466f5f'],
    ],
  },
  {
    protocol: 'uniswap-v2',
    chainId: 8453,
    factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6',
    codeHash: UNISWAP_CODE,
    source: '@uniswap/sdk-core@7.19.4 (factory), @uniswap/v2-core@1.0.1 (code)',
    pairs: [
      [
        ['0x4200000000000000000000000000000000000006', 'WETH', 18],
        ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USDC', 6],
        '0x88A43bbDF9D098eEC7bCEda4e2494615dfD9bB9C',
      ],
    ],
  },
  {
    protocol: 'sushiswap',
    chainId: 1,
    factory: '0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac',
    codeHash: SUSHI_CODE,
    source: 'public router code of Sushi v2 (factory and code hash), which give the known pairs',
    pairs: [
      [USDC, WETH, '0x397FF1542f962076d0BFE58eA045FfA2d347ACa0'],
      [WETH, USDT, '0x06da0fd433C1A5d7a4faa01111c044910A184553'],
      [DAI, WETH, '0xC3D03e4F041Fd4cD388c549Ee2A29a9E5075882f'],
      [WBTC, WETH, '0xCEfF51756c56CeFFCA006cD410B03FFC46dd3a58'],
    ],
  },
  {
    protocol: 'pancakeswap-amm',
    chainId: 56,
    factory: '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73',
    codeHash: '0x00fb7f630766e6a796048ea87d01acd3068e8ff67d078148a3fa3f4a84f69bd5',
    protocolFee: { numerator: 8, rootK: 17, rootKLast: 8 },
    source:
      'public router code of PancakeSwap v2 (factory and code hash), which give the known pairs',
    pairs: [
      [
        ['0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82', 'Cake', 18],
        WBNB,
        '0x0eD7e52944161450477ee417DE9Cd3a859b14fD0',
      ],
      [
        ['0x55d398326f99059fF775485246999027B3197955', 'USDT', 18],
        WBNB,
        '0x16b9a82891338f9bA80E2D6970FddA79D1eb0daE',
      ],
      [
        ['0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56', 'BUSD', 18],
        WBNB,
        '0x58F876857a02D6762E0101bb5C46A8c1ED44Dc16',
      ],
    ],
  },
  {
    protocol: 'quickswap-dex',
    chainId: 137,
    factory: '0x5757371414417b8C6CAad45bAeF941aBc7d3Ab32',
    codeHash: UNISWAP_CODE,
    source: 'public lists (factory), @uniswap/v2-core@1.0.1 (code), which give the known pairs',
    pairs: [
      [
        ['0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', 'WPOL', 18],
        USDCE,
        '0x6e7a5FAFcec6BB1e78bAE2A1F0B612012BF14827',
      ],
      [
        ['0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', 'WETH', 18],
        USDCE,
        '0x853Ee4b2A13f8a742d64C8F088bE7bA2131f670d',
      ],
    ],
  },
  {
    protocol: 'sushiswap',
    chainId: 42161,
    factory: '0xc35DADB65012eC5796536bD9864eD8773aBc74C4',
    codeHash: SUSHI_CODE,
    source: SUSHI_SOURCE,
    pairs: [],
  },
  {
    protocol: 'sushiswap',
    chainId: 137,
    factory: '0xc35DADB65012eC5796536bD9864eD8773aBc74C4',
    codeHash: SUSHI_CODE,
    source: SUSHI_SOURCE,
    pairs: [],
  },
  {
    protocol: 'sushiswap',
    chainId: 100,
    factory: '0xc35DADB65012eC5796536bD9864eD8773aBc74C4',
    codeHash: SUSHI_CODE,
    source: SUSHI_SOURCE,
    pairs: [],
  },
  {
    protocol: 'sushiswap',
    chainId: 56,
    factory: '0xc35DADB65012eC5796536bD9864eD8773aBc74C4',
    codeHash: SUSHI_CODE,
    source: SUSHI_SOURCE,
    pairs: [],
  },
  {
    protocol: 'sushiswap',
    chainId: 43114,
    factory: '0xc35DADB65012eC5796536bD9864eD8773aBc74C4',
    codeHash: SUSHI_CODE,
    source: SUSHI_SOURCE,
    pairs: [],
  },
  {
    protocol: 'joe-dex',
    chainId: 43114,
    factory: '0x9Ad6C38BE94206cA50bb0d90783181662f0Cfa10',
    codeHash: '0x0bbca9af0511ad1a1da383135cf3a8d2ac620e549ef9f6ae3a4c33c2fed0af91',
    source: '@traderjoe-xyz/sdk@5.0.16 (factory and code hash)',
    pairs: [],
  },
  {
    protocol: 'joe-dex',
    chainId: 42161,
    factory: '0xaE4EC9901c3076D0DdBe76A520F9E90a6227aCB7',
    codeHash: '0x5c9d12e487d245c53fb0b8dd1ba2ccc48810e6b9671311502b8632e88b0d605b',
    source: '@traderjoe-xyz/sdk@5.0.16 (factory and code hash)',
    pairs: [],
  },
  {
    protocol: 'joe-dex',
    chainId: 56,
    factory: '0x4f8bdc85E3eec5b9dE67097c3f59B6Db025d9986',
    codeHash: '0x75e986a1d8c57bd5530b4b59ab7dd63c4d4ad267f147e17774264956de33c282',
    source: '@traderjoe-xyz/sdk@5.0.16 (factory and code hash)',
    pairs: [],
  },
]
