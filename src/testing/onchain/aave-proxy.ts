import type { Address } from '../../chains/address.ts'
import { packagedCode } from '../wallet/evm/artifacts.ts'
import { DEPLOYER, type Rig } from '../wallet/evm/rig.ts'

const core = (folder: string, name: string): string =>
  `@aave/core-v3/artifacts/contracts/protocol/${folder}/${name}.sol/${name}.json`

/** Later libraries link to earlier ones. */
const LIBRARIES = [
  'SupplyLogic',
  'BorrowLogic',
  'LiquidationLogic',
  'EModeLogic',
  'BridgeLogic',
  'FlashLoanLogic',
  'PoolLogic',
]

/** The pool of Aave v3.0 behind its own proxy, whose admin is the provider, and the provider is owned by `owner`. */
export async function deployAaveProxy(
  rig: Rig,
  owner: Address,
): Promise<{ pool: Address; provider: Address }> {
  const libraries: Record<string, Address> = {}
  const deploy = (folder: string, name: string, types?: string, args?: readonly unknown[]) =>
    rig.deploy(packagedCode(core(folder, name), libraries), types, args)
  for (const name of LIBRARIES) libraries[name] = await deploy('libraries/logic', name)
  const provider = await deploy('configuration', 'PoolAddressesProvider', 'string, address', [
    'Market',
    DEPLOYER,
  ])
  const code = await deploy('pool', 'Pool', 'address', [provider])
  await rig.send(provider, 'function setPoolImpl(address)', [code])
  const pool = await rig.read(provider, 'function getPool() view returns (address)', [])
  await rig.send(provider, 'function transferOwnership(address)', [owner])
  return { pool, provider }
}
