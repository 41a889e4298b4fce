import type { Connection } from '@solana/web3.js'
import * as z from 'zod'
import { listOf } from '../nodes/list-of.ts'
import { RpcFailure } from './failure.ts'
import { STAKE_PROGRAM } from './programs.ts'
import { createRpc, type Rpc } from './rpc.ts'
import type { RpcOptions } from './rpc-nodes.ts'

/** An account as stored on chain. */
export interface RawAccount {
  address: string
  /** The program that owns it. */
  owner: string
  executable: boolean
  lamports: bigint
  data: Uint8Array
}

/** A slot, and seconds since 1970 by the clock of the chain. */
export interface SolanaBlock {
  slot: number
  time: number
}

/** Reads of Solana. Those made in the same tick share a request, except `stakeAccounts`. Every method throws `RpcFailure`. */
export interface SolanaChain {
  /** For the name service's own package, which sends its requests through it. */
  readonly connection: Connection
  /** The first 72 bytes of each of the owner's accounts under one token program: mint, owner, amount. */
  tokenAccounts(owner: string, program: string): Promise<Uint8Array[]>
  /**
   * Stake accounts that the owner may withdraw from. Sent in a separate request, because many nodes refuse this search or take
   * seconds for it.
   */
  stakeAccounts(owner: string): Promise<RawAccount[]>
  /** In the order asked for, with their first 512 bytes; null for an account that does not exist. */
  accounts(addresses: readonly string[]): Promise<(RawAccount | null)[]>
  /** The newest slot of a node that is not behind. Read once. */
  block(): Promise<SolanaBlock>
  /** The newest slot in the last answer with a clock, even of a node that is behind. */
  lastSeen(): SolanaBlock | null
  /** HTTP requests sent so far. */
  requests(): number
}

/** The account in which Solana keeps its clock: slot, three numbers of its epochs, and the time (sysvar `Clock`). */
const CLOCK = 'SysvarC1ock11111111111111111111111111111111'
const CLOCK_OWNER = 'Sysvar1111111111111111111111111111111111111'
const CLOCK_BYTES = 40
/**
 * How old the newest slot of a node may be. Slots are 0.4 s apart; their clock is a median of its validators' and may be some
 * seconds off, and public nodes are some more behind.
 */
const MAX_LAG_SECONDS = 180
const MAX_LAG_SLOTS = MAX_LAG_SECONDS / 0.4
const MAX_AHEAD_SECONDS = 60

const COMMITMENT = 'confirmed'
/** Nodes give at most so many accounts at once. */
const MAX_ACCOUNTS = 100
/** Size of a stake account, and where the withdrawer stands in it: stake program, `StakeStateV2`. */
const STAKE_ACCOUNT = { bytes: 200, withdrawerAt: 44 }
const MINT_OWNER_AMOUNT = { offset: 0, length: 72 }
/** More than is read of any; the code of a program has megabytes. */
const BEGINNING = { offset: 0, length: 512 }

/**
 * Reads Solana through `@solana/web3.js`, which this is the only module to import, and which is loaded here and not before:
 * it is large.
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
    asked ??= read(() => askClock(rpc))
    return asked
  }
  /** What was read, unless it is of a slot long before that of a node that is not behind. */
  const dated = <T>(ask: () => Promise<Dated<T>>): Promise<T> =>
    read(async () => {
      const [{ slot, value }, newest] = await Promise.all([ask(), block().catch(unlessStale)])
      if (newest === null || slot >= newest.slot - MAX_LAG_SLOTS) return value
      throw new RpcFailure('rpc-stale', 'The node is behind its chain.')
    })
  // Which node it asks is not its business.
  const connection = new Connection('http://none.invalid', {
    commitment: COMMITMENT,
    // Its own answer to a 429 is to wait for up to 7.5 s.
    disableRetryOnRateLimit: true,
    httpAgent: false,
    fetch: (_, init) => rpc.post(String(init?.body)),
  })
  return {
    connection,
    tokenAccounts: (owner, program) => dated(() => tokenAccounts(rpc, owner, program)),
    stakeAccounts: (owner) =>
      dated(async () => {
        const filters = [
          { dataSize: STAKE_ACCOUNT.bytes },
          { memcmp: { offset: STAKE_ACCOUNT.withdrawerAt, bytes: owner } },
        ]
        const config = { filters, withContext: true } as const
        const { context, value } = await connection.getProgramAccounts(
          new PublicKey(STAKE_PROGRAM),
          config,
        )
        const accounts = value.map(({ pubkey, account }) => {
          const { executable, data } = account
          const owner = account.owner.toBase58()
          const lamports = BigInt(account.lamports)
          return { address: pubkey.toBase58(), owner, executable, lamports, data }
        })
        return { slot: context.slot, value: accounts }
      }),
    accounts: (addresses) => dated(() => accounts(rpc, addresses)),
    block,
    lastSeen: () => lastSeen,
    requests: rpc.requests,
  }
}

/** What a node said, and of which slot. */
interface Dated<T> {
  slot: number
  value: T
}

/** Null where no clock could be read: what was told is of an unknown day, which the scan tells. */
function unlessStale(error: unknown): null {
  if (error instanceof RpcFailure && error.kind === 'rpc-stale') throw error
  return null
}

async function askClock({ ask }: Rpc): Promise<SolanaBlock> {
  const config = { commitment: COMMITMENT, encoding: 'base64' }
  const block = readClock(await ask('getMultipleAccounts', [[CLOCK], config]))
  if (block === null) throw new RpcFailure('rpc-error', 'The node does not tell the time.')
  return block
}

/** The clock in an answer; null for any other answer. */
function readClock(result: unknown): SolanaBlock | null {
  const parsed = accountsAnswer.safeParse(result)
  const [account, ...others] = parsed.data?.value ?? []
  if (!account || others.length > 0 || account.owner !== CLOCK_OWNER) return null
  const data = Buffer.from(account.data[0], 'base64')
  if (data.byteLength !== CLOCK_BYTES) return null
  const [slot, time] = [Number(data.readBigUInt64LE(0)), Number(data.readBigInt64LE(32))]
  const isSound = Number.isSafeInteger(slot) && time > 0 && time < 2 ** 33
  return isSound ? { slot, time } : null
}

const accountAnswer = z.object({
  data: z.tuple([z.string(), z.literal('base64')]),
  owner: z.string(),
  executable: z.boolean(),
  lamports: z.number().nonnegative(),
})
const context = z.object({ slot: z.int().min(0) })
const accountsAnswer = z.object({ context, value: listOf(accountAnswer.nullable(), MAX_ACCOUNTS) })

async function accounts(
  { ask }: Rpc,
  addresses: readonly string[],
): Promise<Dated<(RawAccount | null)[]>> {
  const chunks = Array.from({ length: Math.ceil(addresses.length / MAX_ACCOUNTS) }, (_, i) =>
    addresses.slice(i * MAX_ACCOUNTS, (i + 1) * MAX_ACCOUNTS),
  )
  const config = { commitment: COMMITMENT, encoding: 'base64', dataSlice: BEGINNING }
  const lists = await Promise.all(
    chunks.map((chunk) => ask('getMultipleAccounts', [chunk, config])),
  )
  const answers = lists.map((list) => accountsAnswer.parse(list))
  const found = answers.flatMap(({ value }) => value)
  const slot = Math.min(...answers.map((answer) => answer.context.slot))
  if (found.length !== addresses.length) {
    throw new RpcFailure('rpc-error', 'The node left accounts out of its answer.')
  }
  const value = addresses.map((address, i) => {
    const account = found[i]
    if (!account) return null
    const { owner, executable } = account
    const lamports = BigInt(account.lamports)
    return { address, owner, executable, lamports, data: Buffer.from(account.data[0], 'base64') }
  })
  return { slot, value }
}

const tokenAccountsAnswer = z.object({
  context,
  value: listOf(
    z.object({ account: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) }),
  ),
})

/**
 * Asks without `Connection`, whose own reading of 10,000 accounts holds the processor for about a second, where this
 * takes some hundredths: it makes two public keys of every account.
 */
async function tokenAccounts(
  { ask }: Rpc,
  owner: string,
  programId: string,
): Promise<Dated<Uint8Array[]>> {
  const config = { commitment: COMMITMENT, encoding: 'base64', dataSlice: MINT_OWNER_AMOUNT }
  const answer = await ask('getTokenAccountsByOwner', [owner, { programId }, config])
  const parsed = tokenAccountsAnswer.parse(answer)
  const value = parsed.value.map(({ account }) => Buffer.from(account.data[0], 'base64'))
  return { slot: parsed.context.slot, value }
}

async function read<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof RpcFailure) throw error
    throw new RpcFailure('rpc-error', 'The node answered with something that cannot be read.')
  }
}
