import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPath, aPath, IMMUTABLE } from '../domain/fixtures/control.ts'
import { byWeakness, pathWeakness } from './path-order.ts'

const WEEK = 604_800

describe('the weakness of a path', () => {
  test('is that of the reference cases', () => {
    expect(pathWeakness(IMMUTABLE)).toBe(0)
    expect(pathWeakness(aPath({ actor: 'anyone' }))).toBe(9.5)
    expect(pathWeakness(aPath({ actor: 'eoa' }))).toBe(9.5)
    expect(pathWeakness(aPath({ threshold: 1, signers: 14 }))).toBe(9.5)
    expect(pathWeakness(aPath({ threshold: 6, signers: 9, delaySeconds: WEEK }))).toBeCloseTo(3)
    expect(pathWeakness(aPath({ actor: 'governor', delaySeconds: 86_400 }))).toBeCloseTo(4.25)
  })

  test('of an unidentified actor is that of one key', () => {
    const key = pathWeakness(aPath({ actor: 'eoa' }))
    for (const actor of ['unidentified', 'timelock'] as const) {
      expect(pathWeakness(aPath({ actor }))).toBe(key)
    }
  })

  test('counts a delay that is not known as none', () => {
    expect(pathWeakness(aPath({ delaySeconds: null }))).toBe(
      pathWeakness(aPath({ delaySeconds: 0 })),
    )
  })

  test('never grows with a longer delay or vote', () => {
    fc.assert(
      fc.property(anyPath, fc.nat(5_000_000), (path, longer) => {
        const { delaySeconds, voteSeconds } = path
        const delayed = { ...path, delaySeconds: (delaySeconds ?? 0) + longer }
        const voted = { ...path, voteSeconds: (voteSeconds ?? 0) + longer }
        expect(pathWeakness(delayed)).toBeLessThanOrEqual(pathWeakness(path))
        expect(pathWeakness(voted)).toBeLessThanOrEqual(pathWeakness(path))
      }),
    )
  })

  test('never grows when one more signature is needed', () => {
    const counts = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
    fc.assert(
      fc.property(counts, ([threshold, others]) => {
        const path = aPath({ threshold, signers: threshold + others })
        const stronger = { ...path, threshold: threshold + 1 }
        expect(pathWeakness(stronger)).toBeLessThanOrEqual(pathWeakness(path))
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
