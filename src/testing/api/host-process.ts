import { createNodeHost } from '../../host/node/node-host.ts'
import { openSqliteState } from '../../state/sqlite/store.ts'
import { NO_WORLD } from './node-target.ts'

// The Node host as a process: DIST STATE-FILE SECRET NOW CLIENT-HEADER LIMITS. Prints its address.
const [distDir = '', file = '', secret = '', now = '0', trustProxy = '', limits = '{}'] =
  process.argv.slice(2)

const server = createNodeHost({
  distDir,
  state: openSqliteState(file),
  secret,
  version: '0.0.0-test',
  trustProxy: trustProxy || null,
  limits: JSON.parse(limits),
  wallet: NO_WORLD,
  now: () => Number(now),
  newRequestId: () => crypto.randomUUID(),
  log: () => undefined,
  logFault: (error) => process.stderr.write(`${error}\n`),
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
