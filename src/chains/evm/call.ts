import type { Address, Hex } from '../address.ts'
import { Unreadable } from '../unreadable.ts'
import { type ArgsOf, decodeReply, encodeCall, type ResultOf } from './viem.ts'

/** One read. `code` is run as if it were deployed at `to`, in a request of its own (a deployless lens). */
export interface Call {
  to: Address
  data: Hex
  /** The sender, for contracts whose answer depends on it; such a call needs a request of its own. */
  from?: Address
  code?: Hex
  /** Code that replaces that of contracts during the call; their storage stays. A node that does not take it counts as one that failed. */
  overrides?: Readonly<Record<Address, { code: Hex }>>
  /** True for one that reads thousands of slots: it is sent apart, so that a node that is slow with it answers the others in time. */
  isHeavy?: true
  /** What it asks, if an index of NFTs may answer instead of the chain. */
  owned?: OwnedQuestion
  /** True for unreviewed contracts: they share no request with others, because one can use up the gas of all. */
  untrusted?: boolean
}

/** The NFTs of an owner in a collection. */
export interface OwnedQuestion {
  collection: Address
  owner: Address
}

/** The result of a call. A revert is a result; a node that does not answer never reaches a driver. */
export type Reply = { ok: true; data: Hex } | { ok: false }

/** Encodes one read of a contract. */
export function call<const Signature extends string>(
  to: Address,
  signature: Signature,
  args: ArgsOf<Signature>,
): Call {
  return { to, data: encodeCall(signature, args) }
}

/** The value in a reply. Throws `Unreadable` when the contract reverted or its bytes do not fit the signature. */
export function decodeOrThrow<const Signature extends string>(
  reply: Reply | undefined,
  signature: Signature,
): ResultOf<Signature> {
  if (!reply?.ok) throw new Unreadable(`The contract reverted: ${signature}`)
  return decodeReply(signature, reply.data)
}

/** The value in a reply, or null when the contract reverted or its bytes do not fit the signature. */
export function tryDecode<const Signature extends string>(
  reply: Reply | null | undefined,
  signature: Signature,
): ResultOf<Signature> | null {
  if (!reply?.ok) return null
  try {
    return decodeReply(signature, reply.data)
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}
