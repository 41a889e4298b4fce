import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { PlimsollError } from '../../domain/errors.ts'
import { isSharedState } from './alert-thread.ts'

/** A worker that ended is started again after the first pause, then after twice the last one, up to the longest. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** A worker that ran for so long ended for another reason than the one before it. */
const STEADY_MS = 60_000

/** What the first process needs of a worker: `cluster.fork()` returns one. */
export interface WorkerProcess {
  on(event: 'message', take: (message: unknown) => void): unknown
  on(event: 'exit', take: (code: number | null, signal: string | null) => void): unknown
  send(message: unknown): unknown
  isConnected(): boolean
  kill(signal: string): void
}

interface Workers {
  /** Where all of them listen. */
  url: string
  /** Sends a message to each worker. */
  send(message: string): void
  /** Ends the workers; resolves when the last one has answered what it was asked. */
  stop(): Promise<void>
}

interface WorkersOptions {
  count: number
  log: (error: unknown) => void
  /** Starts a worker, which sends `{ url }` when it listens. One that replaces another has its number, from 1. */
  fork?: (worker: number) => WorkerProcess
  /** Overrides `FIRST_PAUSE_MS`. */
  firstPauseMs?: number
}

/** How many processes serve: as many as this machine has processors for `auto`. */
export function workerCount(workers: number | 'auto'): number {
  return workers === 'auto' ? availableParallelism() : workers
}

/** Throws `CONFIG_INVALID` where several processes cannot share the state. */
export function refuseOwnStates(count: number, stateUrl: string): void {
  if (count === 1 || isSharedState(stateUrl)) return
  throw new PlimsollError(
    'CONFIG_INVALID',
    `Check WORKERS: ${count} processes cannot share a state in memory. Set STATE_URL to a file or a Redis, or WORKERS=1.`,
  )
}

/**
 * Starts so many workers and resolves when all of them listen. The first one alone, so that what is wrong with the settings is said once.
 * One that ends later is started again. Rejects with `WorkerFailed` when one ends before all listen; the others are ended then.
 */
export async function startWorkers({
  count,
  log,
  fork = forkWorker,
  firstPauseMs = FIRST_PAUSE_MS,
}: WorkersOptions): Promise<Workers> {
  const running = new Set<WorkerProcess>()
  let isStarted = false
  let isStopping = false

  function begin(number: number, pauseMs = firstPauseMs): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const began = performance.now()
    const worker = fork(number)
    running.add(worker)
    worker.on('message', (message) => {
      const url = urlIn(message)
      if (url !== null) resolve(url)
    })
    worker.on('exit', (code, signal) => {
      running.delete(worker)
      reject(new WorkerFailed(code))
      if (isStopping || !isStarted) return
      const wasSteady = performance.now() - began > STEADY_MS
      const pause = wasSteady ? firstPauseMs : pauseMs
      log(new Error(`A worker ended (${signal ?? code}). It is started again in ${pause} ms.`))
      // Its end is logged when it fails again.
      const again = () =>
        isStopping ||
        void begin(number, Math.min(2 * pause, LONGEST_PAUSE_MS)).catch(() => undefined)
      setTimeout(again, pause)
    })
    return promise
  }

  async function stop(): Promise<void> {
    isStopping = true
    await Promise.all([...running].map(end))
  }

  try {
    const url = await begin(1)
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => begin(index + 2)))
    isStarted = true
    return {
      url,
      send: (message) => {
        for (const worker of running) if (worker.isConnected()) worker.send(message)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function end(worker: WorkerProcess): Promise<unknown> {
  const ended = new Promise((resolve) => worker.on('exit', resolve))
  worker.kill('SIGTERM')
  return ended
}

/** A worker ended before all of them listened; it has said why on stderr. */
export class WorkerFailed extends Error {
  readonly exitCode: number

  constructor(code: number | null) {
    super('A worker ended before it listened.')
    this.name = 'WorkerFailed'
    this.exitCode = code || 1
  }
}

function forkWorker(number: number): WorkerProcess {
  const worker = cluster.fork({ WORKER_NUMBER: String(number) })
  return {
    on: worker.on.bind(worker),
    send: (message) => worker.send(message as string, () => undefined),
    isConnected: () => worker.isConnected(),
    kill: (signal) => void worker.process.kill(signal as NodeJS.Signals),
  }
}

function urlIn(message: unknown): string | null {
  const isHello = typeof message === 'object' && message !== null && 'url' in message
  return isHello && typeof message.url === 'string' ? message.url : null
}
