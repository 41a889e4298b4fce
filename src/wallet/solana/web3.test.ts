import { beforeAll, expect, test } from 'vitest'
import { invented } from '../../testing/wallet/solana/accounts.ts'
import { useSvm } from '../../testing/wallet/solana/svm-rpc.ts'
import { UPGRADEABLE_LOADER } from './program-ids.ts'
import { connectSolana } from './web3.ts'

const rpc = useSvm()
beforeAll(async () => {
  const data = Buffer.alloc(10_000, 1)
  rpc.plant({ address: invented(1), owner: UPGRADEABLE_LOADER, data, lamports: 5n })
})

const connect = () =>
  connectSolana({ nowMs: Date.now(), urls: [rpc.url], fetch, deadline: AbortSignal.timeout(5000) })

test('of an account as large as a program only the beginning is read', async () => {
  expect(await (await connect()).accounts([invented(1)])).toEqual([
    {
      address: invented(1),
      owner: UPGRADEABLE_LOADER,
      executable: false,
      lamports: 5n,
      data: Buffer.alloc(512, 1),
    },
  ])
})

test('more accounts than a node gives at once still travel in one request, in their order', async () => {
  const chain = await connect()
  const addresses = Array.from({ length: 250 }, (_, i) => invented(250 - i))
  const accounts = await chain.accounts(addresses)
  expect(accounts.map((account) => account?.address ?? null)).toEqual(
    addresses.map((address) => (address === invented(1) ? address : null)),
  )
  expect(chain.requests()).toBe(1)
})

test.each([
  ['no list', { value: null }],
  ['fewer accounts than asked for', { value: [] }],
  ['half a lamport', { value: [{ ...account(), lamports: 0.5 }] }],
  ['less than nothing', { value: [{ ...account(), lamports: -1 }] }],
  ['another encoding', { value: [{ ...account(), data: ['AA==', 'base58'] }] }],
  ['data that was parsed', { value: [{ ...account(), data: { parsed: {} } }] }],
])('an answer with %s is none', async (_, result) => {
  rpc.fault.result = result
  await expect((await connect()).accounts([invented(1)])).rejects.toMatchObject({
    name: 'RpcFailure',
    kind: 'rpc-error',
  })
})

function account() {
  return { data: ['AA==', 'base64'], owner: invented(2), executable: false, lamports: 1 }
}
