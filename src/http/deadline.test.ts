import { describe, expect, test, vi } from 'vitest'
import { withDeadline } from './deadline.ts'

describe(withDeadline, () => {
  test('passes on what comes in time, value or error, and leaves no timer behind', async () => {
    vi.useFakeTimers()
    await expect(withDeadline(Promise.resolve(1), 50)).resolves.toBe(1)
    await expect(withDeadline(Promise.reject(new Error('own')), 50)).rejects.toThrow('own')
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  test('rejects at the deadline, and ignores a later error', async () => {
    vi.useFakeTimers()
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 80))
    const outcome = expect(withDeadline(late, 50)).rejects.toThrow('took longer than 50 ms')
    await vi.advanceTimersByTimeAsync(50)
    await outcome
    await vi.advanceTimersByTimeAsync(50)
    vi.useRealTimers()
  })
})
