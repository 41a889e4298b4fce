import { describe, expect, test } from 'vitest'
import { METHODOLOGY } from '../methodology.ts'
import * as signers from './signers.ts'

function weakness(threshold: number, all: number, outsiders: boolean | null): number {
  const multisig = { threshold, signers: all, outsiders, publicSigners: null }
  return signers.weakness(multisig, METHODOLOGY.parameters.signers)
}

describe('the weakness of a multisig', () => {
  test.each([
    [6, 9, true, 0],
    [7, 9, null, 0],
    [10, 12, true, 0],
    [6, 9, null, 0.25],
    [5, 9, true, 0.25],
    [5, 9, false, 0.5],
    [4, 7, null, 0.75],
    [4, 8, true, 0.75],
    [4, 8, null, 1],
    [3, 5, null, 1],
    [3, 5, true, 0.75],
    [3, 3, null, 1],
    [3, 6, null, 1.25],
    [3, 7, null, 1.25],
    [4, 11, null, 1.25],
    [3, 20, null, 2],
    [2, 2, true, 2],
    [2, 3, true, 2],
    [2, 9, null, 2],
    [1, 1, null, 2],
  ])('%i of %i, outsiders %j, is %d', (threshold, all, outsiders, value) => {
    expect(weakness(threshold, all, outsiders)).toBe(value)
  })

  test('stays within 0-2, falls with every signer more and rises with every seat more', () => {
    for (let all = 1; all <= 100; all++) {
      for (let threshold = 1; threshold <= all; threshold++) {
        for (const outsiders of [true, false, null]) {
          const value = weakness(threshold, all, outsiders)
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(2)
          expect(weakness(threshold, all + 1, outsiders)).toBeGreaterThanOrEqual(value)
          if (threshold === all) continue
          expect(weakness(threshold + 1, all, outsiders)).toBeLessThanOrEqual(value)
        }
      }
    }
  })
})
