import { beforeAll, expect, test } from 'vitest'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { askLens, placeFacts } from '../../../testing/wallet/evm/recorded-contracts.ts'
import { ALICE, BOB } from '../../../testing/wallet/evm/rig.ts'
import { at, says } from '../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { encodeCall } from '../viem.ts'
import { askOwned, readOwned } from './owned.ts'

const COLLECTION = at(101)
const NEXT_ID = 'function nextRequestId() view returns (uint32)'
const LAST = 20_006n

describeOnAnvil('the lens of owned NFTs', (rig) => {
  beforeAll(async () => {
    const of = (owner: string) => (id: bigint) => says(COLLECTION, 'ownerOf', [id], owner)
    await placeFacts(rig, [
      says(COLLECTION, NEXT_ID, [], LAST),
      ...[LAST, 15_007n, 15_006n, 7n, 6n].map(of(ALICE)),
      ...[20_005n, 8n].map(of(BOB)),
    ])
  }, 60_000)

  test('finds those among the newest 20,000, the newest first, and no burned one', async () => {
    const asked = askOwned(COLLECTION, encodeCall(NEXT_ID, []), ALICE)
    const replies = await Promise.all(asked.map((each) => askLens(rig, each)))
    expect(readOwned(replies)).toEqual([LAST, 15_007n, 15_006n, 7n])
  })

  test('does not take a collection that does not count for an empty one', async () => {
    const [asked] = askOwned(at(102), encodeCall(NEXT_ID, []), ALICE)
    if (!asked) throw new Error('one call')
    expect(await askLens(rig, asked)).toMatchObject({ ok: false })
  })
})
