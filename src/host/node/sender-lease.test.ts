import { expect, onTestFinished, test, vi } from 'vitest'
import { holdSending } from './sender-lease.ts'

test('the turn of a process ends when the state gives it to another, and by its own clock when the state is away', async () => {
  const answers: (boolean | Error)[] = [true, false, true, new Error('away'), new Error('away')]
  const lines: unknown[] = []
  const seen: boolean[] = []
  const state = {
    async leaseSending() {
      if (lease) seen.push(lease.isHeld())
      const answer = answers.shift() ?? new Error('away')
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  let lease: ReturnType<typeof holdSending> | null = null
  lease = holdSending(state, { log: (line) => lines.push(line), leaseMs: 60 })
  onTestFinished(() => lease?.end())
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(6))
  // Held, then another's, held again, and still while the state is away for less than the lease.
  expect(seen.slice(0, 3)).toEqual([true, false, true])
  expect(lease.isHeld()).toBe(false)
  expect(lines).toHaveLength(1)
})
