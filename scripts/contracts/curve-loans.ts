import type { CurveLoanEntry } from '../../src/wallet/evm/drivers/curve-loan.ts'
import { lower } from './lower.ts'
import { knownToken } from './tokens.ts'

/** In the order of the factory: against sfrxETH, wstETH, WBTC, WETH, sfrxETH, tBTC, weETH, cbBTC and LBTC. */
const CRVUSD = [
  '0x8472A9A7632b173c8Cf3a86D3afec50c35548e76',
  '0x100dAa78fC509Db39Ef7D04DE0c1ABD299f4C6CE',
  '0x4e59541306910aD6dC1daC0AC9dFB29bD9F15c67',
  '0xA920De414eA4Ab66b97dA1bFE9e6EcA7d4219635',
  '0xEC0820EfafC41D8943EE8dE495fC9Ba8495B15cf',
  '0x1C91da0223c763d2e0173243eAdaA0A2ea47E704',
  '0x652aEa6B22310C89DCc506710CaD24d2Dba56B11',
  '0xf8C786b1064889fFd3c8A08B48D5e0c159F4cBe3',
  '0x8aca5A776a878Ea1F8967e70a23b8563008f58Ef',
]

/** The first 28 markets, in the order of the factory. */
const LLAMALEND = [
  '0x1E0165DbD2019441aB7927C018701f3138114D71',
  '0xaade9230AA9161880E13a38C83400d3D1995267b',
  '0x413FD2511BAD510947a91f5c6c79EBD8138C29Fc',
  '0xEdA215b7666936DEd834f76f3fBC6F323295110A',
  '0xC510d73Ad34BeDECa8978B6914461aA7b50CF3Fc',
  '0xa5D9137d2A1Ee912469d911A8E74B6c77503bac8',
  '0xe438658874b0acf4D81c24172E137F0eE00621b8',
  '0x98Fc283d6636f6DCFf5a817A00Ac69A3ADd96907',
  '0x09dBDEB3b301A4753589Ac6dF8A178C7716ce16B',
  '0xcaD85b7fe52B1939DCEebEe9bCf0b2a5Aa0cE617',
  '0x4f87158350c296955966059C50263F711cE0817C',
  '0xB536FEa3a01c95Dd09932440eC802A75410139D6',
  '0x23F5a668A9590130940eF55964ead9787976f2CC',
  '0x5756A035F276a8095A922931F224F4ed06149608',
  '0x74f88Baa966407b50c10B393bBD789639EFfE78B',
  '0x8C2537F1a5b1b167A960A14B89f7860dd5F7cD68',
  '0x3c1350aa6FaFF17c87Bde2015BBb45100D37dAD3',
  '0xCf3DF6C1B4A6b38496661B31170de9508b867C8E',
  '0xAC9AdD93364Aea685be238dB6c40BF53753f2cF1',
  '0x1F9D988cDeBfA1FD5563C122a987186e516173c2',
  '0xDC8b1Caf2e10dE76fb67E82C2485E7d4fA098C53',
  '0x276B8C8873079eEACCF4Dd241De14be92D733b45',
  '0xdC5D5EE1223D4C8b7eAc8e876793f2171e7e8dEb',
  '0x143985860EFaeAcB92Db23E4b0c4d66Be51b08D2',
  '0x757C61d89bD0406BfcBB68178BBfaE79ECa46c0f',
  '0xC28C2FD809FC1795f90de1C9dA2131434A77721d',
  '0xf8C27436B277734AAA726A8fD5e6D7daDe0296c5',
  '0xB4544e705665e0856961a51F7E86Ccf633404b86',
]

export const crvUsdEntry: CurveLoanEntry = {
  id: 'crvusd',
  protocol: 'crvusd',
  product: 'lending',
  driver: 'curve-loan',
  factory: lower('0xC9332fdCB1C491Dcc683bAe86Fe3cb70360738BC'),
  count: 'n_collaterals',
  controllers: CRVUSD.map(lower),
  borrowed: knownToken(1, '0xf939E0A03FB07F59A73314E73794Be0E57ac1b4E'),
  followsNew: true,
  source:
    'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/crv-usd; controllers: CurveDocs/curve-docs references/deployed-contracts.md, the last three in several public repositories',
}

export const llamaLendEntry: CurveLoanEntry = {
  id: 'llamalend',
  protocol: 'curve-llamalend',
  product: 'lending',
  driver: 'curve-loan',
  factory: lower('0xeA6876DDE9e3467564acBeE1Ed5bac88783205E0'),
  count: 'market_count',
  controllers: LLAMALEND.map(lower),
  followsNew: false,
  source:
    'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/llamalend-curve; controllers: DeFi Saver’s positions SDK and other public repositories, the last twelve in one that asked the factory',
}
