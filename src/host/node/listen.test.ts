import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { listen } from './listen.ts'
import { serveMetrics } from './metrics-server.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

function aServer() {
  const server = createServer()
  servers.push(server)
  return server
}

test('the URL names this machine and the port that was free', async () => {
  expect(await listen(aServer(), 0, '127.0.0.1')).toMatch(/^http:\/\/localhost:[1-9]\d*$/)
})

test('a port in use is named, with another one to try', async () => {
  const port = Number(new URL(await listen(aServer(), 0, '127.0.0.1')).port)
  await expect(listen(aServer(), port, '127.0.0.1')).rejects.toMatchObject({
    code: 'USAGE',
    message: `Port ${port} is in use. Stop the other program, or choose another port: PORT=${port + 1} npm run serve`,
  })
})

test('an address that is not of this machine is named, and not the port', async () => {
  // Of a block for documentation: no machine has it.
  await expect(listen(aServer(), 9_333, '192.0.2.1')).rejects.toMatchObject({
    code: 'USAGE',
    message:
      '192.0.2.1 is no address of this machine (EADDRNOTAVAIL), so nothing can listen there.',
  })
})

test('the setting that is named is that of the port', async () => {
  const port = Number(new URL(await listen(aServer(), 0, '::')).port)
  for (const [host, name] of [
    ['0.0.0.0', '0.0.0.0'],
    ['::', '[::]'],
  ] as const)
    await expect(serveMetrics({ host, port }, async () => '')).rejects.toThrow(
      `METRICS_ADDRESS=${name}:${port + 1} npm run serve`,
    )
})
