import type { Connection } from '@solana/web3.js'
import {
  type AccountFilter,
  COMMITMENT,
  type Dated,
  getAccounts,
  getProgramAccounts,
  getTokenAccounts,
  type RawAccount,
  type Slice,
} from './accounts.ts'
import { getClock, readClock, type SolanaBlock } from './clock.ts'
import { RpcFailure } from './failure.ts'
import { createRpc } from './rpc.ts'
import type { RpcOptions } from './rpc-nodes.ts'

/** Reads of Solana. Those made in the same tick share a request, except `programAccounts`. Every method that asks throws `RpcFailure`. */
export interface SolanaChain {
  /** For the name service's own package, which sends its requests through it. */
  readonly connection: Connection
  /** The first 72 bytes of each of the owner's accounts under one token program: mint, owner, amount. */
  tokenAccounts(owner: string, program: string): Promise<Uint8Array[]>
  /**
   * The accounts of a program that pass all filters, whole or a part of each; at most 1,000. Sent in a separate request, because many
   * nodes refuse this search or take seconds for it.
   */
  programAccounts(
    program: string,
    filters: readonly AccountFilter[],
    slice?: Slice,
  ): Promise<RawAccount[]>
  /** In the order asked for, with their first 512 bytes or the part asked for; null for an account that does not exist. */
  accounts(addresses: readonly string[], slice?: Slice): Promise<(RawAccount | null)[]>
  /** The address that a program derives from seeds. */
  derivedAddress(program: string, seeds: readonly Uint8Array[]): string
  /** Whether a program derived the address: it has no key. */
  isDerived(address: string): boolean
  /** The newest slot of a node that is not behind. Read once. */
  block(): Promise<SolanaBlock>
  /** The newest slot in the last answer with a clock, even of a node that is behind. */
  lastSeen(): SolanaBlock | null
  /** HTTP requests sent so far. */
  requests(): number
}

/**
 * How old the newest slot of a node may be. Slots are 0.4 s apart; their clock is a median of its validators' and may be some
 * seconds off, and public nodes are some more behind.
 */
const MAX_LAG_SECONDS = 180
const MAX_LAG_SLOTS = MAX_LAG_SECONDS / 0.4
const MAX_AHEAD_SECONDS = 60

/**
 * Connects to Solana. This is the only module that imports `@solana/web3.js`, and it loads the package on the first call because it is
 * large.
 */
export async function connectSolana({
  nowMs,
  ...options
}: Omit<RpcOptions, 'isStale'> & { nowMs: number }): Promise<SolanaChain> {
  const { Connection, PublicKey } = await import('@solana/web3.js')
  let lastSeen: SolanaBlock | null = null
  const isStale = (result: unknown): boolean => {
    const block = readClock(result)
    if (block === null) return false
    lastSeen = block
    const age = nowMs / 1000 - block.time
    return age > MAX_LAG_SECONDS || age < -MAX_AHEAD_SECONDS
  }
  const rpc = createRpc({ ...options, isStale })
  let asked: Promise<SolanaBlock> | undefined
  const block = (): Promise<SolanaBlock> => {
    asked ??= read(() => getClock(rpc))
    return asked
  }
  /** The value that `ask` read. Throws when its slot is too far behind that of `block`. */
  const dated = <T>(ask: () => Promise<Dated<T>>): Promise<T> =>
    read(async () => {
      const [{ slot, value }, newest] = await Promise.all([ask(), block().catch(unlessStale)])
      if (newest === null || slot >= newest.slot - MAX_LAG_SLOTS) return value
      throw new RpcFailure('rpc-stale', 'The node is behind its chain.')
    })
  // `rpc.post` chooses the node, so this URL is never used.
  const connection = new Connection('http://none.invalid', {
    commitment: COMMITMENT,
    // On a 429 it would wait for up to 7.5 s.
    disableRetryOnRateLimit: true,
    httpAgent: false,
    fetch: (_, init) => rpc.post(String(init?.body)),
  })
  return {
    connection,
    tokenAccounts: (owner, program) => dated(() => getTokenAccounts(rpc, owner, program)),
    programAccounts: (program, filters, slice) =>
      dated(() => getProgramAccounts(rpc, program, filters, slice)),
    accounts: (addresses, slice) => dated(() => getAccounts(rpc, addresses, slice)),
    derivedAddress: (program, seeds) =>
      PublicKey.findProgramAddressSync([...seeds], new PublicKey(program))[0].toBase58(),
    isDerived: (address) => !PublicKey.isOnCurve(new PublicKey(address).toBytes()),
    block,
    lastSeen: () => lastSeen,
    requests: rpc.requests,
  }
}

/** Null when the clock could not be read; the scan then reports that the time is unknown. Rethrows `rpc-stale`. */
function unlessStale(error: unknown): null {
  if (error instanceof RpcFailure && error.kind === 'rpc-stale') throw error
  return null
}

async function read<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof RpcFailure) throw error
    throw new RpcFailure('rpc-error', 'The answer of the node does not match its schema.')
  }
}
