import { Unreadable } from '../../chains/unreadable.ts'
import type { RawAccount } from './accounts.ts'
import { encodeAddress } from './base58.ts'
import { STAKE_PROGRAM } from './program-ids.ts'
import type { SolanaChain } from './web3.ts'

/** A stake account and the SOL that its owner can withdraw. */
export interface StakeAccount {
  address: string
  lamports: bigint
  /** The account that may delegate the stake; not always the owner. */
  staker: string
  /** The validator's vote account; null when the stake is not delegated. */
  validator: string | null
}

/** Size and byte offsets of `StakeStateV2` in the stake program. */
const LAYOUT = { bytes: 200, state: 0, staker: 12, withdrawer: 44, voter: 124 }

const STATE = { initialized: 1, delegated: 2 }

/** The stake accounts that the owner may withdraw from. Throws `RpcFailure`, and like `readStakeAccount`. */
export async function readStakes(
  chain: Pick<SolanaChain, 'programAccounts'>,
  owner: string,
): Promise<StakeAccount[]> {
  const accounts = await chain.programAccounts(STAKE_PROGRAM, [
    { dataSize: LAYOUT.bytes },
    { memcmp: { offset: LAYOUT.withdrawer, bytes: owner } },
  ])
  return accounts.map((account) => readStakeAccount(account, owner))
}

/** Reads a stake account. Throws `Unreadable` when it is not one, its state is unknown, or another account may withdraw from it. */
export function readStakeAccount(account: RawAccount, owner: string): StakeAccount {
  const { address, data, lamports } = account
  if (account.owner !== STAKE_PROGRAM || data.byteLength !== LAYOUT.bytes) {
    throw new Unreadable(`${address} is not a stake account`)
  }
  const state = new DataView(data.buffer, data.byteOffset).getUint32(LAYOUT.state, true)
  if (state !== STATE.initialized && state !== STATE.delegated) {
    throw new Unreadable(`The stake account ${address} has the unknown state ${state}`)
  }
  const key = (at: number) => encodeAddress(data.subarray(at, at + 32))
  if (key(LAYOUT.withdrawer) !== owner) {
    throw new Unreadable(`The stake account ${address} belongs to another owner`)
  }
  const validator = state === STATE.delegated ? key(LAYOUT.voter) : null
  return { address, lamports, staker: key(LAYOUT.staker), validator }
}
