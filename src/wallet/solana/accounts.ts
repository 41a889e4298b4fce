import * as z from 'zod'
import { listOf } from '../nodes/list-of.ts'
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
const MINT_OWNER_AMOUNT = { offset: 0, length: 72 }
/** More bytes than any reader uses; the code of a program has megabytes. */
const BEGINNING = { offset: 0, length: 512 }

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

/** The accounts in the order asked for, with their first 512 bytes, at the oldest slot of all answers. Throws `RpcFailure` or `ZodError`. */
export async function getAccounts(
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
