import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createCompressor } from './compression.ts'

const long = JSON.stringify({ data: 'plimsoll '.repeat(500) })
const answer = (body: string | Uint8Array | null = long, headers: Record<string, string> = {}) => ({
  status: 200,
  headers,
  body,
})

describe(createCompressor, () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['deflate, gzip;q=1.0, *;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['br ; q=0 , gzip', 'gzip'],
  ])('Accept-Encoding: %s chooses %s', async (accepted, encoding) => {
    const { headers, body } = await createCompressor()(answer(), accepted)
    expect(headers['Content-Encoding']).toBe(encoding)
    const bytes = Buffer.from(body ?? '')
    const plain = encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)
    expect(plain.toString()).toBe(long)
    expect(bytes.length).toBeLessThan(long.length / 10)
  })

  test.each([
    null,
    '',
    'identity',
    'deflate',
    'br;q=0',
    'gzip;q=0.000, br;q=0.0',
    'xgzip',
    'gzipx',
  ])('Accept-Encoding: %s leaves the body as it is', async (accepted) => {
    const plain = answer()
    expect(await createCompressor()(plain, accepted)).toBe(plain)
  })

  test('short and absent bodies are left as they are', async () => {
    const compress = createCompressor()
    expect((await compress(answer('{}'), 'br')).headers).toEqual({})
    expect((await compress(answer(null), 'br')).body).toBeNull()
  })

  test('a tagged body is compressed once, and other tags and codings are not mixed up with it', async () => {
    const compress = createCompressor()
    const first = await compress(answer(long, { ETag: 'W/"a"' }), 'br')
    expect((await compress(answer(long, { ETag: 'W/"a"' }), 'br')).body).toBe(first.body)
    expect((await compress(answer(long, { ETag: 'W/"a"' }), 'gzip')).body).not.toBe(first.body)
    const other = await compress(answer(`${long} `, { ETag: 'W/"b"' }), 'br')
    expect(brotliDecompressSync(Buffer.from(other.body ?? '')).toString()).toBe(`${long} `)
    const untagged = await compress(answer(), 'br')
    expect((await compress(answer(), 'br')).body).not.toBe(untagged.body)
  })

  test('the answer that came in is not changed', async () => {
    const before = answer(long, { ETag: '"a"' })
    await createCompressor()(before, 'br')
    expect(before).toEqual(answer(long, { ETag: '"a"' }))
  })
})
