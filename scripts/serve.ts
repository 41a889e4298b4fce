import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/config.ts'
import { PlimsollError } from '../src/errors.ts'
import { createHost } from '../src/host/server.ts'
import { readManifest, recoverPublished } from '../src/stages/publish.ts'
import { run } from './terminal.ts'

const HELP = `Serve what is built: npm run serve

  PORT            port (default 8888)
  PLIMSOLL_DIST   folder to serve (default dist)`

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } })
  if (values.help) {
    console.log(HELP)
    return
  }
  const { distDir, port } = readConfig()
  recoverPublished(distDir)
  if (!readManifest(distDir)) {
    throw new PlimsollError(
      'SNAPSHOT_REFUSED',
      `There is nothing to serve in ${distDir} yet. Run: npm start`,
    )
  }
  const server = createHost(distDir)
  const failed = once(server, 'error').then(([error]) => {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const why = inUse ? 'it is in use. Choose another with PORT=…' : String(error)
    throw new PlimsollError('USAGE', `Port ${port} cannot be served: ${why}`)
  })
  server.listen(port)
  await Promise.race([once(server, 'listening'), failed])
  const { port: bound } = server.address() as AddressInfo
  console.log(`Plimsoll ready at http://localhost:${bound}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close()
      server.closeIdleConnections()
    })
  }
}

await run(main)
