import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Behaviour,
  type FaultyServer,
  hang,
  hangMidBody,
  html200,
  ok,
  startFaultyServer,
  status,
} from '../../ingest/fixtures/faulty-server.ts'
import { invented } from '../../testing/wallet/solana/accounts.ts'
import { portfolio } from '../../testing/wallet/solana/jupiter.ts'
import { jupiterProvider } from './jupiter.ts'

const owner = invented(1)
const path = `/portfolio/v1/positions/${owner}`
let server: FaultyServer
beforeAll(async () => {
  server = await startFaultyServer()
})
afterAll(() => server.close())

const positions = (timeoutMs = 5000) =>
  jupiterProvider({ fetch, apiKey: 'key-1', baseUrl: server.url, timeoutMs }).positions(
    owner,
    AbortSignal.timeout(9000),
  )

test('positions are asked for with the key, and read', async () => {
  let key: unknown
  server.route(path, (request, response) => {
    key = request.headers['x-api-key']
    response.end(JSON.stringify(portfolio()))
  })
  expect((await positions()).findings).toHaveLength(4)
  expect(key).toBe('key-1')
})

const busy: Behaviour = (_, response) => {
  response.writeHead(503).end(JSON.stringify(portfolio()))
}

test.each([
  ['rpc-timeout', hang()],
  ['rpc-timeout', hangMidBody('{"elements":[')],
  ['rpc-error', busy],
  ['rpc-error', status(401)],
  ['rpc-error', status(429)],
  ['rpc-error', status(302, { location: '/elsewhere' })],
  ['rpc-error', html200()],
  ['rpc-error', ok('{"elements":[]}')],
  ['rpc-error', ok('x'.repeat(4_000_001))],
])('an answer that is none is a failure of kind %s', async (kind, behaviour) => {
  server.route(path, behaviour)
  const timeoutMs = kind === 'rpc-timeout' ? 100 : 5000
  await expect(positions(timeoutMs)).rejects.toMatchObject({ name: 'RpcFailure', kind })
})
