import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { ContractEntry } from '../../src/wallet/evm/contracts/contract-entry.ts'
import type { LiquityEntry } from '../../src/wallet/evm/drivers/liquity.ts'
import type { Token } from '../../src/wallet/model/entry-base.ts'
import { crvUsdEntry, llamaLendEntry } from './curve-loans.ts'
import { liquityV2Entries } from './liquity-v2.ts'
import { lower } from './lower.ts'
import { prismaEntries } from './prisma.ts'
import { knownToken } from './tokens.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

/** Protocols that lend a coin of their own against collateral. */
export function entries(chain: ScanChain): ContractEntry[] {
  switch (chain.chainId) {
    case 1:
      return [
        makerEntry,
        liquityEntry(),
        crvUsdEntry,
        llamaLendEntry,
        synthetixEntry(1, '0x57Ab1ec28D129707052df4dF418D58a2D46d5f51'),
        ...liquityV2Entries(),
        ...prismaEntries(),
      ]
    case 10:
      return [synthetixEntry(10, '0x8c6f28f2F1A3C87F0f938b96d27520d9751ec8d9')]
    case 56:
      return [listaEntry()]
    default:
      return []
  }
}

const dai = token('0x6B175474E89094C44Da98b954EedeAC495271d0F', 'DAI')

const makerEntry: ContractEntry = {
  id: 'maker-vaults',
  protocol: 'sky-lending',
  product: 'lending',
  driver: 'maker',
  getCdps: lower('0x36a724Bd100c39f0Ea4D3A20F7097eE01A8Ff573'),
  manager: lower('0x5ef30b9986345249bc32d8928B7ee64DE9435E39'),
  vat: lower('0x35D1b3F3D7966A1DFe207aa4514C12a259A0492B'),
  spotter: lower('0x65C79fcB50Ca1594B025960e539eD7A9a6D434A3'),
  registry: lower('0x5a464C28D19848f44199D003BeF5ecc87d090F87'),
  pot: lower('0x197E90f9FAD81970bA7976f33CbD77088E5D7cf7'),
  dai,
  source:
    'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/helper/unwrapLPs.js; GetCdps, MCD_SPOT and MCD_POT: the published list of Maker’s contracts, found in many public repositories',
}

function liquityEntry(): LiquityEntry {
  return {
    id: 'liquity',
    protocol: 'liquity',
    product: 'lending',
    driver: 'liquity',
    troveManager: lower('0xA39739EF8b0231DbFA0DcdA07d7e29faAbCf4bb2'),
    priceFeed: lower('0x4c517D4e2C851CA76d7eC94B805269Df0f2201De'),
    collateral: knownToken(1, WETH),
    debt: knownToken(1, '0x5f98805A4E8be255a32880FDeC7F6728C6568bA0'),
    surplusPool: lower('0x3D32e8b97Ed5881324241Cf03b2DA5E2EBcE5521'),
    stabilityPool: lower('0x66017D22b0f8556afDd19FC67041899Eb65a21bb'),
    staking: {
      contract: lower('0x4f9Fbb3f1E99B56e0Fe2892e623Ed36A76Fc605d'),
      token: token('0x6DEA81C8171D0bA574754EF6F8b412F2Ed88c54D', 'LQTY'),
    },
    source:
      'liquity/dev packages/lib-ethereum/deployments/default/mainnet.json, as many public repositories give it; TroveManager: DefiLlama/DefiLlama-Adapters@1eb4e81 projects/nimbora',
  }
}

function synthetixEntry(chainId: number, susd: string): ContractEntry {
  const snx =
    chainId === 1
      ? '0xC011a73ee8576Fb46F5E1c5751cA3B9Fe0af2a6F'
      : '0x8700dAec35aF8Ff88c16BdF0418774CB3D7599B4'
  return {
    id: 'synthetix',
    protocol: 'synthetix',
    product: 'staking',
    driver: 'synthetix',
    snx: lower(snx),
    collateral: token(snx, 'SNX'),
    debt: token(susd, 'sUSD'),
    source: 'Synthetixio/synthetix publish/deployed, as many public repositories give it',
  }
}

/**
 * Tokens that Lista takes as collateral. Receipts of its own, which stand for one of the token beside them, are of BNB, ETH, pumpBTC and
 * mBTC.
 */
const LISTA_COLLATERALS: [address: string, standsFor?: string][] = [
  ['0x563282106A5B0538f8673c787B3A16D3Cc1DbF1a', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'],
  ['0x6C813D1d114d0caBf3F82f9E910BC29fE7f96451', '0x2170Ed0880ac9A755fd29B2688956BD959F933F8'],
  ['0xc6f28a668b7c18f921ccba4adc3d8db72bff0fe2', '0xf9C4FF105803A77eCB5DAE300871Ad76c2794fa4'],
  ['0x4510aa2b3efd13bbfd78c9bfde764f224ecc7f50', '0x7c1cca5b25fa0bc9af9275fb53cba89dc172b878'],
  ['0xB0b84D294e0C75A6abe60171b70edEb2EFd14A1B'],
  ['0xa2E3356610840701BDf5611a53974510Ae27E2e1'],
  ['0x26c5e01524d2E6280A48F2c50fF6De7e52E9611C'],
  ['0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c'],
  ['0x55d398326f99059fF775485246999027B3197955'],
  ['0xc5f0f7b66764F6ec8C8Dff7BA683102295E16409'],
  ['0x80137510979822322193FC997d400D5A6C747bf7'],
  ['0x4aae823a6a0b376De6A78e74eCC5b079d38cBCf7'],
  ['0x1346b618dC92810EC74163e4c27004c921D446a5'],
  ['0x04C0599Ae5A44757c0af6F9eC3b93da8976c150A'],
  ['0x2416092f143378750bb29b79eD961ab195CcEea5'],
  ['0x7788A3538C5fc7F9c7C8A74EAC4c898fC8d87d92'],
  ['0x581fa684d0ec11ccb46b1d92f1f24c8a3f95c0ca'],
  ['0x7dc91cbd6cb5a3e6a95eed713aa6bf1d987146c8'],
]

function listaEntry(): ContractEntry {
  return {
    id: 'lista-vaults',
    protocol: 'helio-protocol',
    product: 'lending',
    driver: 'lista',
    interaction: lower('0xB68443Ee3e828baD1526b3e0Bdf2Dfc6b1975ec4'),
    vat: lower('0x33A34eAB3ee892D40420507B820347b1cA2201c4'),
    debt: token('0x0782b6d8c4551B9760e74c0545a9bCD90bdc41E5', 'lisUSD'),
    collaterals: LISTA_COLLATERALS.map(([address, standsFor]) => ({
      address: lower(address),
      ...(standsFor !== undefined && { standsFor: lower(standsFor) }),
    })),
    source:
      'lista-dao/lista-dao-contracts scripts; collaterals: DefiLlama/yield-server src/adaptors/lisusd/config.js and CDPLiquidator’s list in the former',
  }
}

function token(address: string, symbol: string, decimals = 18): Token {
  return { address: lower(address), symbol, decimals }
}
