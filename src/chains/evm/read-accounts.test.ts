import { describe, expect, test } from 'vitest'
import { type FakeChain, type FakeRequest, fakeNode } from '../../testing/wallet/evm/fake-chain.ts'
import { amounts, balanceCall, balanceIn, balanceReader } from '../../testing/wallet/evm/readers.ts'
import { type AccountReader, readChain } from '../../wallet/evm/read-chain.ts'
import type { Address } from '../address.ts'

const OWNER: Address = `0x${'a'.repeat(40)}`
const TOKEN: Address = `0x${'1'.repeat(40)}`
const REGISTRY: Address = `0x${'2'.repeat(40)}`
const account = (number: number): Address => `0x${number.toString(16).padStart(40, '0')}`

/** A token of which every account has its own number, and the owner 1,000. */
const CHAIN: FakeChain = {
  chainId: 1,
  blockNumber: 500n,
  reply: ({ data }) => {
    const holder: Address = `0x${data.slice(-40)}`
    const value = holder === OWNER ? 1000n : BigInt(holder)
    return { ok: true, data: `0x${value.toString(16).padStart(64, '0')}` }
  },
}

/** Names these accounts after one question. */
function names(id: string, accounts: Address[], unnamed = 0): AccountReader {
  return {
    id,
    read: function* (owner) {
      const [reply] = yield [balanceCall(REGISTRY, owner)]
      balanceIn(reply)
      return { accounts, unnamed }
    },
  }
}

const read = (
  registries: AccountReader[],
  fails?: (request: FakeRequest) => Response | null,
  rounds = 1,
) => {
  const node = fakeNode(CHAIN, fails)
  return readChain(OWNER, {
    chain: { chainId: 1, maxLagSeconds: 300 },
    urls: ['http://node'],
    readers: [balanceReader('t', TOKEN, { rounds })],
    registries,
    deadline: new AbortController().signal,
    fetch: node.fetch,
    now: () => 0,
  }).then((reading) => ({ ...reading, asked: node.requests }))
}

describe('readChain, of smart accounts', () => {
  test('reads each from the round after the one that named it, at the same block', async () => {
    const reading = await read([names('r', [account(7), account(8)])], undefined, 3)
    expect(amounts(reading.findings)).toEqual({ t: [1000n, 7n, 8n] })
    expect(reading.findings.get('t')?.map((each) => each.account)).toEqual([
      undefined,
      account(7),
      account(8),
    ])
    expect(reading).toMatchObject({ status: 'ok', rounds: 4, requests: 4 })
    expect(reading.asked.map(({ block }) => block)).toEqual(['latest', '0x1f4', '0x1f4', '0x1f4'])
  })

  test('does not read the owner, or one account twice', async () => {
    const reading = await read([names('r', [OWNER, account(7)]), names('s', [account(7)])])
    expect(amounts(reading.findings)).toEqual({ t: [1000n, 7n] })
    expect(reading.protocols).toMatchObject([{ status: 'ok' }, { status: 'ok' }, { status: 'ok' }])
  })

  test('reads five of seven, and says of the registry that it was not read in full', async () => {
    const all = Array.from({ length: 7 }, (_, at) => account(at + 1))
    const reading = await read([names('r', all)])
    expect(amounts(reading.findings)).toEqual({ t: [1000n, 1n, 2n, 3n, 4n, 5n] })
    expect(reading.protocols).toEqual([
      { id: 't', status: 'ok' },
      {
        id: 'r',
        status: 'failed',
        reason: 'contract',
        detail: '2 more smart accounts were not read',
      },
    ])
    expect(reading.status).toBe('partial')
  })

  test('says so of accounts that the registry only counted', async () => {
    const reading = await read([names('r', [account(7)], 1)])
    expect(reading.protocols[1]).toMatchObject({ id: 'r', status: 'failed', reason: 'contract' })
    expect(amounts(reading.findings)).toEqual({ t: [1000n, 7n] })
  })

  test('an account that no node answers for fails its reader and its registry, and keeps what was found', async () => {
    const broken = (request: FakeRequest) =>
      request.block === 'latest' ? null : new Response('', { status: 503 })
    const reading = await read([names('r', [account(7)]), names('s', [])], broken)
    expect(amounts(reading.findings)).toEqual({ t: [1000n] })
    expect(reading.protocols).toMatchObject([
      { id: 't', status: 'failed', reason: 'rpc' },
      { id: 'r', status: 'failed', reason: 'rpc' },
      { id: 's', status: 'ok' },
    ])
    expect(reading.status).toBe('partial')
  })
})
