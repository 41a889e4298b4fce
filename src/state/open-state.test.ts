import { existsSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { aHit } from '../testing/api/state-contract.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { openEdgeState } from './open-edge-state.ts'
import { openState } from './open-state.ts'
import { parseStateUrl } from './state-url.ts'

const OPTIONS = { token: null, instance: 'a', clock: () => 0 }
const SECRET = 'hunter2'

let folder: string

beforeEach(() => {
  folder = folderOfTest()
})

describe('parseStateUrl', () => {
  test.each([
    ['sqlite:data/state.sqlite', { kind: 'sqlite', file: 'data/state.sqlite' }],
    ['data/state.sqlite', { kind: 'sqlite', file: 'data/state.sqlite' }],
    ['/var/lib/state', { kind: 'sqlite', file: '/var/lib/state' }],
    ['C:\\state.sqlite', { kind: 'sqlite', file: 'C:\\state.sqlite' }],
    ['sqlite::memory:', { kind: 'sqlite', file: ':memory:' }],
    ['redis://u:p%40@host:6380/2', { kind: 'redis', url: 'redis://u:p%40@host:6380/2' }],
    ['REDISS://host', { kind: 'redis', url: 'rediss://host' }],
    ['https://eu1.upstash.example', { kind: 'rest', url: 'https://eu1.upstash.example/' }],
    ['http://127.0.0.1:8080/', { kind: 'rest', url: 'http://127.0.0.1:8080/' }],
    ['blobs:', { kind: 'blobs', siteId: null, name: 'plimsoll' }],
    ['blobs:?name=preview-1', { kind: 'blobs', siteId: null, name: 'preview-1' }],
    ['blobs:0a1b-2c', { kind: 'blobs', siteId: '0a1b-2c', name: 'plimsoll' }],
  ])('%s is understood', (text, expected) => {
    expect(parseStateUrl(text)).toEqual(expected)
  })

  test.each([
    ['another scheme', `postgres://user:${SECRET}@host/db`],
    ['a password as the scheme', `${SECRET}:x`],
    ['no file', 'sqlite:'],
    ['a blank', '   '],
    ['a broken URL', `redis://:${SECRET}@host:99999999`],
    ['a token that would travel in the clear', `http://example.com/?${SECRET}`],
    ['a password in the endpoint', `https://user:${SECRET}@example.com`],
    ['a path as a site', `blobs:../${SECRET}`],
    ['a name that no store can have', `blobs:?name=${SECRET}/x`],
  ])('%s is refused and not repeated', (_, text) => {
    let error: unknown
    try {
      parseStateUrl(text)
    } catch (reason) {
      error = reason
    }

    expect(error).toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/^Check STATE_URL: .+\.$/),
    })
    expect(inspect(error, { depth: 10 }).replace(/at .*\n?/g, '')).not.toContain(SECRET)
  })
})

describe('openState', () => {
  test('makes the file and its folder, and opens it again', async () => {
    const file = path.join(folder, 'deeper/state.sqlite')
    const store = await openState(`sqlite:${file}`, OPTIONS)
    await store.hit(aHit({ caller: 'key_a' }))
    await store.close()
    const again = await openState(file, OPTIONS)

    expect(existsSync(file)).toBe(true)
    expect((await again.hit(aHit({ caller: 'key_a' }))).dailyUsed).toBe(2)
    await again.close()
  })

  test('a file that cannot be used rejects here and not on the first request', async () => {
    await expect(openState(folder, OPTIONS)).rejects.toMatchObject({ code: 'STATE_UNUSABLE' })
  })

  test('a Redis that is down opens, and its use rejects without the password', async () => {
    const store = await openState(`redis://:${SECRET}@127.0.0.1:1`, OPTIONS)

    const error = await store.hit(aHit()).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'STATE_UNUSABLE' })
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(SECRET)
    await store.close()
  })

  test('a URL that the Redis client cannot use is refused and not repeated', async () => {
    const error = await openState(`redis://:${SECRET}%zz@127.0.0.1/x`, OPTIONS).catch(
      (reason: unknown) => reason,
    )

    expect(error).toMatchObject({ code: 'CONFIG_INVALID' })
    expect(inspect(error, { depth: 10 })).not.toContain(SECRET)
  })

  test('a Redis endpoint, and a site named from outside, need a token', async () => {
    for (const url of ['https://eu1.upstash.example', 'blobs:0a1b']) {
      await expect(openState(url, OPTIONS)).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
    }
  })

  test('Blobs outside Netlify says what is missing on its first use', async () => {
    const store = await openState('blobs:', OPTIONS)

    await expect(store.hit(aHit())).rejects.toThrow('not configured; set STATE_URL')
  })
})

describe('openEdgeState', () => {
  test.each(['sqlite:state.sqlite', 'redis://host'])('%s is refused on the edge', (url) => {
    expect(() => openEdgeState(url, OPTIONS)).toThrow('Check STATE_URL: the edge supports')
  })

  test('an endpoint that is down rejects on its use, and no message holds the token', async () => {
    const store = openEdgeState('http://127.0.0.1:1', { ...OPTIONS, token: SECRET })

    const error = await store.hit(aHit()).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'STATE_UNUSABLE' })
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(SECRET)
  })
})
