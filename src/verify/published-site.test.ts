import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { summariesOf } from '../contract/index-rows.ts'
import type { ListDocument } from '../contract/protocol-summary.ts'
import {
  type PublishedWorld,
  packedStore,
  publishWorld,
} from '../testing/published/published-site.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openPublishedSite } from './published-site.ts'
import { type ScoreVerdict, verifyScore } from './verify-score.ts'

const SITE = 'https://plimsoll.example'
const ID = 'harbour-2'
const DOCUMENT = `/v1/protocols/${ID}`

const folder = temporaryFolder()
let world: PublishedWorld
/** Answers that a test puts in the place of the good ones; a list is answered one after the other. */
let replies: Record<string, () => Response>
let asked: string[]
let runs = 0

beforeAll(async () => {
  world = await publishWorld(folder)
})
beforeEach(() => {
  replies = {}
  asked = []
})

const request: typeof fetch = async (input, init) => {
  const { pathname, origin } = new URL(String(input))
  expect(origin).toBe(SITE)
  expect(init?.redirect).toBe('manual')
  expect(init?.signal).toBeInstanceOf(AbortSignal)
  asked.push(pathname)
  return replies[pathname]?.() ?? good(pathname)
}

function good(pathname: string): Response {
  if (pathname === '/v1/health') return health(world.snapshotId)
  const id = /^\/v1\/protocols\/([\w-]+)$/.exec(pathname)?.[1]
  if (pathname === '/v1/protocols') return Response.json(listOf())
  const file = path.join(world.distDir, id ? `_data/live/protocols/${id}.json` : `.${pathname}`)
  return existsSync(file) && !file.endsWith('/')
    ? new Response(new Uint8Array(readFileSync(file)))
    : new Response('{}', { status: 404 })
}

/** The list as the site serves it. */
function listOf(): ListDocument {
  const file = path.join(world.distDir, '_data/live/screener.json')
  const data = summariesOf(JSON.parse(readFileSync(file, 'utf8')))
  return { success: true, data, meta: { total: data.length, page: 1, limit: 100, pageCount: 1 } }
}

function storeAddress(): string {
  return `/snapshot/${path.basename(packedStore(world.distDir))}`
}

function health(id: string): Response {
  return Response.json({ success: true, data: { status: 'ok', snapshot: { id } } })
}

function open(address = SITE, lookUp: (host: string) => Promise<string[]> = async () => []) {
  runs += 1
  const workDir = path.join(folder, `work-${runs}`)
  mkdirSync(workDir)
  return openPublishedSite({ address, workDir, fetch: request, pause: async () => {}, lookUp })
}

async function verify(id: string | null): Promise<ScoreVerdict> {
  return verifyScore(await open(), id)
}

function altered(change: (text: string) => string): () => Response {
  const file = path.join(world.distDir, `_data/live/protocols/${ID}.json`)
  return () => new Response(change(readFileSync(file, 'utf8')))
}

describe('a site', () => {
  test('reproduces a score from the store that it publishes, in four requests', async () => {
    expect(await verify(ID)).toMatchObject({ outcome: 'reproduced', id: ID })
    expect(asked).toEqual(['/snapshot/manifest.json', storeAddress(), '/v1/health', DOCUMENT])
  })

  test('that serves another score than its readings give shows the difference', async () => {
    replies[DOCUMENT] = altered((text) => text.replace('"Harbour 2"', '"Harbour II"'))
    expect(await verify(ID)).toMatchObject({
      outcome: 'differs',
      isKnownCode: false,
      difference: { path: 'name', published: 'Harbour II', rebuilt: 'Harbour 2' },
    })
  })

  test('reproduces in full by the rows of its list and its scoreboard', async () => {
    expect(await verify(null)).toMatchObject({
      outcome: 'all-reproduced',
      protocols: 6,
      reproduced: 6,
      otherDocuments: { count: 1, reproduced: 1 },
    })
  })

  test.each([
    ['another scoreboard', '{"format":1}', { path: 'snapshot', published: undefined }],
    ['no scoreboard', null, { path: '', rebuilt: 'a document' }],
  ])('that serves %s than its store gives is found out', async (_, body, difference) => {
    replies['/scoreboard.json'] = () => new Response(body ?? '', { status: body ? 200 : 404 })
    expect(await verify(null)).toMatchObject({
      outcome: 'some-differ',
      protocols: 6,
      reproduced: 6,
      differences: [{ name: 'scoreboard.json', difference }],
    })
  })

  test('names the rows that differ, that it leaves out and that it makes up', async () => {
    const list = listOf()
    const [first, left] = list.data
    if (!first || !left) return expect.fail('the list is too short')
    list.data.splice(0, 2, { ...first, compositeScore: 0.1 })
    list.data.push({ ...left, id: 'made-up' })
    replies['/v1/protocols'] = () => Response.json(list)
    const verdict = await verify(null)
    if (verdict.outcome !== 'some-differ') expect.fail(verdict.outcome)
    expect(verdict).toMatchObject({ protocols: 7, reproduced: 4 })
    expect(verdict.differences).toMatchObject([
      { name: first.id, difference: { path: 'compositeScore', published: 0.1 } },
      { name: 'made-up', difference: { path: '', rebuilt: undefined } },
      { name: left.id, difference: { path: '', published: undefined } },
    ])
  })

  test('knows an id that is not published by the 404 of both sides', async () => {
    expect(await verify('harbour-22')).toMatchObject({
      outcome: 'unknown-id',
      nearest: expect.arrayContaining([ID]),
    })
  })
})

describe('what cannot be checked is said in one sentence:', () => {
  test.each<[string, string, () => Response, RegExp]>([
    [
      'a store altered by one byte',
      'the store',
      () => new Response(flipped()),
      /SHA-256 of the file differs from its manifest/,
    ],
    [
      'a store cut short',
      'the store',
      () => new Response(packed().subarray(0, -9)),
      /length of the file differs/,
    ],
    ['a store that is missing', 'the store', () => new Response('', { status: 404 }), /status 404/],
    [
      'a site without a store',
      '/snapshot/manifest.json',
      () => new Response('', { status: 404 }),
      /could not be read: no history is published there\.$/,
    ],
    [
      'a snapshot that changes meanwhile',
      '/v1/health',
      () => health('2024-03-11-other'),
      /Try again/,
    ],
    [
      'a health check of another form',
      '/v1/health',
      () => Response.json({}),
      /which snapshot is served/,
    ],
    [
      'a limit that is reached',
      DOCUMENT,
      () => new Response('{}', { status: 429, headers: { 'Retry-After': '41' } }),
      /no more requests .*try again in 41 seconds/,
    ],
    ['a server that fails', DOCUMENT, () => new Response('', { status: 503 }), /status 503/],
    [
      'a redirect, which is not followed',
      DOCUMENT,
      () => Response.redirect('https://elsewhere.example/', 302),
      /status 302/,
    ],
    [
      'a document without end',
      DOCUMENT,
      () => new Response(new Uint8Array(5_000_001)),
      /more than a document may have/,
    ],
    [
      'a connection that breaks off',
      DOCUMENT,
      () => new Response(new ReadableStream({ start: (c) => c.error(new Error('reset')) })),
      /broke off/,
    ],
  ])('%s', async (_, address, reply, sentence) => {
    replies[address === 'the store' ? storeAddress() : address] = reply
    const error = await verify(ID).then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({
      code: expect.stringMatching(/^UPSTREAM_/),
      message: expect.stringMatching(sentence),
    })
    expect(String(error)).not.toContain('PLIMSOLL_NEW_HISTORY')
  })

  test('a difference while a new snapshot goes online is not called one', async () => {
    let deployed = false
    replies[DOCUMENT] = () => {
      deployed = true
      return altered((text) => text.replace('"Harbour 2"', '"Harbour II"'))()
    }
    replies['/v1/health'] = () => health(deployed ? '2024-03-11-other' : world.snapshotId)
    await expect(verify(ID)).rejects.toThrow(/may just be changing/)
  })
})

describe('an address is refused before anything is asked:', () => {
  test.each([
    ['http://plimsoll.example', /only localhost is read over http/],
    ['ftp://plimsoll.example', /neither a folder nor an address/],
    ['https://', /neither a folder nor an address/],
    ['https://me:secret@plimsoll.example', /leave name and password out/],
    ['https://plimsoll.example/v1', /name the site alone, such as https:\/\/plimsoll\.example/],
    ['https://192.168.1.4', /private network/],
    ['https://[fd00::1]', /private network/],
    ['https://167772161', /private network/],
  ])('%s', async (address, sentence) => {
    await expect(open(address)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(sentence),
    })
    expect(asked).toEqual([])
  })

  test('a name that leads into a private network', async () => {
    const lookUp = async (host: string) => (host === 'plimsoll.example' ? ['10.1.2.3'] : [])
    await expect(open(SITE, lookUp)).rejects.toThrow(/private network/)
    expect(asked).toEqual([])
  })
})

function packed(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(packedStore(world.distDir)))
}

function flipped(): Uint8Array<ArrayBuffer> {
  const bytes = packed()
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
  return bytes
}
