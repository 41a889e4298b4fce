import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  Client,
  DESCRIPTORS,
  descriptorsOf,
  get,
  megabytesOf,
  soon,
  startHostProcess,
  stopClients,
} from '../../testing/api/hostile-clients.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

const folder = temporaryFolder()

beforeAll(() => {
  mkdirSync(`${folder}/snapshot`)
  writeFileSync(`${folder}/page.html`, '<p>a line of the page</p>'.repeat(3_000))
  writeFileSync(`${folder}/snapshot/big.gz`, Buffer.alloc(30_000_000, 7))
})
afterEach(stopClients)

describe('many requests and many clients, at a host of its own', () => {
  test.skipIf(!existsSync(DESCRIPTORS))(
    'with 20,000 requests for a page costs little memory and few descriptors',
    async () => {
      const host = await startHostProcess(folder)
      const before = megabytesOf(host.process)
      const client = new Client(host.port, false)
      let isRefused = false
      client.socket.on('data', (chunk) => {
        isRefused ||= chunk.includes(' 429 ')
      })
      client.socket.write(get('/page').repeat(20_000))
      let most = 0
      while (!isRefused) {
        most = Math.max(most, descriptorsOf(host.process))
        await soon(5)
      }
      const grown = megabytesOf(host.process) - before
      process.stdout.write(`20,000 requests: ${Math.round(grown)} MB, ${most} descriptors\n`)
      expect(most).toBeLessThan(60)
      expect(grown).toBeLessThan(150)
    },
    60_000,
  )

  test.skipIf(!existsSync(DESCRIPTORS))(
    'a thousand that read nothing hold no more than one address may, and not for long',
    async () => {
      const host = await startHostProcess(
        folder,
        '{"checkEveryMs":100,"writeMs":3000,"bytesPerSecond":100000}',
      )
      const free = descriptorsOf(host.process)
      const clients = Array.from({ length: 1_000 }, () => {
        const client = new Client(host.port, false)
        client.socket.pause()
        client.socket.write(get('/snapshot/big.gz'))
        return client
      })
      await soon(1_500)
      const held = descriptorsOf(host.process) - free
      process.stdout.write(`1,000 slow readers: ${held} descriptors\n`)
      expect(held).toBeGreaterThan(0)
      expect(held).toBeLessThanOrEqual(520)
      await expect
        .poll(() => descriptorsOf(host.process), { timeout: 20_000 })
        .toBeLessThanOrEqual(free + 1)
      expect(clients).toHaveLength(1_000)
    },
    60_000,
  )
})
