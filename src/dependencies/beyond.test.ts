import { expect, test } from 'vitest'
import { freeAfter, roomLoss } from './beyond.ts'
import { aLentAsset } from './fixtures/lent-asset.ts'

const lossOf = (losses: Record<string, number>) => (token: string) => losses[token] ?? 0
const fails = lossOf({ rseth: 1 })
const ETH = aLentAsset('eth', { freeUsd: 300 })

test('new collateral costs at most the room under its cap, and at most what is free', () => {
  const room = (roomUsd: number | null) =>
    roomLoss({ lent: [aLentAsset('rseth', { roomUsd }), ETH], heldUsd: 1_000 }, fails)
  expect([0, 200, 900, null].map(room)).toEqual([0, 200, 300, 300])
})

test('the room of another chain is another', () => {
  const far = { ...ETH, chain: 'Base' }
  const lent = [aLentAsset('rseth', { roomUsd: 900, freeUsd: 0 }), far]
  expect(roomLoss({ lent, heldUsd: 1_000 }, fails)).toBe(0)
})

test('what fails in part costs that part of it, and what is free of it is worth the rest', () => {
  const lent = [aLentAsset('rseth', { roomUsd: 200, freeUsd: 50 }), ETH]
  expect(roomLoss({ lent, heldUsd: 1_000 }, lossOf({ rseth: 0.25 }))).toBe(50)
  expect(freeAfter({ lent, heldUsd: 1_000 }, lossOf({ rseth: 0.25 }))).toBe(337.5)
})

test('what was not read of what is free may be all that is held', () => {
  const lent = [aLentAsset('rseth', { roomUsd: null }), { ...ETH, freeUsd: null }]
  expect(roomLoss({ lent, heldUsd: 1_000 }, fails)).toBe(1_000)
  expect(roomLoss({ lent, heldUsd: null }, fails)).toBeNull()
})

test('nothing is said of a lender whose markets were not read', () => {
  expect(roomLoss({ lent: null, heldUsd: 1_000 }, fails)).toBeNull()
  expect(freeAfter({ lent: null, heldUsd: 1_000 }, fails)).toBeNull()
})
