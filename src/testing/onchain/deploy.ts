import path from 'node:path'
import type { Address } from '../../chains/address.ts'
import { packagedCode } from '../wallet/evm/artifacts.ts'
import { compiledCode } from '../wallet/evm/compile.ts'
import type { Rig } from '../wallet/evm/rig.ts'

/** A contract of `zoo.sol`. */
export function deployZoo(
  rig: Rig,
  name: string,
  types = '',
  args: readonly unknown[] = [],
): Promise<Address> {
  return rig.deploy(compiledCode(path.join(import.meta.dirname, 'zoo.sol'), name), types, args)
}

/** OpenZeppelin 5.7.0 and 4.9.6 (MIT). */
export function deployOz(
  rig: Rig,
  version: 4 | 5,
  name: string,
  types = '',
  args: readonly unknown[] = [],
): Promise<Address> {
  const folder = version === 5 ? '@openzeppelin/contracts' : 'openzeppelin-4'
  return rig.deploy(packagedCode(`${folder}/build/contracts/${name}.json`), types, args)
}

/** An account without code, the same for the same number. */
export function person(number: number): Address {
  return `0x${'9e'.repeat(18)}${(number + 0x1000).toString(16)}`
}
