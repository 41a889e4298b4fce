import { expect, onTestFinished, test, vi } from 'vitest'
import { openLanes } from './lanes.ts'

const SLOW_AFTER_MS = 40

test('many slow receivers keep no fast one waiting for longer than the time after which they are slow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const lanes = openLanes(new Set(), SLOW_AFTER_MS)
  const end = Promise.withResolvers<void>()
  const arrived: number[] = []
  const begin = async () => {
    for (let n = 0; n < 100; n++) await lanes.begin(`slow ${n}`, () => end.promise)
    for (let n = 0; n < 100; n++) {
      await lanes.begin(`fast ${n}`, async () => void arrived.push(n))
    }
  }
  const begun = begin()
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS)
  await begun
  expect(arrived).toHaveLength(100)
  end.resolve()
  await lanes.idle()
})

test('who was slow takes no place of the fast ones the next time, until it is fast again', async () => {
  const slow = new Set<string>()
  const first = openLanes(slow, SLOW_AFTER_MS)
  await first.begin('a', () => new Promise((resolve) => setTimeout(resolve, SLOW_AFTER_MS * 2)))
  await first.idle()
  expect([...slow]).toEqual(['a'])
  const next = openLanes(slow, SLOW_AFTER_MS)
  const end = Promise.withResolvers<void>()
  await next.begin('a', () => end.promise)
  await next.fastIdle()
  end.resolve()
  await next.idle()
  expect([...slow]).toEqual([])
})

test('a receiver has one work at a time, and a fault comes after the work of the others', async () => {
  const lanes = openLanes(new Set(), SLOW_AFTER_MS)
  const end = Promise.withResolvers<void>()
  expect(await lanes.begin('a', () => end.promise)).toBe(true)
  expect(await lanes.begin('a', () => end.promise)).toBe(false)
  await lanes.begin('b', () => Promise.reject(new Error('away')))
  let isDone = false
  await lanes.begin('c', async () => {
    isDone = true
  })
  end.resolve()
  await expect(lanes.idle()).rejects.toThrow('away')
  expect(isDone).toBe(true)
})
