import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { serveMetrics } from './metrics-server.ts'

let stop: () => void
afterEach(() => stop())

async function serve(collect: () => Promise<string>): Promise<string> {
  const running = await serveMetrics({ host: '127.0.0.1', port: 0 }, collect)
  stop = running.stop
  return running.url
}

test('the metrics are at /metrics as text, and nothing else is there', async () => {
  const url = await serve(async () => 'a 1\n')
  const response = await fetch(url)
  expect([response.status, await response.text()]).toEqual([200, 'a 1\n'])
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect((await fetch(new URL('/', url))).status).toBe(404)
  expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(405)
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
})

test('metrics that cannot be collected are 503, without what went wrong', async () => {
  const url = await serve(() => Promise.reject(new Error('a secret path')))
  const response = await fetch(url)
  expect([response.status, await response.text()]).toEqual([503, ''])
})

test('more connections than Prometheus needs are closed', async () => {
  const url = new URL(await serve(async () => ''))
  const sockets = Array.from({ length: 24 }, () => connect(Number(url.port), url.hostname))
  const closed = sockets.map(async (socket) => {
    socket.on('error', () => undefined)
    await once(socket, 'close')
    return socket
  })
  await Promise.any(closed)
  for (const socket of sockets) socket.destroy()
})
