import { afterAll, beforeAll, describe } from 'vitest'
import { isAnvilMissing } from './anvil.ts'
import { type Rig, startRig } from './rig.ts'

type RigOptions = Parameters<typeof startRig>[0]

/**
 * Tests on a chain of their own, which stands from before their first hook to the end. Skipped on a machine without anvil. What
 * `startRig` is to know comes before the tests.
 */
export function describeOnAnvil(
  name: string,
  ...rest: [tests: (rig: Rig) => void] | [options: RigOptions, tests: (rig: Rig) => void]
): void {
  const [options, tests] = rest.length === 1 ? [undefined, rest[0]] : rest
  describe.skipIf(isAnvilMissing())(name, () => {
    const rig = {} as Rig
    beforeAll(async () => {
      Object.assign(rig, await startRig(options))
    })
    afterAll(() => rig.stop?.())
    tests(rig)
  })
}
