import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { readWalletSettings } from '../../src/config/wallet.ts'
import { createNodeHost } from '../../src/host/node/node-host.ts'
import { newRequestId } from '../../src/host/node/request-id.ts'
import { issueKey } from '../../src/state/issue-key.ts'
import { openState } from '../../src/state/open-state.ts'
import { serveParent } from './child.ts'

// One of the servers that a bench compares: `gateway DIST STATE-URL KEYS` or `bare FILE HEADERS`. Says its keys, and reports what processor
// time it used.
const [kind, ...words] = process.argv.slice(2)

const SECRET = 'a secret that only the bench uses, long enough'

function bareServer([file = '', headers = '']: string[]): Server {
  const body = readFileSync(file)
  const head = JSON.parse(headers)
  return createServer((_, response) => {
    response.writeHead(200, head)
    response.end(body)
  })
}

async function gatewayServer([distDir = '', stateUrl = '', count = '0']: string[]): Promise<{
  server: Server
  keys: string[]
}> {
  const state = await openState(stateUrl, {
    ...{ token: null, instance: 'bench', clock: Date.now, log: console.error },
  })
  const keys: string[] = []
  for (let i = 0; i < Number(count); i += 1) {
    const { key } = await issueKey(state, {
      ...{ environment: 'live', plan: 'pro', secret: SECRET, now: new Date() },
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    })
    keys.push(key)
  }
  const server = createNodeHost({
    ...{ distDir, state, secret: SECRET, version: '0.0.0', trustProxy: null },
    wallet: { settings: readWalletSettings({}), fetch, clock: () => performance.now() },
    now: Date.now,
    newRequestId,
    log: () => undefined,
    logFault: (error) => console.error(error),
  })
  return { server, keys }
}

const { server, keys } =
  kind === 'bare' ? { server: bareServer(words), keys: [] } : await gatewayServer(words)
serveParent(server, { keys }, () => process.cpuUsage())
