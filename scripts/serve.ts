import cluster from 'node:cluster'
import packageFile from '../package.json' with { type: 'json' }
import { type Config, readConfig } from '../src/config/config.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import { isThisMachine } from '../src/domain/this-machine.ts'
import type { ServerOptions } from '../src/host/node/start-server.ts'
import { PUBLISHED, startWithWorkers } from '../src/host/node/start-workers.ts'
import { refuseOwnStates, WorkerFailed, workerCount } from '../src/host/node/workers.ts'
import { readManifest } from '../src/publish/publish.ts'
import { recoverIfPermitted } from '../src/publish/recover-if-permitted.ts'
import { runCommand } from './command/terminal.ts'

const HELP = `Serve the built site and the API: npm run serve

  HOST              address to listen on (default 127.0.0.1: only this machine; 0.0.0.0: all its addresses)
  PORT              port (default 8888)
  WORKERS           processes that serve, or auto: one for each processor (default 1)
  PLIMSOLL_DIST     folder to serve (default dist)
  STATE_URL         keys, counters and usage (default sqlite:data/state.sqlite)
  PLIMSOLL_SECRET   secret that keys and addresses are hashed with (default: made once, kept beside the state file)
  TRUST_PROXY       header with the client's address, set by a proxy in front (default: none)
  TRUST_PROXY_FROM  comma-separated addresses or prefixes of such proxies (default: this machine)
  WALLET_RPC_*      comma-separated RPC URLs for wallet scans: WALLET_RPC_ETHEREUM, … (default: public ones)
  METRICS_ADDRESS   address and port of /metrics for Prometheus, such as 127.0.0.1:9464 (default: nowhere)
  LOG=json          one line on stderr for each request, and for each chain whose nodes failed a scan (default: only errors)`

const SIGNING_KEY_SEEN =
  "– PLIMSOLL_SIGNING_KEY is set, and only builds need it: a fault of the server could reveal it. Keep it out of the server's environment."

const NO_ADDRESS =
  '– PLIMSOLL_PUBLIC_URL is not set, so shared links to comparisons have no picture for other machines.'

await runCommand(HELP, {}, async () => {
  const config = readConfig()
  if (cluster.isWorker) return serveAsWorker(config)
  const { distDir, state, workers } = config
  const count = workerCount(workers)
  refuseOwnStates(count, state.url)
  if (config.signing.key) console.error(SIGNING_KEY_SEEN)
  const isPublic = config.trustProxy !== null || !isThisMachine(config.host)
  if (isPublic && config.site.publicUrl === null) console.error(NO_ADDRESS)
  recoverIfPermitted(distDir)
  if (!readManifest(distDir)) {
    throw new PlimsollError(
      'SNAPSHOT_REFUSED',
      `There is nothing to serve in ${distDir} yet. Run: npm start`,
    )
  }
  try {
    const { url, stop } = await (count > 1 ? startWithWorkers(config, count) : startHere(config))
    console.log(`Plimsoll ready at ${url}`)
    stopOnSignals(stop)
  } catch (error) {
    // The worker has said what is wrong.
    if (!(error instanceof WorkerFailed)) throw error
    process.exitCode = error.exitCode
  }
})
// The connection to the first process would keep a worker alive that has failed.
if (cluster.isWorker && process.exitCode) process.exit()

/** One of several processes that serve. Says where it listens to the first one, which started it. */
async function serveAsWorker(config: Config): Promise<void> {
  const onPublish = (look: () => void) => {
    process.on('message', (message) => message === PUBLISHED && look())
  }
  const { url, stop } = await startHere(config, { onPublish })
  process.send?.({ url })
  // The connection to the first process would keep this one alive.
  stopOnSignals(() => stop().then(() => process.disconnect()))
}

/** Serves in this process. Its code is not loaded by a process that only starts others. */
async function startHere(config: Config, worker?: ServerOptions['worker']) {
  const { startServer } = await import('../src/host/node/start-server.ts')
  return startServer(config, {
    version: packageFile.version,
    recover: () => recoverIfPermitted(config.distDir),
    ...(worker && { worker }),
  })
}

/** One Ctrl-C or stop of a service is two signals: npm passes it on, which a terminal or systemd has sent to this process too. */
const ONE_SIGNAL_MS = 1_000

/** Stops at the first signal, and ends at once at another one later. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stoppedAt: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stoppedAt === null) {
        stoppedAt = performance.now()
        void stop()
      } else if (performance.now() - stoppedAt > ONE_SIGNAL_MS) process.exit(1)
    })
  }
}
