import { beforeAll, expect, test } from 'vitest'
import { Unreadable } from '../../chains/unreadable.ts'
import { invented, tokenAccountData } from '../../testing/wallet/solana/accounts.ts'
import { TOKEN, TOKEN_2022, useSvm } from '../../testing/wallet/solana/svm-rpc.ts'
import { tokenList } from '../../testing/wallet/solana/token-list.ts'
import { findingOf } from '../model/finding.ts'
import { SOL } from './program-ids.ts'
import type { PositionReader } from './program-reader.ts'
import { scanSolana } from './scan.ts'
import { connectSolana } from './web3.ts'

const owner = invented(1)
const PROGRAM = invented(2)
const [mint, mint2022] = [invented(3), invented(4)]

/** A program whose accounts hold their owner's key at byte 8 and an amount at byte 40. */
const reader: PositionReader = {
  protocols: ['invented-lending'],
  async read({ programAccounts, owner }) {
    const filters = [{ dataSize: 48 }, { memcmp: { offset: 8, bytes: owner } }]
    const accounts = await programAccounts(PROGRAM, filters, { offset: 40, length: 8 })
    return accounts.map(({ address, data }) =>
      findingOf({
        protocol: 'invented-lending',
        product: 'lending',
        market: 'main',
        ref: address,
        legs: [
          {
            role: 'supply',
            token: SOL.mint,
            symbol: SOL.symbol,
            decimals: SOL.decimals,
            amount: Buffer.from(data).readBigUInt64LE(),
          },
        ],
      }),
    )
  },
}

const rpc = useSvm()
beforeAll(async () => {
  const data = Buffer.alloc(48)
  const key = tokenAccountData(owner, owner, 0n).subarray(0, 32)
  data.set(key, 8)
  data.writeBigUInt64LE(77n, 40)
  rpc.plant({ address: invented(10), owner: PROGRAM, data })
  rpc.plant({ address: invented(11), owner: PROGRAM, data: Buffer.alloc(48) })
  rpc.plant({ address: invented(12), owner: PROGRAM, data: Buffer.concat([data, data]) })
  rpc.plant({ address: invented(13), owner: TOKEN, data: tokenAccountData(mint, owner, 1n) })
  const extended = Buffer.concat([tokenAccountData(mint2022, owner, 5n), Buffer.from([2])])
  rpc.plant({ address: invented(14), owner: TOKEN_2022, data: extended })
})

async function connect() {
  const deadline = AbortSignal.timeout(4500)
  return await connectSolana({ nowMs: Date.now(), urls: [rpc.url], fetch, deadline })
}

async function scan(programs: readonly PositionReader[]) {
  const chain = await connect()
  const signal = AbortSignal.timeout(4500)
  return await scanSolana(owner, { chain, tokenList, providers: [], programs, signal })
}

test('the accounts that a program keeps for an owner are findings of the scan', async () => {
  const { findings, status, protocols } = await scan([reader])
  expect(status).toBe('ok')
  expect(findings.map(({ protocol, ref, legs }) => [protocol, ref, legs[0]?.amount])).toEqual([
    ['invented-lending', invented(10), 77n],
  ])
  expect(protocols).toContainEqual({ id: 'invented-lending', status: 'ok' })
})

test.each([
  ['a layout that is not the published one', new Unreadable('changed'), 'contract'],
  ['any other error', new TypeError('a fault'), 'rpc'],
] as const)('%s fails that program and no other', async (_, error, reason) => {
  const bad: PositionReader = { protocols: ['bad'], read: () => Promise.reject(error) }
  const { findings, status, protocols } = await scan([bad, reader])
  expect(status).toBe('partial')
  expect(findings).toHaveLength(1)
  expect(protocols).toContainEqual({ id: 'bad', status: 'failed', reason })
  expect(protocols).toContainEqual({ id: 'invented-lending', status: 'ok' })
})

test('a node that refuses searches fails the programs that need one, not the wallet', async () => {
  rpc.fault.rpcError = { code: -32010, message: 'excluded from account secondary indexes' }
  rpc.fault.methods = ['getProgramAccounts']
  const { status, protocols } = await scan([reader])
  expect(status).toBe('partial')
  expect(protocols).toContainEqual({ id: 'invented-lending', status: 'failed', reason: 'rpc' })
  expect(protocols).toContainEqual({ id: 'jupiter-lend', status: 'ok' })
})

test('a reader sees the tokens of both token programs, those of no list too', async () => {
  const seen: ReadonlyMap<string, bigint>[] = []
  const curious: PositionReader = {
    protocols: ['curious'],
    async read({ tokens }) {
      seen.push(await tokens())
      return []
    },
  }
  await scan([curious])
  const both = [
    [mint, 1n],
    [mint2022, 5n],
  ] as const
  expect(seen).toEqual([new Map(both)])
  await scan([curious, curious])
  expect(seen[2]).toBe(seen[1])
  rpc.fault.methods = ['getTokenAccountsByOwner']
  rpc.fault.rpcError = { code: -32000, message: 'no' }
  expect((await scan([curious])).protocols).toContainEqual({
    id: 'curious',
    status: 'failed',
    reason: 'rpc',
  })
})

test('an address is derived from seeds as the programs do it', async () => {
  const { derivedAddress } = await connect()
  // The receipt token of USDC at Jupiter Lend, whose seeds its documentation gives.
  const usdc = tokenAccountData('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', owner, 0n)
  const seeds = [Buffer.from('f_token_mint'), usdc.subarray(0, 32)]
  expect(derivedAddress('jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9', seeds)).toBe(
    '9BEcn9aPEmhSPbPQeFGjidRiEKki46fVQDyPpSQXPA2D',
  )
})
