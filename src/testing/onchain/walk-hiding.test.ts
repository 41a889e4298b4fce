import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAnvilMissing } from '../wallet/evm/anvil.ts'
import { type HiddenWorld, readHiddenWorld } from './hidden-answers.ts'
import { replay } from './replay-reader.ts'

describe.skipIf(isAnvilMissing())('an answer that no node gives', () => {
  let world: HiddenWorld

  beforeAll(async () => {
    world = await readHiddenWorld()
  }, 240_000)

  afterAll(() => world?.rig.stop())

  test('all answers together give what the chain gave', async () => {
    expect(await world.read(replay(world.answers, new Set()))).toEqual(world.whole)
  })

  test('removes no path from a contract that does not say that some may be missing', async () => {
    const some = fc.subarray([...world.questions], { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(some, async (hidden) => {
        expect(await world.lostWithout(new Set(hidden))).toEqual([])
      }),
      { seed: 1, numRuns: 20 },
    )
  })
})
