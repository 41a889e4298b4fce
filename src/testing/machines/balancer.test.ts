import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '../api/local-redis.ts'
import { startBalancer } from './balancer.ts'

/** The ports of hosts that answer, each with its number, and of one that has ended. */
async function startHosts(): Promise<{ ports: number[]; stop(): void }> {
  const servers = [1, 2, 3].map((n) => createServer((_, response) => response.end(`${n}`)))
  const ports = await Promise.all(servers.map(listen))
  servers[0]?.close()
  return {
    ports,
    stop() {
      for (const server of servers) server.close()
    },
  }
}

test('no request of many at once is left to the host that has ended', async () => {
  const hosts = await startHosts()
  const balancer = await startBalancer(hosts.ports)
  const ask = async (): Promise<string> => {
    const reply = await fetch(balancer.url)
    return `${reply.status} ${await reply.text()}`
  }
  // The later rounds find the connections of the earlier ones open.
  const replies: string[] = []
  for (let round = 0; round < 3; round += 1) {
    replies.push(...(await Promise.all(Array.from({ length: 100 }, ask))))
  }
  balancer.stop()
  hosts.stop()
  expect([...new Set(replies)].sort()).toEqual(['200 2', '200 3'])
})

test('without a host that answers the response is 502', async () => {
  const hosts = await startHosts()
  const balancer = await startBalancer(hosts.ports.slice(0, 1))
  const { status } = await fetch(balancer.url)
  balancer.stop()
  hosts.stop()
  expect(status).toBe(502)
})
