import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { SiloEntry } from '../../src/wallet/evm/drivers/silo.ts'
import type { SiloV1Entry } from '../../src/wallet/evm/drivers/silo-v1.ts'
import { lower } from './lower.ts'
import firstSilos from './silo-v1-silos.json' with { type: 'json' }

/** Each factory with the number of its first market, and the lens of the chain, which reads the markets of every factory. */
interface Factories {
  lens: string
  v2?: string[]
  v3?: string
}

const FACTORIES: Record<number, Factories> = {
  1: {
    lens: '0xB477131cf512fE4D2F46888B7A352763a168a30C',
    v2: ['0x22a3cF6149bFa611bAFc89Fd721918EC3Cf7b581'],
    v3: '0x1DAb4A310447185144467076b116DAC7aec3b48F',
  },
  42161: {
    lens: '0xBDD37B244E5e02FdE2e3F0510AB0bF3Fd621d089',
    v2: ['0x384DC7759d35313F0b567D42bf2f611B285B657C'],
    v3: '0xAFd8F792cb025A76C4916652CfC8e20eee3b6fe2',
  },
  43114: {
    lens: '0xCa22FB764b77661d8D2c3b969E7Aef856795C51C',
    v2: ['0x92cECB67Ed267FF98026F814D813fDF3054C6Ff9'],
    v3: '0x9e64f0CD206cce2Da5dE08E7F482D62F57013D0e',
  },
  146: {
    lens: '0xeA5359C6AbA077Bcd19AB5F7CcB8245AAc45687B',
    v2: [
      '0xa42001D6d2237d2c74108FE360403C4b796B7170',
      '0x4e9dE3a64c911A37f7EB2fCb06D1e68c3cBe9203',
    ],
    v3: '0xf81d90DF1B63d48536E78564d24d5DD8F2BE58aD',
  },
  10: {
    lens: '0x315a8319e94eFF8aa5FB11923c32E73Fca00E479',
    v2: ['0xFa773e2c7df79B43dc4BCdAe398c5DCA94236BC5'],
  },
  57073: {
    lens: '0x4990C1db20F5C438b9964823a21B4C5696BF6E45',
    v2: ['0xD13921239e3832FDC4141FDE544D3D058B529A5D'],
  },
}
/**
 * Numbers of the second version begin at 1 or at 100, and had not reached 200 in February 2026; those without a market cost little. The third
 * version begins at 3001.
 */
const NUMBERS = { v2: { first: 1, most: 300 }, v3: { first: 3001, most: 100 } }

interface FirstVersion {
  silos: string
  deployments: [repository: string, lens: string][]
}

const FIRST_VERSION: Record<number, FirstVersion> = {
  1: {
    silos: firstSilos.ethereum,
    deployments: [
      ['0xd998C35B7900b344bbBe6555cc11576942Cf309d', '0x0e466FC22386997daC23D1f89A43ecb2CB1e76E9'],
      ['0xBCd67f35c7A2F212db0AD7f68fC773b5aC15377c', '0x32a4Bcd8DEa5E18a12a50584682f8E4B77fFF2DF'],
      ['0xbACBBefda6fD1FbF5a2d6A79916F4B6124eD2D49', '0x331243a425F7EE2468f0FddCe5cD83f58733Cc1C'],
    ],
  },
  42161: {
    silos: firstSilos.arbitrum,
    deployments: [
      ['0x8658047e48CC09161f4152c79155Dac1d710Ff0a', '0xBDb843c7a7e48Dc543424474d7Aa63b61B5D9536'],
    ],
  },
}

/** Silo: the factories of its later versions list their markets on chain, the first version has a list. */
export function entries({ chainId }: ScanChain): (SiloEntry | SiloV1Entry)[] {
  return [...factoryEntries(chainId), ...firstEntries(chainId)]
}

function factoryEntries(chainId: number): SiloEntry[] {
  const { lens, v2 = [], v3 } = FACTORIES[chainId] ?? {}
  if (lens === undefined) return []
  const of = (version: 'v2' | 'v3', id: string, factory: string): SiloEntry => ({
    id,
    protocol: `silo-${version}`,
    product: 'lending',
    driver: 'silo',
    factory: lower(factory),
    ...NUMBERS[version],
    lens: lower(lens),
    source:
      'silo-finance/silo-contracts-v3@4727ac4 silo-core/deployments, docs/DeployedSiloVersions.md; factories: the same in DefiLlama/DefiLlama-Adapters@1eb4e81 projects/silo-v2, silo-v3',
  })
  return [
    ...v2.map((factory, at) => of('v2', at === 0 ? 'silo-v2' : `silo-v2-${at + 1}`, factory)),
    ...(v3 === undefined ? [] : [of('v3', 'silo-v3', v3)]),
  ]
}

function firstEntries(chainId: number): SiloV1Entry[] {
  const deployed = FIRST_VERSION[chainId]
  if (!deployed) return []
  return [
    {
      id: 'silo-v1',
      protocol: 'silo-finance',
      product: 'lending',
      driver: 'silo-v1',
      silos: `0x${deployed.silos}`,
      deployments: deployed.deployments.map(([repository, lens]) => ({
        repository: lower(repository),
        lens: lower(lens),
      })),
      source:
        'silo-finance/silo-core-v1@9eb2ce5 deployments; silos: llamafolio’s adapter of Silo, Centic-io/defi-state-querier@92a6bd0, each confirmed by its repository when it is read; later deployments on Ethereum: several public repositories agree',
    },
  ]
}
