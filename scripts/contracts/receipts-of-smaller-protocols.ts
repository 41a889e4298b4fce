import { ADAPTERS, MANY, type Receipt } from './receipt.ts'

const YIELDS = 'DefiLlama/yield-server@e638965'
const LLAMAFOLIO = 'llamafolio/llamafolio-api@bf669cb'
const VENUS = 'VenusProtocol/oracle@00296f9'
const SPELLBOOK = 'duneanalytics/spellbook@91dac12'
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const WBNB = '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'
const SUPER_OETH = '0xDBFeFD2e8460a6Ee4955A68582F85708BAEA60A3'

const SDCRV = '0xD1b5651E55D4CeeD36251c61c50C889B36F6abB5'

/** Stake DAO's tokens for what it has locked. */
const LOCKED: Receipt[] = [
  ['sdCRV', SDCRV],
  ['sdANGLE', '0x752b4c6e92d96467fe9b9a2522ef07228e00f87c'],
  ['sdBAL', '0xf24d8651578a55b0c119b9910759a351a3458895'],
  ['sdFXS', '0x402f878bdd1f5c66fdaf0fababcf74741b68ac36'],
].map(([symbol = '', token = '']) => ({
  protocol: 'stake-dao',
  token,
  symbol,
  product: 'staking',
  source: `${ADAPTERS} projects/curve/contracts.json`,
}))

/** Receipt tokens of protocols that are not among the hundred largest, and of larger ones on further chains. */
export const SMALLER_PROTOCOLS: Partial<Record<number, Receipt[]>> = {
  1: [
    {
      protocol: 'ankr',
      token: '0x26dcFbFa8Bc267b250432c01C982Eaf81cC5480C',
      symbol: 'ankrMATIC',
      source: `${ADAPTERS} projects/ankr; ${LLAMAFOLIO} ankr`,
    },
    {
      protocol: 'benddao-lending-v1',
      token: '0xeD1840223484483C0cb050E6fC344d1eBF0778a9',
      symbol: 'bendWETH',
      product: 'vault',
      par: WETH,
      source: `${LLAMAFOLIO} benddao; a token of its fork of Aave v2`,
    },
    {
      protocol: 'bifrost-liquid-staking',
      token: '0x4Bc3263Eb5bb2Ef7Ad9aB6FB68be80E43b43801F',
      symbol: 'vETH',
      rate: {
        contract: '0x74bAA141B18D5D1eeF1591abf37167FbeCE23B72',
        function: 'calculateTokenAmount',
        of: WETH,
      },
      source: `${YIELDS} src/handlers/triggerLSDRates.js; rate: ${LLAMAFOLIO} bifrost-liquid-staking`,
    },
    {
      id: 'bifrost-liquid-staking-veth-2',
      protocol: 'bifrost-liquid-staking',
      token: '0xc3997ff81f2831929499c4eE4Ee4e0F08F42D4D8',
      symbol: 'vETH',
      source: `${YIELDS} src/adaptors/bifrost-liquid-staking`,
    },
    {
      id: 'blur-pool',
      protocol: 'blur-bids',
      market: 'ETH',
      // It tells no symbol.
      token: '0x0000000000A39bb272e79075ade125fd351887Ac',
      symbol: '0x000000…',
      product: 'vault',
      par: WETH,
      source: `${ADAPTERS} registries/sumTokens.js; BlurPool.sol in several public repositories`,
    },
    {
      protocol: 'mantle-restaking',
      token: '0xE6829d9a7eE3040e1276Fa75293Bde931859e8fA',
      symbol: 'cmETH',
      source: `${ADAPTERS} projects/helper/coreAssets.json; DefiLlama/dimension-adapters@e7346b0 fees/mantle-restaking`,
    },
    {
      protocol: 'matrixdock-stbt',
      token: '0x530824DA86689C9C17CdC2871Ff29B058345b44a',
      symbol: 'STBT',
      product: 'vault',
      source: `${ADAPTERS} projects/matrixdock; ${YIELDS} src/adaptors/matrixdock-stbt`,
    },
    {
      protocol: 'stafi',
      token: '0x9559Aaa82d9649C7A7b220E7c461d2E74c9a3593',
      symbol: 'rETH',
      rate: { function: 'getExchangeRate', of: WETH },
      source: `${ADAPTERS} projects/stafi; ${YIELDS} src/adaptors/stafi`,
    },
    ...LOCKED,
    {
      protocol: 'stake-dao',
      token: '0x7f50786A0b15723D741727882ee99a0BF34e3466',
      symbol: 'sdCRV-gauge',
      product: 'staking',
      par: SDCRV,
      source: `${ADAPTERS} registries/treasury.js, in two places`,
    },
    {
      protocol: 'trustake-matic',
      token: '0xA43A7c62D56dF036C187E1966c03E2799d8987ed',
      symbol: 'TruMATIC',
      source: `${ADAPTERS} projects/trufin-trustake; ${LLAMAFOLIO} trufin-protocol`,
    },
    {
      protocol: 'trustake-matic',
      token: '0xc10214cdE5d6754Ec1e2220362f2120142c8E5e8',
      symbol: 'TruPOL',
      source: `${ADAPTERS} projects/trufin-trustake`,
    },
  ],
  10: [
    {
      protocol: 'frax-ether',
      token: '0x6806411765Af15Bddd26f8f544A34cC40cb9838B',
      symbol: 'frxETH',
      source: `${SPELLBOOK} tokens_optimism_erc20_curated.sql; ${MANY}`,
    },
    {
      protocol: 'frax-ether',
      token: '0x484c2D6e3cDd945a8B2DF735e079178C1036578c',
      symbol: 'sfrxETH',
      source: `${SPELLBOOK} tokens_optimism_erc20_curated.sql; ${MANY}`,
    },
  ],
  56: [
    {
      protocol: 'ankr',
      token: '0x52F24a5e03aee338Da5fd9Df68D2b6FAe1178827',
      symbol: 'ankrBNB',
      rate: { function: 'sharesToBonds', of: WBNB },
      source: `${ADAPTERS} projects/ankr; rate: ${VENUS} AnkrBNBOracle`,
    },
    {
      protocol: 'lista-liquid-staking',
      token: '0xB0b84D294e0C75A6abe60171b70edEb2EFd14A1B',
      symbol: 'slisBNB',
      rate: {
        contract: '0x1adB950d8bB3dA4bE104211D5AB038628e477fE6',
        function: 'convertSnBnbToBnb',
        of: WBNB,
      },
      source: `${ADAPTERS} projects/synclub-staked-bnb; rate: ${VENUS} SlisBNBOracle`,
    },
    {
      protocol: 'pstake-finance',
      token: '0xc2E9d07F66A89c44062459A47a0D2Dc038E4fb16',
      symbol: 'stkBNB',
      source: `${LLAMAFOLIO} pstake-finance; ${SPELLBOOK} contracts_bnb_contract_mapping.sql`,
    },
    {
      protocol: 'stader',
      token: '0x1bdd3Cf7F79cfB8EdbB955f20ad99211551BA275',
      symbol: 'BNBx',
      rate: {
        contract: '0x3b961e83400D51e6E1AF5c450d3C7d7b80588d28',
        function: 'convertBnbXToBnb',
        of: WBNB,
      },
      source: `${LLAMAFOLIO} stader; rate: ${VENUS} BNBxOracle`,
    },
  ],
  8453: [
    {
      protocol: 'origin-ether',
      token: SUPER_OETH,
      symbol: 'superOETHb',
      source: `${YIELDS} src/adaptors/origin-ether; ${SPELLBOOK} prices_base_tokens.sql`,
    },
    {
      protocol: 'origin-ether',
      token: '0x7FcD174E80f264448ebeE8c88a7C4476AAF58Ea6',
      symbol: 'wsuperOETHb',
      vaultOf: SUPER_OETH,
      source: `DefiLlama/dimension-adapters@e7346b0 fees/odyssey-finance; ${MANY}`,
    },
  ],
  42161: [
    {
      protocol: 'frax-ether',
      token: '0x178412e79c25968a32e89b11f63B33F733770c2A',
      symbol: 'frxETH',
      source: `${SPELLBOOK} prices_arbitrum_tokens.sql; ${MANY}`,
    },
    {
      protocol: 'frax-ether',
      token: '0x95aB45875cFFdba1E5f451B950bC2E42c0053f39',
      symbol: 'sfrxETH',
      source: `${ADAPTERS} projects/primex-finance; ${MANY}`,
    },
  ],
  43114: [
    {
      protocol: 'ankr',
      token: '0xc3344870d52688874b06d844E0C36cc39FC727F6',
      symbol: 'ankrAVAX',
      source: `${ADAPTERS} projects/ankr; ${LLAMAFOLIO} ankr`,
    },
  ],
}
