import type { Address } from '../../../chains/address.ts'
import { DECIMALS } from '../../../chains/evm/abi.ts'
import { type Call, call, type Reply } from '../../../chains/evm/call.ts'
import { type ArgsOf, decodeReply, type ResultOf } from '../../../chains/evm/viem.ts'
import type { Token } from '../../model/entry-base.ts'
import { tokenCalls, tokenFrom } from './reading.ts'

/** A claim of a contract list about a contract, and the calls that check it. */
export interface Claim {
  calls: Call[]
  /** Null when the contract agrees, otherwise the disagreement. */
  refute(replies: Reply[]): string | null
}

/** How the contracts of an entry are linked, as far as the contracts can confirm it. */
export type ClaimsOf<Entry> = (entry: Entry) => Claim[]

/** That a call returns one word: an address, or 32 bytes. */
export function wordClaim(what: string, asked: Call, expected: string): Claim {
  const word = `0x${expected.slice(2).toLowerCase().padStart(64, '0')}`
  return {
    calls: [asked],
    refute([reply]) {
      const said = reply?.ok ? reply.data : 'no answer'
      return said === word ? null : `${what}: ${said}, not ${expected}`
    },
  }
}

/** That a call returns more than nothing: a number, an address, a list, or what `pick` takes of the result. */
export function existence<const S extends string>(
  what: string,
  to: Address,
  signature: S,
  args: ArgsOf<S>,
  pick: (result: ResultOf<S>) => unknown = (result) => result,
): Claim {
  return {
    calls: [call(to, signature, args)],
    refute([reply]) {
      const isThere = reply?.ok && isMoreThanNothing(pick(decodeReply(signature, reply.data)))
      return isThere ? null : `${what} does not exist`
    },
  }
}

function isMoreThanNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'string') return BigInt(value) > 0n
  return Boolean(value)
}

/** That a token has the symbol and the decimals of the list. */
export function tokenClaim(listed: Token): Claim {
  return {
    calls: tokenCalls(listed.address),
    refute([symbolReply, decimalsReply]) {
      const said = tokenFrom(listed.address, symbolReply, decimalsReply)
      return said.symbol === listed.symbol && said.decimals === listed.decimals
        ? null
        : `${listed.address} is ${said.symbol} with ${said.decimals} decimals, not ${listed.symbol} with ${listed.decimals}`
    },
  }
}

/** That a vault answers as a token. */
export function vaultClaim(vault: Address): Claim {
  return existence(`vault ${vault}`, vault, DECIMALS, [])
}
