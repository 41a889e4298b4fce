import { expect, test } from 'vitest'
import { ANONYMOUS, PLAN_NAMES, PLANS } from './plans.ts'

test('an address without a key has the limits of the interface', () => {
  expect(ANONYMOUS).toEqual({ burst: 60, daily: 1_000 })
})

test('a key has the limits of its plan', () => {
  expect(PLANS).toEqual({
    free: { burst: 120, daily: 10_000, quota: 100_000, scans: null },
    pro: {
      burst: 600,
      daily: 100_000,
      quota: 2_000_000,
      scans: { burst: 60, daily: 1_000 },
    },
  })
  expect(Object.keys(PLANS)).toEqual([...PLAN_NAMES])
})

test('a key is never worse than none, and a dearer plan never worse than a cheaper one', () => {
  const steps = [ANONYMOUS, ...PLAN_NAMES.map((name) => PLANS[name])]
  for (const [at, plan] of steps.entries()) {
    const before = steps[at - 1]
    if (!before) continue
    expect(plan.burst).toBeGreaterThan(before.burst)
    expect(plan.daily).toBeGreaterThan(before.daily)
  }
})
