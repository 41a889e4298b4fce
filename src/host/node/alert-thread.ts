import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import { IN_MEMORY } from '../../state/sqlite/file.ts'
import { parseStateUrl } from '../../state/state-url.ts'
import type { AlertThreadOptions } from './alert-worker.ts'

/** A thread that ended is started again after this time. */
const RESTART_MS = 15_000

/** Whether a state can be opened again by a thread: not one that is in memory. */
export function isSharedState(stateUrl: string): boolean {
  const parsed = parseStateUrl(stateUrl)
  return parsed.kind !== 'sqlite' || parsed.file !== IN_MEMORY
}

/**
 * Makes and sends alerts in a thread of its own, with its own connection to the state: the alerts of thousands of webhooks take seconds
 * of a processor, and writing them to the disk stops what waits for it. Returns a function that ends the thread at once; an attempt that
 * was under way is repeated by the next one.
 */
export function startAlertThread(
  options: AlertThreadOptions,
  log: (error: unknown) => void,
  restartMs: number = RESTART_MS,
): () => Promise<void> {
  let worker: Worker
  let restart: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const start = () => {
    worker = new Worker(new URL('./alert-worker.ts', import.meta.url), { workerData: options })
    worker.unref()
    worker.on('message', log)
    worker.on('error', log)
    worker.on('exit', () => {
      if (isStopped) return
      log(new Error('The thread that sends alerts ended. It is started again.'))
      restart = setTimeout(start, restartMs)
      restart.unref()
    })
  }
  start()
  return async () => {
    isStopped = true
    clearTimeout(restart)
    await worker.terminate()
  }
}

/** What alerts need of the settings, beside the state. */
export function alertOptions({ distDir, port, site, mail }: Config, secret: string) {
  return { secret, port, publicUrl: site.publicUrl, mail, distDir: path.resolve(distDir) }
}

/** The same, and how to open the state. */
export function threadOptions(config: Config, secret: string) {
  const { url: stateUrl, token: stateToken } = config.state
  return { ...alertOptions(config, secret), stateUrl, stateToken }
}
