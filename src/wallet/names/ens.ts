import { beforeAbort } from '../../chains/nodes/before-abort.ts'
import { createGatewayReader } from './ccip-gateway.ts'
import { askGateway, type CcipRequest } from './ccip-request.ts'
import type { NameOutcome } from './outcome.ts'
import {
  type Caller,
  normalizeName,
  type Resolution,
  readEnsAddress,
} from './universal-resolver.ts'

export interface EnsAccess {
  ethereum: Caller
  /** The deadline of the look-up; a name that is not resolved by then has failed. */
  signal: AbortSignal
  /** Milliseconds since 1970. */
  nowMs: number
  /** Sends a request to a gateway; by default `askGateway`, which checks its target. Tests replace it. */
  askGateway?: (request: CcipRequest) => Promise<string>
}

/** The first call, and one after each of two look-ups. A resolver that needs more is probably stalling. */
const MAX_CALLS = 3

export const INVALID_ENS_NAME = 'is not a name that ENS allows (ENSIP-15)'

/** Errors of the Universal Resolver that mean the name has no address. All others may be temporary. */
const MEANS_NONE = [
  'ResolverNotFound',
  'ResolverNotContract',
  'UnsupportedResolverProfile',
  'ResolverError',
]

const ETH_NAME = /^[^.]+(\.[^.]+)*\.eth$/

/** The normalised name, or null when ENS does not allow it (ENSIP-15) or it does not end in `.eth`. */
export async function readEnsName(name: string): Promise<string | null> {
  const normal = await normalizeName(name)
  return normal !== null && ETH_NAME.test(normal) ? normal : null
}

/** The EVM address of a `.eth` name, in lower case. Never rejects; a network failure is the outcome `failed`. */
export async function resolveEns(name: string, access: EnsAccess): Promise<NameOutcome> {
  const normal = await readEnsName(name)
  if (normal === null) return { status: 'invalid', reason: INVALID_ENS_NAME }
  const ask = access.askGateway ?? askGateway
  const gateway = createGatewayReader(ask, access.signal)
  try {
    const asked = readEnsAddress(
      normal,
      { ethereum: limited(access.ethereum), nowMs: access.nowMs },
      gateway,
    )
    return outcomeOf(await beforeAbort(asked, access.signal))
  } catch {
    const isLate = access.signal.aborted
    return {
      status: 'failed',
      reason: isLate ? 'ENS did not answer in time.' : 'ENS could not be reached.',
    }
  }
}

function outcomeOf(resolution: Resolution): NameOutcome {
  if ('error' in resolution) {
    return resolution.error !== null && MEANS_NONE.includes(resolution.error)
      ? { status: 'not-found', reason: 'The name has no resolver that knows an address.' }
      : { status: 'failed', reason: 'ENS answered with an error.' }
  }
  const { address } = resolution
  return address === null
    ? { status: 'not-found', reason: 'The name has no address record.' }
    : { status: 'resolved', owner: address }
}

function limited(ethereum: Caller): Caller {
  let calls = 0
  return {
    call: async (call) => {
      calls++
      if (calls > MAX_CALLS) throw new Error(`The name needs more than ${MAX_CALLS} calls.`)
      return await ethereum.call(call)
    },
  }
}
