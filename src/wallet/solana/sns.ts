import * as z from 'zod'
import type { NameOutcome } from '../names/outcome.ts'
import { isSolanaAddress } from './base58.ts'
import { INVALID_SOL_NAME, readSolName } from './sol-name.ts'
import type { SolanaChain } from './web3.ts'

/** What the package says of a name that is there, or not, and leads to nobody's wallet. */
const NOT_FOUND = new Set([
  'DomainDoesNotExist',
  'PdaOwnerNotAllowed',
  'InvalidRoA',
  'WrongValidation',
  'RecordMalformed',
  'InvalidRecordData',
  'NoRecordData',
  'CouldNotFindNftOwner',
])

type Resolve = (
  connection: SolanaChain['connection'],
  name: string,
) => Promise<{ toBase58(): string }>

/** The package's types do not resolve under Node's rules, so what is used of it is checked here. */
const nameService = z.looseObject({
  resolve: z.custom<Resolve>((value) => typeof value === 'function'),
})

/** The name service's package, which is large. */
export function loadSolNames(): Promise<object> {
  return import('@bonfida/spl-name-service')
}

/**
 * Resolves a `.sol` name as SNS-IP 5 has it: a tokenized name belongs to who holds the token, then the signed SOL
 * records count, then the owner. That takes signatures and staleness rules, so the name service's own package does it,
 * loaded when the first name is asked for.
 */
export async function resolveSol(
  text: string,
  { connection, block }: Pick<SolanaChain, 'connection' | 'block'>,
): Promise<NameOutcome<string>> {
  const name = readSolName(text)
  if (name === null) return { status: 'invalid', reason: INVALID_SOL_NAME }
  const { resolve } = nameService.parse({ ...(await loadSolNames()) })
  try {
    // Nodes that are behind are left out of what follows: there, a name may still lead to whom it led before.
    await block()
    const owner = (await resolve(connection, name)).toBase58()
    if (isSolanaAddress(owner)) return { status: 'resolved', owner }
    return { status: 'failed', reason: 'The name service answered with something else.' }
  } catch (error) {
    return saysNotFound(error)
      ? { status: 'not-found', reason: 'The name leads to no wallet.' }
      : { status: 'failed', reason: 'The name service could not be asked.' }
  }
}

/** Errors of the package have a `type`; those of a node that cannot be asked have none. */
function saysNotFound(error: unknown): boolean {
  return error instanceof Error && 'type' in error && NOT_FOUND.has(String(error.type))
}
