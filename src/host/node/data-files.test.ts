import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { PUBLISHED } from '../../http/api-response.ts'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { dataFiles } from './data-files.ts'

let folder: string
let dist: string
let now = 0
const clock = () => now

beforeEach(() => {
  folder = folderOfTest()
  dist = `${folder}/dist`
})

function publishFiles(files: Record<string, string>, dir = dist): void {
  const documents: Record<string, { sha256: string; bytes: number }> = {}
  for (const [name, body] of Object.entries(files)) {
    const file = `${dir}/_data/${name}`
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, body)
    const sha256 = createHash('sha256').update(body).digest('hex')
    documents[name] = { sha256, bytes: Buffer.byteLength(body) }
  }
  mkdirSync(`${dir}/_data`, { recursive: true })
  writeFileSync(`${dir}/_data/manifest.json`, JSON.stringify({ documents }))
}

/** Puts another folder in the place of the published one, as a publish does. */
function swapFor(files: Record<string, string>): void {
  publishFiles(files, `${dist}.next`)
  renameSync(dist, `${dist}.old`)
  renameSync(`${dist}.next`, dist)
  rmSync(`${dist}.old`, { recursive: true })
}

const textOf = ({ body }: { body: string | Uint8Array | null }) =>
  Buffer.from(body ?? '').toString()

describe(dataFiles, () => {
  test('gives a document with a tag made of its bytes', async () => {
    publishFiles({ 'live/stats.json': '{"a":1}' })
    const answer = await dataFiles(dist, clock)('/_data/live/stats.json')
    expect(textOf(answer)).toBe('{"a":1}')
    expect(answer.status).toBe(200)
    const hash = createHash('sha256').update('{"a":1}').digest('hex')
    expect(answer.headers).toMatchObject({
      'Content-Type': 'application/json; charset=utf-8',
      ETag: `"${hash.slice(0, 32)}"`,
    })
  })

  test.each([
    '/_data/live/nothing.json',
    '/_data/manifest.json',
    '/_data/../outside.json',
    '/_data/live/../../../outside.json',
    '/_data//live/stats.json',
    '/_data/__proto__',
    '/_data/',
    '/outside.json',
    '',
  ])('%s is not in the manifest: 404, whatever lies there', async (address) => {
    publishFiles({ 'live/stats.json': '{}' })
    writeFileSync(`${dist}/outside.json`, '{}')
    writeFileSync(`${dist}/_data/live/nothing.json`, '{}')
    expect((await dataFiles(dist, clock)(address)).status).toBe(404)
  })

  test('a document that is missing, cut short or changed is 503, and is served when it is whole again', async () => {
    publishFiles({ 'live/a.json': '{"a":1}', 'live/b.json': '{"b":1}' })
    const read = dataFiles(dist, clock)
    rmSync(`${dist}/_data/live/a.json`)
    expect((await read('/_data/live/a.json')).status).toBe(503)
    writeFileSync(`${dist}/_data/live/a.json`, '{"a":')
    expect((await read('/_data/live/a.json')).status).toBe(503)
    writeFileSync(`${dist}/_data/live/a.json`, '{"a":2}')
    expect((await read('/_data/live/a.json')).status).toBe(503)
    expect((await read('/_data/live/b.json')).status).toBe(200)
    writeFileSync(`${dist}/_data/live/a.json`, '{"a":1}')
    expect((await read('/_data/live/a.json')).status).toBe(200)
  })

  test('a document that cannot be had says why, and names only what was published', async () => {
    publishFiles({ 'live/a.json': '{"a":1}', 'live/b.json': '{"b":1}', 'live/c.json': '{}' })
    const read = dataFiles(dist, clock)
    rmSync(`${dist}/_data/live/a.json`)
    writeFileSync(`${dist}/_data/live/b.json`, '{"b":2}')
    rmSync(`${dist}/_data/live/c.json`)
    mkdirSync(`${dist}/_data/live/c.json`)
    const faultOf = async (name: string) => (await read(`/_data/${name}`)).fault
    expect(await faultOf('live/a.json')).toBe('_data/live/a.json cannot be read (ENOENT)')
    expect(await faultOf('live/b.json')).toBe(
      'the hash of _data/live/b.json differs from the manifest',
    )
    expect(await faultOf('live/c.json')).toBe('_data/live/c.json cannot be read (EISDIR)')
    expect(await faultOf('live/nothing.json')).toBeUndefined()
  })

  test('without a manifest every document is 503, until a folder is published', async () => {
    const read = dataFiles(dist, clock)
    expect((await read('/_data/live/a.json')).status).toBe(503)
    mkdirSync(`${dist}/_data`, { recursive: true })
    for (const text of ['', '{"doc', '[]', '{}', 'null', '{"documents":{"live/a.json":null}}']) {
      writeFileSync(`${dist}/_data/manifest.json`, text)
      expect((await read('/_data/live/a.json')).status, text).toBe(503)
    }
    publishFiles({ 'live/a.json': '{}' })
    expect((await read('/_data/live/a.json')).status).toBe(200)
  })

  test('documents are read once, until something is published', async () => {
    publishFiles({ 'live/a.json': '{"a":1}' })
    const read = dataFiles(dist, clock)
    const first = await read('/_data/live/a.json')
    now += 999
    expect(await read('/_data/live/a.json')).toBe(first)
    now += 10_000
    expect(await read('/_data/live/a.json')).toBe(first)
    swapFor({ 'live/a.json': '{"a":2}' })
    now += 999
    expect(await read('/_data/live/a.json')).toBe(first)
    now += 1
    expect(textOf(await read('/_data/live/a.json'))).toBe('{"a":2}')
  })

  test('a document that the old manifest does not know, or knows otherwise, is not refused for a second', async () => {
    publishFiles({ 'live/a.json': '{"a":1}', 'live/b.json': '{"b":1}' })
    const read = dataFiles(dist, clock)
    const first = await read('/_data/live/a.json')
    swapFor({ 'live/a.json': '{"a":2}', 'live/b.json': '{"b":2}', 'live/c.json': '{"c":2}' })
    expect(textOf(await read('/_data/live/b.json'))).toBe('{"b":2}')
    expect(textOf(await read('/_data/live/c.json'))).toBe('{"c":2}')
    const second = await read('/_data/live/a.json')
    expect(textOf(second)).toBe('{"a":2}')
    expect(second.headers[PUBLISHED]).not.toBe(first.headers[PUBLISHED])
  })

  test('requests that come at once, after a publish, see one folder', async () => {
    publishFiles({ 'live/1.json': '1', 'live/2.json': '2' })
    const read = dataFiles(dist, clock)
    await Promise.all([read('/_data/live/1.json'), read('/_data/live/2.json')])
    swapFor({ 'live/1.json': '1', 'live/2.json': '2' })
    now += 1_000
    const answers = await Promise.all(
      [1, 2, 1, 2, 1].map((name) => read(`/_data/live/${name}.json`)),
    )
    expect(new Set(answers.map(({ headers }) => headers[PUBLISHED])).size).toBe(1)
  })

  test('the moment between two folders is waited out', async () => {
    publishFiles({ 'live/a.json': '{"a":1}' })
    const read = dataFiles(dist, clock)
    await read('/_data/live/nothing.json')
    renameSync(dist, `${dist}.previous`)
    const waiting = read('/_data/live/a.json')
    setTimeout(() => renameSync(`${dist}.previous`, dist), 5)
    expect((await waiting).status).toBe(200)
  })

  test('once the folder is removed nothing is served from memory, until one is published', async () => {
    publishFiles({ 'live/a.json': '{"a":1}' })
    const read = dataFiles(dist, clock)
    expect((await read('/_data/live/a.json')).status).toBe(200)
    rmSync(dist, { recursive: true })
    now += 1_000
    expect((await read('/_data/live/a.json')).status).toBe(503)
    publishFiles({ 'live/a.json': '{"a":2}' })
    expect(textOf(await read('/_data/live/a.json'))).toBe('{"a":2}')
  })

  test('a clock that is set back does not stop the folder from being looked at', async () => {
    now = 1_000_000
    publishFiles({ 'live/a.json': '{"a":1}' })
    const read = dataFiles(dist, clock)
    await read('/_data/live/a.json')
    swapFor({ 'live/a.json': '{"a":2}' })
    now = 1_000
    expect(textOf(await read('/_data/live/a.json'))).toBe('{"a":2}')
  })

  test('more documents than memory holds are all served', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`live/${i}.json`, `{"i":${i}}`]),
    )
    publishFiles(files)
    const read = dataFiles(dist, clock, undefined, 20)
    for (const i of [...Array(30).keys(), 0, 29]) {
      expect(textOf(await read(`/_data/live/${i}.json`))).toBe(`{"i":${i}}`)
    }
  })
})
