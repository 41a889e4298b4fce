import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { readWalletSettings } from '../../src/config/wallet.ts'
import { createNodeHost } from '../../src/host/node/node-host.ts'
import { issueKey } from '../../src/state/issue-key.ts'
import { openState } from '../../src/state/open-state.ts'

// One of the servers that a bench compares: KIND DIST DOCUMENT STATE-URL KEYS. Sends its port and keys to the
// process that forked it, and on each message what processor time it used.
const [kind, distDir = '', document = '', stateUrl = '', count = '0'] = process.argv.slice(2)

const SECRET = 'a secret that only the bench uses, long enough'

function bareServer(): Server {
  const body = readFileSync(path.join(distDir, '_data', document))
  return createServer((_, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
    })
    response.end(body)
  })
}

async function gatewayServer(): Promise<{ server: Server; keys: string[] }> {
  const options = { token: null, instance: 'bench', clock: Date.now, log: console.error }
  const state = await openState(stateUrl, options)
  const keys: string[] = []
  for (let i = 0; i < Number(count); i += 1) {
    const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
    const wanted = {
      environment: 'live',
      plan: 'pro',
      secret: SECRET,
      now: new Date(),
      randomBytes,
    } as const
    keys.push((await issueKey(state, wanted)).key)
  }
  const server = createNodeHost({
    distDir,
    state,
    secret: SECRET,
    version: '0.0.0',
    trustProxy: null,
    wallet: { settings: readWalletSettings({}), fetch, clock: () => performance.now() },
    now: Date.now,
    newRequestId: () => `req_${crypto.randomUUID().replaceAll('-', '')}`,
    log: () => undefined,
    logFault: (error) => console.error(error),
  })
  return { server, keys }
}

const { server, keys } =
  kind === 'bare' ? { server: bareServer(), keys: [''] } : await gatewayServer()
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  process.send?.({ port, keys })
})
process.on('message', () => process.send?.(process.cpuUsage()))
