import { expect, test } from 'vitest'
import { SCAN_CHAINS } from '../scan-chains.ts'
import { isCurrent } from './block.ts'

const NOW = 1_800_000_000
const at = (time: number, number = 7n) => isCurrent({ number, time }, 120, NOW * 1000)

test('a block is current until it is older than its chain allows, or from the future', () => {
  expect([NOW, NOW - 120, NOW + 60].map((time) => at(time))).toEqual([true, true, true])
  expect([NOW - 121, NOW - 7_200, 0, NOW + 61].map((time) => at(time))).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('the first block of all is never current', () => {
  expect(at(NOW, 0n)).toBe(false)
})

test('no chain may be behind for more than ten minutes', () => {
  for (const { maxLagSeconds } of SCAN_CHAINS) {
    expect(maxLagSeconds).toBeGreaterThanOrEqual(120)
    expect(maxLagSeconds).toBeLessThanOrEqual(600)
  }
})
