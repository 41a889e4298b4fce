import type { Call, Reply } from '../../src/chains/evm/call.ts'
import { Unreadable } from '../../src/chains/unreadable.ts'

/** A claim of a contract list about a contract, and the calls that check it. */
export interface Claim {
  calls: Call[]
  /** Null when the contract agrees, otherwise the disagreement. */
  refute(replies: Reply[]): string | null
}

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

/** That a call returns what counts as more than nothing. */
export function existence(
  what: string,
  asked: Call,
  count: (data: `0x${string}`) => bigint,
): Claim {
  return {
    calls: [asked],
    refute: ([reply]) => (reply?.ok && count(reply.data) > 0n ? null : `${what} does not exist`),
  }
}

/** The disagreement of the contracts with a claim, or null. A reply that cannot be read is a disagreement too. */
export function refutation(claim: Claim, replies: Reply[]): string | null {
  try {
    return claim.refute(replies)
  } catch (problem) {
    if (problem instanceof Unreadable) return `${claim.calls[0]?.to}: ${problem.message}`
    throw problem
  }
}
