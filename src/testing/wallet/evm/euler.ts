import { toAddress } from '../../../wallet/evm/client/viem.ts'
import type { Address } from '../../../wallet/model/address.ts'

/** One of the 256 accounts of an owner at Euler's connector: the owner's address XOR the number (euler-xyz/ethereum-vault-connector). */
export function subAccountOf(owner: Address, number: number): Address {
  const account = toAddress(`0x${(BigInt(owner) ^ BigInt(number)).toString(16).padStart(40, '0')}`)
  if (account === null) throw new Error(`${owner} has no account ${number}`)
  return account
}
