import type { Connection } from '@solana/web3.js'
import * as z from 'zod'
import { listOf } from '../list-of.ts'
import { RpcFailure } from './failure.ts'
import { STAKE_PROGRAM } from './programs.ts'
import { createRpc, type Rpc, type RpcOptions } from './rpc.ts'

/** An account as it stands on chain. */
export interface RawAccount {
  address: string
  /** The program that owns it. */
  owner: string
  executable: boolean
  lamports: bigint
  data: Uint8Array
}

/** What is asked of Solana, in one turn as one request but for stake accounts. Every method throws `RpcFailure`. */
export interface SolanaChain {
  /** For the name service's own package, which asks through it. */
  readonly connection: Connection
  /** The first 72 bytes of each of the owner's accounts under one token program: mint, owner, amount. */
  tokenAccounts(owner: string, program: string): Promise<Uint8Array[]>
  /**
   * Stake accounts that the owner may withdraw from. Many nodes refuse this search, or take seconds for it, so that it
   * goes in a request of its own.
   */
  stakeAccounts(owner: string): Promise<RawAccount[]>
  /** In the order asked for, with their first 512 bytes; null for an account that does not exist. */
  accounts(addresses: readonly string[]): Promise<(RawAccount | null)[]>
  /** HTTP requests sent so far. */
  requests(): number
}

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
export async function connectSolana(options: RpcOptions): Promise<SolanaChain> {
  const { Connection, PublicKey } = await import('@solana/web3.js')
  const rpc = createRpc(options)
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
    tokenAccounts: (owner, program) => read(() => tokenAccounts(rpc, owner, program)),
    stakeAccounts: (owner) =>
      read(async () => {
        const filters = [
          { dataSize: STAKE_ACCOUNT.bytes },
          { memcmp: { offset: STAKE_ACCOUNT.withdrawerAt, bytes: owner } },
        ]
        const list = await connection.getProgramAccounts(new PublicKey(STAKE_PROGRAM), { filters })
        return list.map(({ pubkey, account }) => {
          const { executable, data } = account
          const owner = account.owner.toBase58()
          const lamports = BigInt(account.lamports)
          return { address: pubkey.toBase58(), owner, executable, lamports, data }
        })
      }),
    accounts: (addresses) => read(() => accounts(rpc, addresses)),
    requests: rpc.requests,
  }
}

const accountAnswer = z.object({
  data: z.tuple([z.string(), z.literal('base64')]),
  owner: z.string(),
  executable: z.boolean(),
  lamports: z.number().nonnegative(),
})
const accountsAnswer = z.object({ value: listOf(accountAnswer.nullable(), MAX_ACCOUNTS) })

async function accounts(
  { ask }: Rpc,
  addresses: readonly string[],
): Promise<(RawAccount | null)[]> {
  const chunks = Array.from({ length: Math.ceil(addresses.length / MAX_ACCOUNTS) }, (_, i) =>
    addresses.slice(i * MAX_ACCOUNTS, (i + 1) * MAX_ACCOUNTS),
  )
  const config = { commitment: COMMITMENT, encoding: 'base64', dataSlice: BEGINNING }
  const lists = await Promise.all(
    chunks.map((chunk) => ask('getMultipleAccounts', [chunk, config])),
  )
  const found = lists.flatMap((list) => accountsAnswer.parse(list).value)
  if (found.length !== addresses.length) {
    throw new RpcFailure('rpc-error', 'The node left accounts out of its answer.')
  }
  return addresses.map((address, i) => {
    const account = found[i]
    if (!account) return null
    const { owner, executable } = account
    const lamports = BigInt(account.lamports)
    return { address, owner, executable, lamports, data: Buffer.from(account.data[0], 'base64') }
  })
}

const tokenAccountsAnswer = z.object({
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
): Promise<Uint8Array[]> {
  const config = { commitment: COMMITMENT, encoding: 'base64', dataSlice: MINT_OWNER_AMOUNT }
  const answer = await ask('getTokenAccountsByOwner', [owner, { programId }, config])
  const { value } = tokenAccountsAnswer.parse(answer)
  return value.map(({ account }) => Buffer.from(account.data[0], 'base64'))
}

async function read<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof RpcFailure) throw error
    throw new RpcFailure('rpc-error', 'The node answered with something that cannot be read.')
  }
}
