import { Unreadable } from '../model/unreadable.ts'
import { encodeAddress } from './base58.ts'
import { STAKE_PROGRAM } from './programs.ts'
import type { RawAccount } from './web3.ts'

/** SOL that somebody may withdraw from a stake account. */
export interface StakeAccount {
  address: string
  lamports: bigint
  /** Who delegates it; not always the owner. */
  staker: string
  /** The validator's vote account; null when it is not delegated. */
  validator: string | null
}

/** Of `StakeStateV2` in the stake program. */
const LAYOUT = { bytes: 200, state: 0, staker: 12, withdrawer: 44, voter: 124 }
const STATE = { initialized: 1, delegated: 2 }

/** Reads a stake account. Throws `Unreadable` when it is none, or when somebody else may withdraw from it. */
export function readStakeAccount(account: RawAccount, owner: string): StakeAccount {
  const { address, data, lamports } = account
  if (account.owner !== STAKE_PROGRAM || data.byteLength !== LAYOUT.bytes) {
    throw new Unreadable('An account is no stake account.')
  }
  const state = new DataView(data.buffer, data.byteOffset).getUint32(LAYOUT.state, true)
  if (state !== STATE.initialized && state !== STATE.delegated) {
    throw new Unreadable('A stake account is in a state that is not known.')
  }
  const key = (at: number) => encodeAddress(data.subarray(at, at + 32))
  if (key(LAYOUT.withdrawer) !== owner) {
    throw new Unreadable('A stake account belongs to somebody else.')
  }
  const validator = state === STATE.delegated ? key(LAYOUT.voter) : null
  return { address, lamports, staker: key(LAYOUT.staker), validator }
}
