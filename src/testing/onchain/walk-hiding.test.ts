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

  test('about a Safe with a module, or a timelock with an admin, leaves a lower bound', async () => {
    const { withModule, timelockAdmin, moduleKey } = world.powers
    const asked = world.questions.filter((question) => {
      const [, to = question, data = ''] = question.split(' ')
      // Roles are asked for by the hundred, and each is a lower bound anyway.
      const isGetter = data.length <= 10
      return (
        [withModule, moduleKey].some((each) => each === to) || (to === timelockAdmin && isGetter)
      )
    })
    expect(asked.length).toBeGreaterThan(5)
    for (const question of asked) {
      expect(await world.lostWithout(new Set([question])), question).toEqual([])
    }
  })

  test('removes no path from a contract that does not say that some may be missing', async () => {
    const some = fc.subarray([...world.questions], { minLength: 1, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(some, async (hidden) => {
        expect(await world.lostWithout(new Set(hidden))).toEqual([])
      }),
      { seed: 1, numRuns: 20 },
    )
  })
})
