import type { Address } from '../chains/address.ts'
import type { Inspection } from './chain-reader.ts'
import { OPCODE, readCode } from './code.ts'
import { addressIn } from './slots.ts'

/**
 * The code of every released Safe on EVM chains, by address: npm @safe-global/safe-deployments 1.37.63 (MIT), `gnosis_safe`,
 * `gnosis_safe_l2`, `safe` and `safe_l2` of 1.0.0 to 1.5.0, but for those of zkSync.
 */
export const SAFE_SINGLETONS: ReadonlyMap<Address, string> = new Map([
  ['0xb6029ea3b2c51d09a50b53ca8012feeb05bda35a', '1.0.0'],
  ['0x34cfac646f301356faa8b21e94227e3583fe3f5f', '1.1.1'],
  ['0x6851d6fdfafd08c0295c392436245e5bc78b0185', '1.2.0'],
  ['0xd9db270c1b5e3bd161e8c8503c55ceabee709552', '1.3.0'],
  ['0x69f4d1788e39c87893c980c06edf4b7f686e2938', '1.3.0'],
  ['0x3e5c63644e683549055b9be8653de26e0b4cd36e', '1.3.0'],
  ['0xfb1bffc9d739b8d520daf37df666da4c687191ea', '1.3.0'],
  ['0x41675c099f32341bf84bfc5382af534df5c7461a', '1.4.1'],
  ['0x29fcb43b46531bca003ddc8fcb67ffe91900c762', '1.4.1'],
  ['0xff51a5898e281db6dfc7855790607438df2ca44b', '1.5.0'],
  ['0xedd160febbd92e350d4d398fb636302fccd67c7e', '1.5.0'],
])

/** Decides whether a contract is a Safe. */
export type IsSafe = (inspection: Inspection) => boolean

/** The proxies of all versions have less. */
const MAX_PROXY_BYTES = 400
const NOT_IN_A_PROXY = [
  OPCODE.sstore,
  OPCODE.call,
  OPCODE.callcode,
  OPCODE.create,
  OPCODE.create2,
  OPCODE.selfdestruct,
]

/**
 * A check for Safes whose code is at one of `singletons`. The first slot alone proves nothing, because anybody can write it: the
 * contract must be a small proxy that reads its storage, writes none, calls nothing else and has no address in its code.
 */
export function createIsSafe(
  singletons: { has(address: Address): boolean } = SAFE_SINGLETONS,
): IsSafe {
  return ({ slots, size, code }) => {
    const singleton = addressIn(slots?.safeSingleton)
    if (singleton === null || !singletons.has(singleton)) return false
    if (size >= MAX_PROXY_BYTES) return false
    const { opcodes, constants } = readCode(code)
    return (
      opcodes.has(OPCODE.sload) &&
      opcodes.has(OPCODE.delegatecall) &&
      !NOT_IN_A_PROXY.some((opcode) => opcodes.has(opcode)) &&
      constants.length === 0
    )
  }
}
