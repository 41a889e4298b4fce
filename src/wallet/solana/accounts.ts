import * as z from 'zod'
import { listOf } from '../../chains/nodes/list-of.ts'
import { isSolanaAddress } from './base58.ts'
import { RpcFailure } from './failure.ts'
import type { Rpc } from './rpc.ts'

/** An account as stored on chain. */
export interface RawAccount {
  address: string
  /** The program that owns it. */
  owner: string
  executable: boolean
  lamports: bigint
  data: Uint8Array
}

/** A value and the slot at which a node read it. */
export interface Dated<T> {
  slot: number
  value: T
}

export const COMMITMENT = 'confirmed'
/** The most accounts that a node returns in one answer. */
const MAX_ACCOUNTS = 100
/** More accounts than one owner has in one program. */
const MAX_FOUND = 1000
const MINT_OWNER_AMOUNT = { offset: 0, length: 72 }

/** A part of the bytes of an account. */
export interface Slice {
  offset: number
  length: number
}
/** Enough for most readers; the code of a program has megabytes. */
const BEGINNING: Slice = { offset: 0, length: 512 }

/** What accounts of a program a node searches for: those of a size, and those with bytes, in base58, at an offset. */
export type AccountFilter = { dataSize: number } | { memcmp: { offset: number; bytes: string } }

const accountAnswer = z.object({
  data: z.tuple([z.string(), z.literal('base64')]),
  owner: z.string(),
  executable: z.boolean(),
  lamports: z.number().nonnegative(),
})
const context = z.object({ slot: z.int().min(0) })
/** The result of `getMultipleAccounts`. */
export const accountsAnswer = z.object({
  context,
  value: listOf(accountAnswer.nullable(), MAX_ACCOUNTS),
})

/** The accounts in the order asked for, at the oldest slot of all answers. Throws `RpcFailure` or `ZodError`. */
export async function getAccounts(
  { ask }: Rpc,
  addresses: readonly string[],
  dataSlice: Slice = BEGINNING,
): Promise<Dated<(RawAccount | null)[]>> {
  const chunks = Array.from({ length: Math.ceil(addresses.length / MAX_ACCOUNTS) }, (_, i) =>
    addresses.slice(i * MAX_ACCOUNTS, (i + 1) * MAX_ACCOUNTS),
  )
  const config = { commitment: COMMITMENT, encoding: 'base64', dataSlice }
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
    return account ? rawAccount(address, account) : null
  })
  return { slot, value }
}

const programAccountsAnswer = z.object({
  context,
  value: listOf(
    z.object({ pubkey: z.string().refine(isSolanaAddress), account: accountAnswer }),
    MAX_FOUND,
  ),
})

/**
 * The accounts of a program that pass all filters, in a request of their own, because many nodes refuse such a search or take seconds
 * for it. Throws `RpcFailure` or `ZodError`, also when more than 1,000 are found.
 */
export async function getProgramAccounts(
  { askSeparately }: Rpc,
  program: string,
  filters: readonly AccountFilter[],
  dataSlice?: Slice,
): Promise<Dated<RawAccount[]>> {
  const config = { commitment: COMMITMENT, encoding: 'base64', filters, withContext: true }
  const answer = await askSeparately('getProgramAccounts', [
    program,
    dataSlice ? { ...config, dataSlice } : config,
  ])
  const { context, value } = programAccountsAnswer.parse(answer)
  return {
    slot: context.slot,
    value: value.map(({ pubkey, account }) => rawAccount(pubkey, account)),
  }
}

function rawAccount(address: string, account: z.infer<typeof accountAnswer>): RawAccount {
  const { owner, executable } = account
  const data = Buffer.from(account.data[0], 'base64')
  return { address, owner, executable, lamports: BigInt(account.lamports), data }
}

const tokenAccountsAnswer = z.object({
  context,
  value: listOf(
    z.object({ account: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) }),
  ),
})

/**
 * The first 72 bytes of each token account of an owner. Throws `RpcFailure` or `ZodError`. Does not use `Connection`, which takes about
 * a second of CPU time to parse 10,000 accounts, because it creates two public keys for each; this takes a few hundredths of that.
 */
export async function getTokenAccounts(
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
