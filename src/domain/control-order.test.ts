import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { METHODOLOGY } from '../score/methodology.ts'
import { pathPoints } from '../score/signals/path-points.ts'
import { byWeakness, weakness } from './control-order.ts'
import { anyPath, aPath, NOBODY } from './fixtures/control.ts'

const WEEK = 604_800

describe('the weakness of a path', () => {
  test('is that of the reference cases', () => {
    expect(weakness(NOBODY)).toBe(0)
    expect(weakness(aPath({ actor: 'anyone' }))).toBe(9.5)
    expect(weakness(aPath({ actor: 'eoa' }))).toBe(9.5)
    expect(weakness(aPath({ threshold: 1, signers: 14 }))).toBe(9.5)
    expect(weakness(aPath({ threshold: 6, signers: 9, delaySeconds: WEEK }))).toBeCloseTo(3)
    expect(weakness(aPath({ actor: 'governor', delaySeconds: 86_400 }))).toBeCloseTo(4.25)
  })

  test('of somebody who cannot be seen is that of one key', () => {
    const key = weakness(aPath({ actor: 'eoa' }))
    for (const actor of ['unidentified', 'timelock'] as const) {
      expect(weakness(aPath({ actor }))).toBe(key)
    }
  })

  test('is what the score counts, where leaving takes no time', () => {
    const { control } = METHODOLOGY.parameters
    fc.assert(
      fc.property(anyPath, fc.nat(12), fc.nat(5_000_000), (path, others, delaySeconds) => {
        const signers = path.threshold === null ? null : path.threshold + others
        for (const each of [
          { ...path, signers },
          { ...path, signers, delaySeconds },
        ]) {
          expect(weakness(each)).toBeCloseTo(pathPoints(each, 0, control), 9)
        }
      }),
    )
  })

  test('counts a delay that is not known as none', () => {
    expect(weakness(aPath({ delaySeconds: null }))).toBe(weakness(aPath({ delaySeconds: 0 })))
  })

  test('never grows with a longer delay or vote', () => {
    fc.assert(
      fc.property(anyPath, fc.nat(5_000_000), (path, longer) => {
        const { delaySeconds, voteSeconds } = path
        const delayed = { ...path, delaySeconds: (delaySeconds ?? 0) + longer }
        const voted = { ...path, voteSeconds: (voteSeconds ?? 0) + longer }
        expect(weakness(delayed)).toBeLessThanOrEqual(weakness(path))
        expect(weakness(voted)).toBeLessThanOrEqual(weakness(path))
      }),
    )
  })

  test('never grows when one more signature is needed', () => {
    const counts = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
    fc.assert(
      fc.property(counts, ([threshold, others]) => {
        const path = aPath({ threshold, signers: threshold + others })
        const stronger = { ...path, threshold: threshold + 1 }
        expect(weakness(stronger)).toBeLessThanOrEqual(weakness(path))
      }),
    )
  })
})

test('paths sort the same wherever they were before', () => {
  fc.assert(
    fc.property(fc.array(anyPath, { maxLength: 8 }), (paths) => {
      const names = (list: typeof paths) =>
        list
          .toSorted(byWeakness)
          .map((path) => JSON.stringify({ ...path, threshold: 0, signers: 0 }))
      expect(names(paths.toReversed())).toEqual(names(paths))
    }),
  )
})
