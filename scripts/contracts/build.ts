import packageFile from '../../package.json' with { type: 'json' }
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { ContractEntry } from '../../src/wallet/evm/contracts/contract-entry.ts'
import {
  type ContractList,
  parseContractList,
} from '../../src/wallet/evm/contracts/contract-list.ts'
import * as aave from './aave.ts'
import * as aaveForks from './aave-forks.ts'
import * as aaveVaults from './aave-vaults.ts'
import { accountRegistries } from './accounts.ts'
import * as cauldrons from './cauldrons.ts'
import * as cdps from './cdps.ts'
import * as compoundV2 from './compound-v2.ts'
import * as compoundV3 from './compound-v3.ts'
import * as fraxlend from './fraxlend.ts'
import * as layerbank from './layerbank.ts'
import * as lockers from './lockers.ts'
import * as locks from './locks.ts'
import * as lp from './lp.ts'
import * as morpho from './morpho.ts'
import * as optimizers from './optimizers.ts'
import * as pendleRegistries from './pendle-registries.ts'
import * as penpie from './penpie.ts'
import * as perps from './perps.ts'
import * as poolRegistries from './pool-registries.ts'
import * as receipts from './receipts.ts'
import * as resolvers from './resolvers.ts'
import * as restaking from './restaking.ts'
import * as shareLists from './share-lists.ts'
import * as silo from './silo.ts'
import * as sparkVaults from './spark-vaults.ts'
import * as stakewise from './stakewise.ts'
import * as staking from './staking.ts'
import * as stargate from './stargate.ts'
import * as tron from './tron.ts'
import * as v2MainPairs from './v2-main-pairs.ts'
import * as vaultLists from './vault-lists.ts'
import * as vaults from './vaults.ts'
import * as withdrawals from './withdrawals.ts'

interface Generator {
  entries(chain: ScanChain): ContractEntry[] | Promise<ContractEntry[]>
}

/** One for each source. Their order does not matter: entries are sorted by id. */
const GENERATORS: Generator[] = [
  aave,
  aaveForks,
  aaveVaults,
  cauldrons,
  cdps,
  compoundV2,
  compoundV3,
  fraxlend,
  lp,
  morpho,
  optimizers,
  pendleRegistries,
  penpie,
  perps,
  poolRegistries,
  receipts,
  resolvers,
  restaking,
  shareLists,
  silo,
  sparkVaults,
  stakewise,
  stargate,
  staking,
  tron,
  v2MainPairs,
  vaultLists,
  vaults,
  layerbank,
  lockers,
  locks,
  withdrawals,
]

const PACKAGES = [
  '@aave-dao/aave-address-book',
  '@morpho-org/blue-sdk',
  '@uniswap/sdk-core',
] as const

/** The contract list of one chain, made from the installed packages and the lists in this folder. Throws as `parseContractList` does. */
export async function buildContractList(chain: ScanChain): Promise<ContractList> {
  const entries = (await Promise.all(GENERATORS.map((each) => each.entries(chain)))).flat()
  const generatedFrom = Object.fromEntries(
    PACKAGES.map((name) => [name, packageFile.devDependencies[name]]),
  )
  entries.sort((a, b) => (a.id < b.id ? -1 : 1))
  const accounts = accountRegistries(chain)
  return parseContractList(
    {
      chain: chain.key,
      chainId: chain.chainId,
      generatedFrom,
      entries,
      ...(accounts.length > 0 && { accounts }),
    },
    chain.key,
  )
}

/** The text of a contract list file in the format of Biome, which keeps an array of one short string on one line. */
export function contractListText(contracts: ContractList): string {
  const text = JSON.stringify(contracts, null, 2)
  return `${text.replace(/\[\n\s+("0x[0-9a-f]+")\n\s+\]/g, '[$1]')}\n`
}
