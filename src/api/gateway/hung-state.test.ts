import { expect, onTestFinished, test } from 'vitest'
import { jsonResponse } from '../../http/api-response.ts'
import { createApiKey } from '../../state/api-key.ts'
import { openState } from '../../state/open-state.ts'
import { SECRET } from '../../testing/api/fake-state.ts'
import { startSilentServer } from '../../testing/api/silent-server.ts'
import { createGateway, type LogEntry } from './gateway.ts'

const REQUESTS = 50
const EVM = '0x5ca1ab1e00000000000000000000000000000001'

test('with a Redis that never replies, public reads are served, paid ones refused, and neither waits or fills the log', async () => {
  const silent = await startSilentServer()
  const sentences: string[] = []
  const lines: LogEntry[] = []
  const state = await openState(`redis://127.0.0.1:${silent.port}`, {
    ...{ token: null, instance: 'a', clock: () => performance.now() },
    log: (sentence) => sentences.push(sentence),
  })
  onTestFinished(async () => {
    await state.close()
    silent.stop()
  })
  const gateway = createGateway({
    ...{ state, secret: SECRET, version: '1.2.3', now: Date.now, newRequestId: () => 'req_1' },
    fetchInternal: async () => jsonResponse({ success: true, data: {} }),
    log: (line) => lines.push(line),
  })
  const key = createApiKey('live', (length) => crypto.getRandomValues(new Uint8Array(length)))
  const ask = (pathname: string, sent: string | null) =>
    gateway({
      ...{ method: 'GET', pathname, search: '', ip: '192.0.2.1' },
      header: (name) => (name === 'x-api-key' ? sent : null),
    })

  for (let i = 0; i < REQUESTS; i += 1) {
    expect((await ask('/v1/stats', i % 2 ? key : null)).status).toBe(200)
    const paid = await ask(`/v1/wallet/${EVM}`, key)
    expect([paid.status, paid.headers['Retry-After']]).toEqual([503, '30'])
  }

  expect(lines).toHaveLength(2 * REQUESTS)
  expect(lines.filter(({ level }) => level === 'error').length).toBeLessThanOrEqual(3)
  expect(sentences).toHaveLength(1)
})
