import { beforeAbort } from '../nodes/before-abort.ts'
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
  /** Ends the look-up: a name that took longer has failed. */
  signal: AbortSignal
  /** Milliseconds since 1970. */
  nowMs: number
  /** How gateways are asked; guarded by default. Tests replace it. */
  askGateway?: (request: CcipRequest) => Promise<string>
}

/** The first call and one after each of two gateways; a resolver that wants more plays for time. */
const MAX_CALLS = 3

export const INVALID_ENS_NAME = 'is not a name that ENS allows (ENSIP-15)'

/** Errors of the Universal Resolver that mean that the name stands for no address. All others may pass. */
const MEANS_NONE = [
  'ResolverNotFound',
  'ResolverNotContract',
  'UnsupportedResolverProfile',
  'ResolverError',
]

const ETH_NAME = /^[^.]+(\.[^.]+)*\.eth$/

/** The name in the form in which ENS knows it, or null when ENS allows no such name (ENSIP-15). */
export async function readEnsName(name: string): Promise<string | null> {
  const normal = await normalizeName(name)
  return normal !== null && ETH_NAME.test(normal) ? normal : null
}

/** The EVM address of a `.eth` name, in lower case. Never rejects: a fault of the network is an outcome here. */
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
      reason: isLate ? 'ENS did not answer in time.' : 'ENS could not be asked.',
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
      if (calls > MAX_CALLS) throw new Error('A name wants too many calls.')
      return await ethereum.call(call)
    },
  }
}
