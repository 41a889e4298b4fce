import { createRequire } from 'node:module'
import { toFunctionSelector } from 'viem'
import * as z from 'zod'
import type { Address, Hex } from '../../chains/address.ts'
import { encodeCall } from '../../chains/evm/viem.ts'
import { packagedCode } from '../wallet/evm/artifacts.ts'
import { DEPLOYER, type Rig, ZERO } from '../wallet/evm/rig.ts'
import { deployAaveProxy } from './aave-proxy.ts'
import { deployOz, deployZoo, person } from './deploy.ts'
import { deployPowers, type Powers } from './powers.ts'

const require = createRequire(import.meta.url)
const DEAD: Address = '0x000000000000000000000000000000000000dead'

const INIT = encodeCall('function set(uint256)', [1n])
const CLONE = (to: Address): Hex =>
  `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${to.slice(2)}5af43d82803e903d91602b57fd5bf3`

/** The names of the contracts of the world, as the tests use them. */
export type Placed = Record<string, Address>

export interface ControlWorld {
  powers: Powers
  placed: Placed
  /** The only holder of a role that cannot be listed. */
  hiddenUpgrader: Address
  aaveProvider: Address
}

/** Real contracts of each kind under known governance, and the traps; about three seconds. */
export async function deployControlWorld(rig: Rig): Promise<ControlWorld> {
  const powers = await deployPowers(rig)
  const logic = await deployZoo(rig, 'Logic')
  const hiddenUpgrader = person(90)
  const aave = await deployAaveProxy(rig, powers.timelock)
  const placed = {
    ...(await deployTransparent(rig, powers, logic)),
    ...(await deployOtherProxies(rig, powers, logic, hiddenUpgrader)),
    ...(await deployPlain(rig, powers)),
    ...(await deployTraps(rig, logic)),
    aavePool: aave.pool,
  }
  await finalize(rig)
  return { powers, placed, hiddenUpgrader, aaveProvider: aave.provider }
}

/** Mines until everything so far is final: anvil finalizes two epochs behind. */
export async function finalize(rig: Rig): Promise<void> {
  await rig.rpc('anvil_mine', ['0x50'])
}

async function deployTransparent(rig: Rig, powers: Powers, logic: Address): Promise<Placed> {
  const under = (owner: Address) => transparent(rig, logic, owner)
  const oldUnder = async (owner: Address) => {
    const admin = await deployOz(rig, 4, 'ProxyAdmin')
    if (owner === ZERO) await rig.send(admin, 'function renounceOwnership()', [])
    else await rig.send(admin, 'function transferOwnership(address)', [owner])
    const types = 'address, address, bytes'
    return deployOz(rig, 4, 'TransparentUpgradeableProxy', types, [logic, admin, '0x'])
  }
  return {
    transparentSafe35: await under(powers.safe35),
    transparentSafe57: await under(powers.safe57),
    transparentEoa: await under(DEPLOYER),
    transparentNested: await under(powers.nested),
    transparentTimelock: await oldUnder(powers.timelock),
    transparentTimelockZero: await under(powers.timelockZero),
    transparentTimelockAdmin: await under(powers.timelockAdmin),
    transparentGovernor: await under(powers.governed),
    transparentModule: await under(powers.withModule),
    transparentRenounced: await oldUnder(ZERO),
    transparentDead: await oldUnder(DEAD),
  }
}

/** OpenZeppelin 5: the proxy deploys its own ProxyAdmin. */
export function transparent(rig: Rig, logic: Address, owner: Address): Promise<Address> {
  const types = 'address, address, bytes'
  return deployOz(rig, 5, 'TransparentUpgradeableProxy', types, [logic, owner, INIT])
}

/** A proxy of OpenZeppelin 5 without any function of its own, initialised with `data`. */
export function erc1967(rig: Rig, logic: Address, data: Hex = INIT): Promise<Address> {
  return deployOz(rig, 5, 'ERC1967Proxy', 'address, bytes', [logic, data])
}

async function deployOtherProxies(
  rig: Rig,
  powers: Powers,
  logic: Address,
  hiddenUpgrader: Address,
): Promise<Placed> {
  const owned = await deployZoo(rig, 'UupsOwned')
  const byRole = await deployZoo(rig, 'UupsRole')
  const beacon = await deployOz(rig, 5, 'UpgradeableBeacon', 'address, address', [
    logic,
    powers.timelock,
  ])
  const proxied = await transparent(rig, logic, DEPLOYER)
  return {
    noUpgrade: await erc1967(rig, logic),
    beaconTimelock: await deployOz(rig, 5, 'BeaconProxy', 'address, bytes', [beacon, INIT]),
    uupsSafe46: await erc1967(rig, owned, encodeCall('function init(address)', [powers.safe46])),
    uupsHidden: await erc1967(
      rig,
      byRole,
      encodeCall('function init(address, address)', [powers.safe35, hiddenUpgrader]),
    ),
    uupsOpen: await erc1967(
      rig,
      await deployZoo(rig, 'UupsOpen'),
      encodeCall('function init()', []),
    ),
    clone: await rig.deploy(CLONE(logic)),
    cloneOfProxy: await rig.deploy(CLONE(proxied)),
    eip173Safe46: await rig.deploy(
      packagedCode('hardhat-deploy/extendedArtifacts/EIP173Proxy.json'),
      'address, address, bytes',
      [logic, powers.safe46, '0x'],
    ),
    diamondSafe35: await deployDiamond(rig, powers.safe35),
  }
}

const functionsSchema = z.looseObject({
  abi: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })),
})

/** The diamond of hardhat-deploy with its three standard facets. */
async function deployDiamond(rig: Rig, owner: Address): Promise<Address> {
  const file = (name: string) => `hardhat-deploy/extendedArtifacts/${name}.json`
  const cuts = []
  for (const name of ['DiamondCutFacet', 'DiamondLoupeFacet', 'OwnershipFacet']) {
    const { abi } = functionsSchema.parse(require(file(name)))
    const selectors = abi.flatMap((item) =>
      item.type === 'function' ? [toFunctionSelector(item as never)] : [],
    )
    const address = await rig.deploy(packagedCode(file(name)))
    // ERC-165 is in two of them.
    cuts.push([address, 0, selectors.filter((selector) => selector !== '0x01ffc9a7')])
  }
  const types = 'address, (address, uint8, bytes4[])[], (address, bytes)[]'
  return rig.deploy(packagedCode(file('Diamond')), types, [owner, cuts, []])
}

async function deployPlain(rig: Rig, powers: Powers): Promise<Placed> {
  const owned = (owner: Address) => deployZoo(rig, 'TwoStep', 'address', [owner])
  return {
    plain: await deployZoo(rig, 'NoSwitch'),
    uniswapV2: await rig.deploy(
      packagedCode('@uniswap/v2-core/build/UniswapV2Factory.json'),
      'address',
      [DEPLOYER],
    ),
    ownedBySafe35: await owned(powers.safe35),
    ownedByCompoundTimelock: await owned(powers.compoundTimelock),
    roleList: await deployZoo(rig, 'RoleList', 'address', [powers.safe35]),
    rolePaused: await deployZoo(rig, 'RolePaused', 'address', [powers.safe46]),
    noCode: person(91),
  }
}

async function deployTraps(rig: Rig, logic: Address): Promise<Placed> {
  const delegated = person(92)
  await rig.rpc('anvil_setCode', [delegated, `0xef0100${logic.slice(2)}`])
  return {
    under7702: await transparent(rig, logic, delegated),
    echo: await deployZoo(rig, 'Echo'),
    bomb: await deployZoo(rig, 'Bomb'),
    longAnswer: await deployZoo(rig, 'LongAnswer'),
  }
}
