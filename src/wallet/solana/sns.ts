import * as z from 'zod'
import type { NameOutcome } from '../names/outcome.ts'
import { isSolanaAddress } from './base58.ts'
import { INVALID_SOL_NAME, readSolName } from './sol-name.ts'
import type { SolanaChain } from './web3.ts'

/** The package's error types for a name that does not resolve to a wallet. */
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

/** The package's types do not resolve under Node's rules, so the functions used are checked here. */
const nameService = z.looseObject({
  resolve: z.custom<Resolve>((value) => typeof value === 'function'),
})

/** Loads the name service's package, which is large. */
export function loadSolNames(): Promise<object> {
  return import('@bonfida/spl-name-service')
}

/**
 * Resolves a `.sol` name by SNS-IP 5: the holder of the token for a tokenized name, else the signed SOL records, else the owner. This
 * takes signature checks and staleness rules, so the name service's own package does it; it is loaded with the first name.
 */
export async function resolveSol(
  text: string,
  { connection, block }: Pick<SolanaChain, 'connection' | 'block'>,
): Promise<NameOutcome<string>> {
  const name = readSolName(text)
  if (name === null) return { status: 'invalid', reason: INVALID_SOL_NAME }
  const { resolve } = nameService.parse({ ...(await loadSolNames()) })
  try {
    // Excludes nodes that are behind from the requests that follow: they may return a previous owner.
    await block()
    const owner = (await resolve(connection, name)).toBase58()
    if (isSolanaAddress(owner)) return { status: 'resolved', owner }
    return { status: 'failed', reason: 'The name service answered with an invalid address.' }
  } catch (error) {
    return isNotFound(error)
      ? { status: 'not-found', reason: 'The name does not resolve to a wallet.' }
      : { status: 'failed', reason: 'The name service could not be reached.' }
  }
}

/** Errors of the package have a `type`; errors of a node do not. */
function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'type' in error && NOT_FOUND.has(String(error.type))
}
