import packageFile from '../package.json' with { type: 'json' }
import { readConfig } from '../src/config/config.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import { startServer } from '../src/host/node/start-server.ts'
import { readManifest } from '../src/publish/publish.ts'
import { recoverIfPermitted } from '../src/publish/recover-if-permitted.ts'
import { runCommand } from './command/terminal.ts'

const HELP = `Serve the built site and the API: npm run serve

  HOST              address to listen on (default 127.0.0.1: only this machine; 0.0.0.0: all its addresses)
  PORT              port (default 8888)
  PLIMSOLL_DIST     folder to serve (default dist)
  STATE_URL         keys, counters and usage (default sqlite:data/state.sqlite)
  PLIMSOLL_SECRET   secret that keys and addresses are hashed with (default: made once, kept beside the state file)
  TRUST_PROXY       header with the client's address, set by a proxy in front (default: none)
  TRUST_PROXY_FROM  comma-separated addresses or prefixes of such proxies (default: this machine)
  WALLET_RPC_*      comma-separated RPC URLs for wallet scans: WALLET_RPC_ETHEREUM, … (default: public ones)
  LOG=json          one line on stderr for each request, and for each chain whose nodes failed a scan (default: only errors)`

const SIGNING_KEY_SEEN =
  "– PLIMSOLL_SIGNING_KEY is set, and only builds need it: a fault of the server could reveal it. Keep it out of the server's environment."

await runCommand(HELP, {}, async () => {
  const config = readConfig()
  const { distDir } = config
  if (config.signing.key) console.error(SIGNING_KEY_SEEN)
  recoverIfPermitted(distDir)
  if (!readManifest(distDir)) {
    throw new PlimsollError(
      'SNAPSHOT_REFUSED',
      `There is nothing to serve in ${distDir} yet. Run: npm start`,
    )
  }
  const { url, stop } = await startServer(config, {
    version: packageFile.version,
    recover: () => recoverIfPermitted(distDir),
  })
  console.log(`Plimsoll ready at ${url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
})
