import { encodeAbiParameters, parseAbiParameters } from 'viem'
import type { Address } from '../../../chains/address.ts'
import { compiledPackage } from './compile.ts'
import { DEPLOYER, type Rig, ZERO } from './rig.ts'

const CREATE_VAULT = 'function create(uint64 version, address owner, bytes data)'
const CREATE_SLASHER = 'function create(uint64 kind, bytes data)'
const WHITELIST = 'function whitelist(address implementation)'
const VAULT =
  '(address collateral, address burner, uint48 epochDuration, bool depositWhitelist, bool isDepositLimit, uint256 depositLimit, address defaultAdminRoleHolder, address depositWhitelistSetRoleHolder, address depositorWhitelistRoleHolder, address isDepositLimitSetRoleHolder, address depositLimitSetRoleHolder)'
const VAULT_TYPES = parseAbiParameters(VAULT)
const TOKENIZED_TYPES = parseAbiParameters(
  `(${VAULT} baseParams, string name, string symbol) params`,
)
const BURNER: Address = `0x${'b'.repeat(40)}`

/** The factories of Symbiotic, of its own package (BUSL-1.1). */
export interface Symbiotic {
  vaults: Address
  slashers: Address
}

export async function deploySymbiotic(rig: Rig): Promise<Symbiotic> {
  const deploy = (name: string, args: Address[]) =>
    rig.deploy(compiledPackage('symbiotic', name), args.map(() => 'address').join(', '), args)
  const vaults = await deploy('VaultFactory', [DEPLOYER])
  const delegators = await deploy('DelegatorFactory', [DEPLOYER])
  const slashers = await deploy('SlasherFactory', [DEPLOYER])
  for (const name of ['Vault', 'VaultTokenized']) {
    const vault = await deploy(name, [delegators, slashers, vaults])
    await rig.send(vaults, WHITELIST, [vault])
  }
  // The last argument is the number of its kind: the first.
  const slasher = await deploy('Slasher', [vaults, ZERO, slashers, ZERO])
  await rig.send(slashers, WHITELIST, [slasher])
  return { vaults, slashers }
}

/** Version 1 keeps its shares to itself; version 2 is a token of them. The first epoch starts in the block of this transaction. */
export async function createSymbioticVault(
  rig: Rig,
  { vaults, slashers }: Symbiotic,
  version: 1 | 2,
  collateral: Address,
  epochSeconds: number,
): Promise<Address> {
  const params = {
    collateral,
    burner: BURNER,
    epochDuration: epochSeconds,
    depositWhitelist: false,
    isDepositLimit: false,
    depositLimit: 0n,
    defaultAdminRoleHolder: DEPLOYER,
    depositWhitelistSetRoleHolder: DEPLOYER,
    depositorWhitelistRoleHolder: DEPLOYER,
    isDepositLimitSetRoleHolder: DEPLOYER,
    depositLimitSetRoleHolder: DEPLOYER,
  }
  const data =
    version === 1
      ? encodeAbiParameters(VAULT_TYPES, [params])
      : encodeAbiParameters(TOKENIZED_TYPES, [
          { baseParams: params, name: 'Vault', symbol: 'VAULT' },
        ])
  await rig.send(vaults, CREATE_VAULT, [BigInt(version), DEPLOYER, data])
  const vault = await newestOf(rig, vaults)
  const types = parseAbiParameters('address vault, bytes data')
  const ofSlasher = encodeAbiParameters(types, [vault, `0x${'0'.repeat(64)}`])
  await rig.send(slashers, CREATE_SLASHER, [0n, ofSlasher])
  await rig.send(vault, 'function setSlasher(address)', [await newestOf(rig, slashers)])
  return vault
}

/** Takes an amount of stake, as the slasher of the vault does when a network asks it to. */
export async function slashSymbiotic(
  rig: Rig,
  vault: Address,
  amount: bigint,
  capturedAt: number,
): Promise<void> {
  const slasher = await rig.read(vault, 'function slasher() view returns (address)', [])
  await rig.rpc('anvil_impersonateAccount', [slasher])
  await rig.rpc('anvil_setBalance', [slasher, '0xde0b6b3a7640000'])
  const onSlash = 'function onSlash(uint256 amount, uint48 captureTimestamp)'
  await rig.send(vault, onSlash, [amount, capturedAt], slasher)
}

async function newestOf(rig: Rig, factory: Address): Promise<Address> {
  const count = await rig.read(factory, 'function totalEntities() view returns (uint256)', [])
  return rig.read(factory, 'function entity(uint256) view returns (address)', [count - 1n])
}
