import { EventEmitter } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { refuseOwnStates, startWorkers, type WorkerProcess, workerCount } from './workers.ts'

/** A process that does what the test says. */
class FakeWorker extends EventEmitter implements WorkerProcess {
  readonly sent: unknown[] = []
  send(message: unknown) {
    this.sent.push(message)
  }
  isConnected() {
    return true
  }
  kill() {
    queueMicrotask(() => this.emit('exit', 0, null))
  }
  listen() {
    this.emit('message', { url: 'http://localhost:1' })
  }
}

function aFleet() {
  const forked: FakeWorker[] = []
  const lines: string[] = []
  const numbers: number[] = []
  const fork = (number: number) => {
    const worker = new FakeWorker()
    numbers.push(number)
    forked.push(worker)
    return worker
  }
  const log = (error: unknown) => lines.push(String(error))
  return { forked, lines, numbers, options: { fork, log, firstPauseMs: 1 } }
}

async function started(count: number) {
  const fleet = aFleet()
  const starting = startWorkers({ count, ...fleet.options })
  fleet.forked[0]?.listen()
  await vi.waitFor(() => expect(fleet.forked).toHaveLength(count))
  for (const worker of fleet.forked.slice(1)) worker.listen()
  return { ...fleet, workers: await starting }
}

describe(startWorkers, () => {
  test('the others start when the first one listens, and all get the same message', async () => {
    const { forked, options } = aFleet()
    const starting = startWorkers({ count: 3, ...options })
    expect(forked).toHaveLength(1)
    forked[0]?.listen()
    await vi.waitFor(() => expect(forked).toHaveLength(3))
    for (const worker of forked.slice(1)) worker.listen()
    const workers = await starting
    expect(workers.url).toBe('http://localhost:1')
    workers.send('published')
    expect(forked.map(({ sent }) => sent)).toEqual([['published'], ['published'], ['published']])
  })

  test('one that ends before all listen ends all, with its exit code', async () => {
    const { forked, options } = aFleet()
    const starting = startWorkers({ count: 2, ...options })
    forked[0]?.listen()
    await vi.waitFor(() => expect(forked).toHaveLength(2))
    const ended = vi.fn()
    forked[0]?.on('exit', ended)
    forked[1]?.emit('exit', 2, null)
    await expect(starting).rejects.toMatchObject({ name: 'WorkerFailed', exitCode: 2 })
    expect(ended).toHaveBeenCalledOnce()
    expect(forked).toHaveLength(2)
  })

  test('one that ends later is started again with its number, each time after a longer pause', async () => {
    const { forked, lines, numbers } = await started(3)
    forked[1]?.emit('exit', null, 'SIGKILL')
    await vi.waitFor(() => expect(forked).toHaveLength(4))
    forked[3]?.emit('exit', 1, null)
    await vi.waitFor(() => expect(forked).toHaveLength(5))
    expect(numbers).toEqual([1, 2, 3, 2, 2])
    expect(lines).toEqual([
      'Error: A worker ended (SIGKILL). It is started again in 1 ms.',
      'Error: A worker ended (1). It is started again in 2 ms.',
    ])
  })

  test('stopping waits for all of them and starts none again', async () => {
    const { forked, lines, workers } = await started(2)
    await workers.stop()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect([forked.length, lines]).toEqual([2, []])
  })
})

test('several processes need a state that they share', () => {
  expect(() => refuseOwnStates(2, 'sqlite::memory:')).toThrow(/^Check WORKERS: 2 processes cannot/)
  expect(() => refuseOwnStates(1, 'sqlite::memory:')).not.toThrow()
  expect(() => refuseOwnStates(2, 'redis://localhost')).not.toThrow()
  expect(workerCount(3)).toBe(3)
  expect(workerCount('auto')).toBeGreaterThan(0)
})
