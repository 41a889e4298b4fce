import { expect, test } from 'vitest'
import { aaveV4Entry } from '../../wallet/evm/drivers/aave-v4.ts'
import type { Fact } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { aaveV4Markets } from './aave-v4.ts'
import { silentlyHidden } from './fixtures/readers.ts'
import { readRecording, readScene } from './fixtures/recorded-code.ts'

const { entry, scene } = readRecording('aave-v4')
const first = aaveV4Entry.parse(entry)
/** The other spoke of its hub is the contract that its scene asks first. */
const other = { ...first, spoke: scene('the other spoke').calls[0]?.to ?? first.spoke }
const read = (name: string, spoke = first) => readScene(scene(name), aaveV4Markets(spoke))

test.each([
  ['supplied', 1_000_000_000n, 0n],
  ['lent', 300_000_000n, 700_000_000n],
])('%s: the only supplier can withdraw %d and no more', async (name, available, borrowed) => {
  const { said } = scene(name)
  const [usdc] = await read(name)
  expect(usdc).toMatchObject({ supplied: 1_000_000_000n, available, borrowed, gap: null })
  expect([said.takesAll, said.takesMore, BigInt(String(said.inHub))]).toEqual([
    ...[true, false],
    available,
  ])
})

test('interest and fees that no one accrued yet are part of what was supplied', async () => {
  const [usdc] = await read('half a year without an accrual')
  expect(usdc?.supplied).toBeGreaterThan(1_010_000_000n)
  // A part of what the hub has is of its fees.
  expect(usdc?.available).toBeLessThan(300_000_000n)
  expect(usdc?.available).toBeGreaterThan(299_900_000n)
})

test('two spokes of one hub have no more between them than it holds', async () => {
  const { said } = scene('beside another spoke')
  const [here] = await read('beside another spoke')
  const [there] = await read('the other spoke', other)
  const both = (here?.available ?? 0n) + (there?.available ?? 0n)
  expect(BigInt(String(said.inHub)) - both).toBeGreaterThanOrEqual(0n)
  expect(BigInt(String(said.inHub)) - both).toBeLessThan(100_000n)
})

test('thresholds, caps, prices and feeds are those of the spoke', async () => {
  const [usdc, weth] = await read('lent')
  expect(usdc).toMatchObject({
    ...{ asset: 'USDC', liquidationThreshold: 0, supplyCap: 5_000_000_000n },
    price: { value: 1, unit: 'usd' },
  })
  expect(weth).toMatchObject({
    ...{ asset: 'WETH', liquidationThreshold: 0.8, supplyCap: null },
    price: { value: 2000, unit: 'usd' },
  })
  expect(scene('lent').said.factor).toBe(`${8n * 10n ** 17n}`)
  expect([usdc?.priceFeed, weth?.priceFeed]).toEqual(Array(2).fill(expect.stringMatching(/^0x/)))
})

test.each([
  ['paused', true, false],
  ['frozen', false, true],
  ['halted by its hub', true, true],
])('%s: paused %s and frozen %s, as withdrawals go on', async (name, paused, frozen) => {
  const [usdc] = await read(name)
  expect(usdc).toMatchObject({ paused, frozen })
  expect(scene(name).said.takesAll).toBe(!paused)
})

test('it hides nothing in silence that a score reads', async () => {
  const facts = scene('lent').calls.map(
    ({ to, data, answer }): Fact => ({
      ...{ to, data },
      reply: answer === null ? { ok: false } : { ok: true, data: answer },
    }),
  )
  expect(await silentlyHidden(() => aaveV4Markets(first), facts)).toEqual([])
})
