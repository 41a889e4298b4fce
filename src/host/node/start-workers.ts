import type { Config } from '../../config/config.ts'
import { openSecret } from '../../state/secret.ts'
import { randomBytes } from '../../state/with-state.ts'
import { startAlertThread, threadOptions } from './alert-thread.ts'
import { logFault } from './log-line.ts'
import { watchPublished } from './watch-published.ts'
import { startWorkers } from './workers.ts'

/** What the first process sends its workers when a folder was published. */
export const PUBLISHED = 'published'

/** Serves with so many workers of this script, each of which calls `startServer`; sends alerts itself. Throws like `startWorkers`. */
export async function startWithWorkers(
  config: Config,
  count: number,
): Promise<{ url: string; stop: () => Promise<void> }> {
  // Made before the workers look for it.
  const secret = openSecret(config.state, randomBytes)
  const workers = await startWorkers({ count, log: logFault })
  const stopMetrics = await startMetrics(config).catch(async (error) => {
    await workers.stop()
    throw error
  })
  const stopAlerts = startAlertThread(threadOptions(config, secret), logFault)
  const stopWatching = watchPublished(config.distDir, () => workers.send(PUBLISHED))
  return {
    url: workers.url,
    stop: async () => {
      stopWatching()
      stopMetrics()
      await Promise.all([stopAlerts(), workers.stop()])
    },
  }
}

/** Returns what ends them. */
async function startMetrics({ metrics }: Config): Promise<() => void> {
  if (metrics === null) return () => undefined
  const { serveWorkerMetrics } = await import('./open-metrics.ts')
  return serveWorkerMetrics(metrics)
}
