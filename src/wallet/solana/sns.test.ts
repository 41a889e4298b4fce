import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { invented } from '../../testing/wallet/solana/accounts.ts'
import { useSvm } from '../../testing/wallet/solana/svm-rpc.ts'
import { decodeAddress } from './base58.ts'
import { resolveSol } from './sns.ts'
import { connectSolana, type SolanaChain } from './web3.ts'

const NAME_PROGRAM = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'
const SOL_ROOT = '58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx'
/** On the curve, as the key of a wallet is; most invented addresses are not. */
const WALLET = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'

const rpc = useSvm()
let chain: SolanaChain
let impatient: SolanaChain
beforeAll(async () => {
  const options = {
    urls: [rpc.url],
    fetch,
    deadline: AbortSignal.timeout(30_000),
    nowMs: Date.now(),
  }
  chain = await connectSolana(options)
  impatient = await connectSolana({ ...options, timeoutMs: 200 })
  registerName('alice', WALLET)
  registerName('escrow', ownedByProgram())
})

/** A record of the name service: parent, owner, class. */
function registerName(name: string, owner: string): void {
  const sdk = createRequire(import.meta.url)('@bonfida/spl-name-service')
  const { pubkey } = z
    .object({ pubkey: z.custom<{ toBase58(): string }>() })
    .parse(sdk.getDomainKeySync(name))
  const data = Buffer.alloc(96)
  data.set(decodeAddress(SOL_ROOT) ?? [], 0)
  data.set(decodeAddress(owner) ?? [], 32)
  rpc.plant({ address: pubkey.toBase58(), owner: NAME_PROGRAM, data })
}

/** An address that no key can sign for. */
function ownedByProgram(): string {
  const web3 = createRequire(import.meta.url)('@solana/web3.js')
  for (let i = 0; ; i++) {
    if (!web3.PublicKey.isOnCurve(decodeAddress(invented(i)))) return invented(i)
  }
}

test('a name leads to its owner, in whatever case it is written, with one question, beside that for the time', async () => {
  const found = { status: 'resolved', owner: WALLET }
  expect(await resolveSol('alice.sol', chain)).toEqual(found)
  expect(await resolveSol('ALICE.sol', chain)).toEqual(found)
  expect(Object.fromEntries(rpc.calls)).toEqual({ getMultipleAccounts: 3 })
})

test('a name that is not registered, or that a program owns, leads nowhere', async () => {
  expect(await resolveSol('nobody.sol', chain)).toMatchObject({ status: 'not-found' })
  expect(await resolveSol('escrow.sol', chain)).toMatchObject({ status: 'not-found' })
})

test('a name that could be mistaken for another one is not looked up', async () => {
  rpc.calls.clear()
  expect(await resolveSol('аlice.sol', chain)).toMatchObject({ status: 'invalid' })
  expect(rpc.calls.size).toBe(0)
})

test.each([
  ['hang', { hang: true }],
  ['-32005', { rpcError: { code: -32005, message: 'behind' } }],
  ['-32602', { rpcError: { code: -32602, message: 'no' } }],
])(
  'a node with the fault %s makes it fail, and is not taken for a name that is not there',
  async (_, fault) => {
    Object.assign(rpc.fault, fault)
    expect(await resolveSol('alice.sol', impatient)).toMatchObject({ status: 'failed' })
    expect(await resolveSol('nobody.sol', impatient)).toMatchObject({ status: 'failed' })
  },
)
