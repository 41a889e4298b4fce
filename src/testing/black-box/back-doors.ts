import { describe, expect, test } from 'vitest'
import { send, type Target } from './client.ts'
import { errorOf } from './reading.ts'

const DOORS = [
  '_data/live/stats.json',
  '_data/manifest.json',
  '_fn/screener?set=live',
  '_data/live/protocols/aave-v3.json',
  '_fn/search?set=live&q=aave',
  '_fn/stress?set=live&fails=lido:1',
  '_fn/incidents?set=live',
]

/** The first of them are closed on every host, also behind a proxy that tidies paths. */
const TIDIED = 3

/** Spellings that a careless file server or proxy would take for the door itself. */
const DISGUISES: ((door: string) => string)[] = [
  (door) => `/${door}`,
  (door) => `//${door}`,
  (door) => `///${door}`,
  (door) => `/./${door}`,
  (door) => `/%2e/${door}`,
  (door) => `/x/../${door}`,
  (door) => `/x/%2e%2e/${door}`,
  (door) => `/x/..%2f${door}`,
  (door) => `/x%2f..%2f${door}`,
  (door) => `/v1/../${door}`,
  (door) => `/v1/%2e%2e/${door}`,
  (door) => `/v1/..%2f${door}`,
  (door) => `/v1/protocols/..%2f..%2f${door}`,
  (door) => `/${door.replace('_', '%5f')}`,
  (door) => `/${door.replace('_', '%5F')}`,
  (door) => `/${door.replace('_', '%255f')}`,
  (door) => `/%2f${door}`,
  (door) => `/%5c${door}`,
  (door) => `/\\${door}`,
  (door) => `/${door.replace('/', '%2f')}`,
  (door) => `/${door.replace('/', '//')}`,
  (door) => `/${door.replace('/', '/./')}`,
  (door) => `/${door.replace('/', '\\')}`,
  (door) => `/${door.toUpperCase()}`,
  (door) => `/${door.replace('_d', '_D').replace('_f', '_F')}`,
  (door) => `/${door.replace(/[?.]/, '%00$&')}`,
  (door) => `/${door};x=1`,
  (door) => `/#/../${door}`,
  (door) => `http://elsewhere/${door}`,
  (door) => `HTTP://elsewhere/${door}`,
  (door) => `http://elsewhere/x/../${door}`,
]

/** Documents and functions behind the gateway are closed to strangers, however they are asked for. */
export function describeBackDoors(target: Target): void {
  const disguises = target.capabilities.rawPaths ? DISGUISES : DISGUISES.slice(0, TIDIED)

  describe('the back door', () => {
    test.each(DOORS)('%s is closed in every spelling', async (door) => {
      for (const disguise of disguises) {
        const path = disguise(door)
        for (const key of [undefined, target.keys.pro]) {
          const reply = await send(target, path, key === undefined ? {} : { key })
          // A fragment is no part of an address: what is left of it may be a page.
          const isPage = reply.headers['content-type']?.startsWith('text/html')
          expect(isPage ? [200, 404] : [400, 404], path).toContain(reply.status)
          expect(reply.text, path).not.toContain('"success":true')
          expect(reply.text, path).not.toContain('protocolCount')
          expect(reply.text, path).not.toContain('sha256')
        }
      }
    })

    test('answers like any path that is not there', async () => {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const reply = await send(target, '/_data/live/stats.json', { method })
        expect(reply.status, method).toBe(404)
        if (method !== 'HEAD') expect(errorOf(reply).code).toBe('NOT_FOUND')
      }
    })

    test('has nothing to say about what is behind it', async () => {
      const there = await send(target, '/_data/live/stats.json')
      const notThere = await send(target, '/_data/live/nothing.json')
      expect(notThere.text).toBe(there.text)
    })
  })
}
