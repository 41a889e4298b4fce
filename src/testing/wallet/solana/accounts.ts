import type { RawAccount } from '../../../wallet/solana/accounts.ts'
import { decodeAddress, encodeAddress } from '../../../wallet/solana/base58.ts'

/** An invented address, different for each number. */
export function invented(number: number): string {
  const bytes = Buffer.alloc(32, 7)
  bytes.writeUInt32BE(number, 4)
  return encodeAddress(bytes)
}

function put(data: Buffer, at: number, address: string): void {
  data.set(decodeAddress(address) ?? new Uint8Array(), at)
}

export function tokenAccountData(mint: string, owner: string, amount: bigint): Buffer {
  const data = Buffer.alloc(165)
  put(data, 0, mint)
  put(data, 32, owner)
  data.writeBigUInt64LE(amount, 64)
  data[108] = 1
  return data
}

export interface StakeFields {
  withdrawer: string
  staker?: string
  voter?: string
  state?: number
}

export function stakeData({ withdrawer, staker, voter, state = 2 }: StakeFields): Buffer {
  const data = Buffer.alloc(200)
  data.writeUInt32LE(state, 0)
  put(data, 12, staker ?? withdrawer)
  put(data, 44, withdrawer)
  put(data, 124, voter ?? invented(900))
  return data
}

export function stakePoolData(mint: string, totalLamports: bigint, supply: bigint): Buffer {
  const data = Buffer.alloc(611)
  data[0] = 1
  put(data, 162, mint)
  data.writeBigUInt64LE(totalLamports, 258)
  data.writeBigUInt64LE(supply, 266)
  return data
}

export function lendingData(underlying: string, receipt: string, price: bigint): Buffer {
  const data = Buffer.alloc(196)
  data.set([135, 199, 82, 16, 249, 131, 182, 241])
  put(data, 8, underlying)
  put(data, 40, receipt)
  data.writeBigUInt64LE(price, 115)
  return data
}

export function raw(owner: string, data: Uint8Array, lamports = 1n): RawAccount {
  return { address: invented(1), owner, executable: false, lamports, data }
}
