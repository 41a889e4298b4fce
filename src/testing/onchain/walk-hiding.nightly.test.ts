import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../runs.ts'
import { isAnvilMissing } from '../wallet/evm/anvil.ts'
import { type HiddenWorld, readHiddenWorld } from './hidden-answers.ts'

const TIMEOUT_MS = 900_000

describe.skipIf(isAnvilMissing())('every answer, hidden in turn', () => {
  let world: HiddenWorld

  beforeAll(async () => {
    world = await readHiddenWorld()
  }, 240_000)

  afterAll(() => world?.rig.stop())

  test(
    'removes no path from a contract that does not say that some may be missing',
    async () => {
      for (const question of world.questions) {
        expect(await world.lostWithout(new Set([question])), question).toEqual([])
      }
    },
    TIMEOUT_MS,
  )

  test(
    'nor do many that are hidden at once',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.subarray([...world.questions], { minLength: 2 }), async (hidden) => {
          expect(await world.lostWithout(new Set(hidden))).toEqual([])
        }),
        { seed: 1, ...runs(300) },
      )
    },
    TIMEOUT_MS,
  )
})
