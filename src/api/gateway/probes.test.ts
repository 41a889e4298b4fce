import { describe, expect, test } from 'vitest'
import { HEALTH_A_MINUTE } from '../../contract/plans.ts'
import { admitProbe } from './probes.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

describe(admitProbe, () => {
  const spend = (instance: object, caller: string, now: number) =>
    Array.from({ length: HEALTH_A_MINUTE }, () => admitProbe(instance, caller, now))

  test('answers each caller so many times a minute, and again in the next', () => {
    const instance = {}
    expect(spend(instance, 'a', NOON)).not.toContain(false)
    expect(admitProbe(instance, 'a', NOON + 54_999)).toBe(false)
    expect(admitProbe(instance, 'b', NOON + 54_999)).toBe(true)
    expect(admitProbe(instance, 'a', NOON + 60_000)).toBe(true)
  })

  test('counts each instance by itself', () => {
    const one = {}
    spend(one, 'a', NOON)
    expect(admitProbe(one, 'a', NOON)).toBe(false)
    expect(admitProbe({}, 'a', NOON)).toBe(true)
  })

  test('forgets the first callers when there are too many, so that memory stays bounded', () => {
    const instance = {}
    spend(instance, 'first', NOON)
    for (let i = 0; i < 4_999; i += 1) admitProbe(instance, `caller ${i}`, NOON)
    expect(admitProbe(instance, 'first', NOON)).toBe(false)
    admitProbe(instance, 'one more', NOON)
    expect(admitProbe(instance, 'first', NOON)).toBe(true)
  })
})
