import type { Address } from '../../chains/address.ts'
import { packagedCode } from '../wallet/evm/artifacts.ts'
import { DEPLOYER, type Rig, ZERO } from '../wallet/evm/rig.ts'
import { deployOz, person } from './deploy.ts'
import { addOwner, deploySafes, enableModule, type Safes } from './safes.ts'

const TWO_DAYS = 172_800

/** Governance that contracts are placed under. */
export interface Powers {
  safes: Safes
  /** Safes by their signatures and signers. */
  safe35: Address
  safe46: Address
  safe57: Address
  /** Two of three; one of its signers is `safe35`. */
  nested: Address
  /** Three of four, with `moduleKey` as a module. */
  withModule: Address
  moduleKey: Address
  /** Timelocks of OpenZeppelin: two days; no delay; with a person as admin. */
  timelock: Address
  timelockZero: Address
  timelockAdmin: Address
  /** Timelocks of Compound, two days: of `safe46`, and of a governor of Uniswap. */
  compoundTimelock: Address
  governed: Address
  governor: Address
}

/** Deploys them. */
export async function deployPowers(rig: Rig): Promise<Powers> {
  const safes = await deploySafes(rig)
  const people = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => person(from + at))
  const safe35 = await safes.create('1.3.0', people(0, 5), 3)
  const safe46 = await safes.create('1.4.1', people(0, 6), 4)
  const safe57 = await safes.create('1.5.0', people(2, 9), 5)
  const nested = await safes.create('1.4.1', [safe35, person(6), person(7)], 2)
  const withModule = await safes.create('1.4.1', [DEPLOYER, person(1), person(2)], 1)
  const moduleKey = person(50)
  await safes.execute(withModule, enableModule(moduleKey))
  await safes.execute(withModule, addOwner(person(3), 3))
  const types = 'uint256, address[], address[], address'
  const timelock = await deployOz(rig, 4, 'TimelockController', types, [
    TWO_DAYS,
    [safe35],
    [ZERO],
    ZERO,
  ])
  const timelockZero = await deployOz(rig, 5, 'TimelockController', types, [
    0,
    [safe35],
    [safe35],
    ZERO,
  ])
  const timelockAdmin = await deployOz(rig, 5, 'TimelockController', types, [
    TWO_DAYS,
    [safe35],
    [ZERO],
    DEPLOYER,
  ])
  const ofCompound = (admin: Address) =>
    rig.deploy(packagedCode('@uniswap/governance/build/Timelock.json'), 'address, uint256', [
      admin,
      TWO_DAYS,
    ])
  const compoundTimelock = await ofCompound(safe46)
  const governor = await rig.deploy(
    packagedCode('@uniswap/governance/build/GovernorAlpha.json'),
    'address, address',
    [compoundTimelock, compoundTimelock],
  )
  return {
    safes,
    safe35,
    safe46,
    safe57,
    nested,
    withModule,
    moduleKey,
    timelock,
    timelockZero,
    timelockAdmin,
    governor,
    governed: await ofCompound(governor),
    compoundTimelock,
  }
}
