import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { MAX_BODY_BYTES, readBody } from './read-body.ts'

const schema = z.strictObject({ name: z.string(), isLive: z.boolean() })
const TYPE = 'application/json'

function post(body: BodyInit, type: string | null = TYPE): Request {
  const request = new Request('https://risk.example.org/', { method: 'POST', body })
  if (type === null) request.headers.delete('content-type')
  else request.headers.set('content-type', type)
  return request
}
const read = (body: BodyInit, type?: string | null) => readBody(post(body, type), schema)
const refused = { name: 'AccountRefusal', reason: 'body' }
const GOOD = '{"name":"a","isLive":true}'

test.each([TYPE, 'application/json; charset=utf-8', 'APPLICATION/JSON;x=y'])(
  'a body of the type %s is read',
  async (type) => {
    expect(await read(GOOD, type)).toEqual({ name: 'a', isLive: true })
  },
)

test.each([
  null,
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'text/plain; application/json',
])('a body of the type %s is refused: a form of another site can send it', async (type) => {
  await expect(read(GOOD, type)).rejects.toMatchObject(refused)
})

describe('a body is refused', () => {
  test.each([
    ['empty', ''],
    ['not JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['nested', '{"name":{"a":1},"isLive":true}'],
    ['a hundred thousand brackets', '['.repeat(10_000)],
    ['a name twice', '{"name":"a","name":"b","isLive":true}'],
    ['a name twice, one of them escaped', '{"name":"a","n\\u0061me":"b","isLive":true}'],
    ['a field too many', '{"name":"a","isLive":true,"plan":"pro"}'],
    ['__proto__', '{"name":"a","isLive":true,"__proto__":null}'],
    ['constructor', '{"name":"a","isLive":true,"constructor":"x"}'],
    ['toString instead of a field', '{"name":"a","toString":true}'],
    ['a field of another type', '{"name":1,"isLive":true}'],
    ['a byte order mark inside', '{"name":"a",\ufeff"isLive":true}'],
  ])('%s', async (_, body) => {
    await expect(read(body)).rejects.toMatchObject(refused)
  })

  test('nested, even where its schema takes anything', async () => {
    for (const body of ['{"a":[]}', '{"a":{}}', '[[]]', '{"a":"}","b":[1]}']) {
      await expect(readBody(post(body), z.unknown())).rejects.toMatchObject(refused)
    }
    expect(await readBody(post('{"a":"[{"}'), z.unknown())).toEqual({ a: '[{' })
  })

  test('that is not UTF-8', async () => {
    const bytes = Buffer.from(GOOD.replace('"a"', '"é"'), 'latin1')
    await expect(read(new Uint8Array(bytes))).rejects.toMatchObject(refused)
  })

  test('past its limit, without reading the rest', async () => {
    const filled = (count: number) =>
      GOOD.replace('"a"', `"${'a'.repeat(count - GOOD.length + 1)}"`)
    await expect(read(filled(MAX_BODY_BYTES))).resolves.toMatchObject({ isLive: true })
    await expect(read(filled(MAX_BODY_BYTES + 1))).rejects.toMatchObject(refused)
    let sent = 0
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += 1
        controller.enqueue(new Uint8Array(1_024).fill(32))
      },
    })
    const init = {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { 'content-type': TYPE },
    }
    const request = new Request('https://risk.example.org/', init)
    await expect(readBody(request, schema)).rejects.toMatchObject(refused)
    expect(sent).toBeLessThan(20)
  })

  test('and nothing of it is repeated', async () => {
    const body = '{"name":"a","isLive":"hunter2","hunter2":1}'
    await expect(read(body)).rejects.not.toThrow(/hunter2/)
  })
})

test('any flat object with the names once is read as it is', async () => {
  const text = fc.string({ unit: fc.constantFrom('"', '\\', ':', ',', '{', '}', 'a', '\n', 'é') })
  const any = z.record(z.string(), z.string())
  await fc.assert(
    fc.asyncProperty(fc.dictionary(text, text), async (value) => {
      fc.pre(!('__proto__' in { ...value } && Object.hasOwn(value, '__proto__')))
      expect(await readBody(post(JSON.stringify(value)), any)).toEqual({ ...value })
    }),
  )
})
