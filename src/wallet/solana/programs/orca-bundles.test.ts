import { afterAll, beforeEach, expect, test } from 'vitest'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { recordedRun } from '../../../testing/wallet/solana/recorded-run.ts'
import { type SvmRpc, startSvmRpc, TOKEN } from '../../../testing/wallet/solana/svm-rpc.ts'
import { encodeAddress } from '../base58.ts'
import { orca } from './orca.ts'
import { MAX_BUNDLED } from './orca-bundles.ts'

const { wallet: owner, accounts } = recordedRun('orca-bundle')
const BUNDLE_BYTES = 136
const POSITION_BYTES = 216
const bundles = accounts.filter(({ data }) => data.length === BUNDLE_BYTES)
const positions = accounts.filter(({ data }) => data.length === POSITION_BYTES)
const [bundle] = bundles
if (bundle === undefined) throw new Error('no bundle was recorded')
const NFT = encodeAddress(bundle.data.subarray(8, 40))

let rpc: SvmRpc
beforeEach(async () => {
  await rpc?.stop()
  rpc = await startSvmRpc()
  for (const account of accounts) rpc.plant(account)
})
afterAll(() => rpc.stop())

const scan = () => scanPrograms(rpc, [orca], owner)

test('each open position of a bundle is found by its own account, in six requests', async () => {
  const { findings, status, requests } = await scan()
  expect(status).toBe('ok')
  expect(requests).toBe(6)
  // The fourth was opened, but has neither liquidity nor fees.
  expect(positions).toHaveLength(4)
  const open = positions.filter(({ data }) => data.readBigUInt64LE(72) > 0n)
  expect(findings.map(({ ref }) => ref).sort()).toEqual(open.map(({ address }) => address).sort())
  expect(findings.map(({ inRange }) => inRange).sort()).toEqual([false, false, true])
})

test('a bundle that cannot be read is found without a value', async () => {
  rpc.plant({ ...bundle, data: Buffer.alloc(BUNDLE_BYTES) })
  expect((await scan()).findings).toMatchObject([
    { ref: NFT, legs: [{ token: NFT, amount: 1n, isUnread: true }] },
  ])
})

test('a position that the bundle names but is unreadable is found without a value', async () => {
  const [gone] = positions.filter(({ data }) => data.readBigUInt64LE(72) > 0n)
  if (gone === undefined) throw new Error('no position was recorded')
  rpc.plant({ ...gone, data: Buffer.alloc(POSITION_BYTES) })
  const { findings } = await scan()
  expect(findings).toHaveLength(3)
  expect(findings.filter(({ legs }) => legs.some(({ isUnread }) => isUnread))).toMatchObject([
    { ref: gone.address, legs: [{ token: NFT }] },
  ])
})

test('an empty bundle holds nothing, and one with more than are read is reported', async () => {
  const data = Buffer.from(bundle.data)
  data.fill(0, 40, 72)
  rpc.plant({ ...bundle, data })
  expect((await scan()).findings).toEqual([])
  data.fill(255, 40, 72)
  rpc.plant({ ...bundle, data })
  const { findings } = await scan()
  // One of those asked for is the empty one, and the mark is one more.
  expect(findings).toHaveLength(MAX_BUNDLED)
  expect(findings.at(-1)).toMatchObject({ protocol: 'orca', legs: [], isUnread: true })
})

test('the bundle of another owner is not found', async () => {
  const [nft] = accounts.filter(({ data: { length } }) => length === 165)
  if (nft === undefined) throw new Error('no NFT was recorded')
  rpc.plant({ ...nft, owner: TOKEN, data: tokenAccountData(NFT, invented(1), 1n) })
  expect((await scan()).findings).toEqual([])
})
