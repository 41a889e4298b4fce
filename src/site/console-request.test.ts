import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildRequest,
  type ConsoleField,
  curlLine,
  shownBody,
  shownHeaders,
} from './console-request.ts'

const field = (name: string, value: string, place = 'query'): ConsoleField => ({
  name,
  value,
  in: place,
  required: place === 'path',
})

test('empty fields are left out, and the others go where they belong', () => {
  const fields = [
    field('id', 'a/b é', 'path'),
    field('chain', ' Ethereum,Base '),
    field('page', ''),
    field('If-None-Match', '"x"', 'header'),
  ]
  expect(buildRequest('/v1/protocols/{id}', fields, ' KEY ')).toEqual({
    path: '/v1/protocols/a%2Fb%20%C3%A9?chain=Ethereum,Base',
    headers: { 'If-None-Match': '"x"', 'X-API-Key': 'KEY' },
    missing: [],
  })
})

test('a required field that is empty is named', () => {
  expect(buildRequest('/v1/protocols/{id}', [field('id', ' ', 'path')], '').missing).toEqual(['id'])
})

test('a value never changes the path that it is part of', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (value) => {
      fc.pre(value.trim() !== '')
      const { path } = buildRequest('/v1/protocols/{id}', [field('id', value, 'path')], '')
      expect(path.split('/')).toHaveLength(4)
      expect(path).not.toMatch(/[?#]/)
    }),
  )
})

test('the line for a shell is read by a shell as it was meant', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("'", '"', '$', '`', '\\', ' ', 'a', '!', '&') }),
      (key) => {
        const line = curlLine('https://x.example', {
          path: '/v1?a=b&c=d',
          headers: { 'X-API-Key': `k${key}` },
        })
        const words = execFileSync('sh', ['-c', line.replace(/^curl/, "printf '%s\\n'")], {
          encoding: 'utf8',
        })
        expect(words).toBe(`-s\n-H\nX-API-Key: k${key}\nhttps://x.example/v1?a=b&c=d\n`)
      },
    ),
    { numRuns: 30 },
  )
})

test('a body is indented, cut where it is too long, and shown as it is when it is no JSON', () => {
  expect(shownBody('{"a":[1]}', 100)).toEqual({ text: '{\n  "a": [\n    1\n  ]\n}', isCut: false })
  expect(shownBody('{"a":[1]}', 5)).toEqual({ text: '{\n  "', isCut: true })
  expect(shownBody('<p>502', 100)).toEqual({ text: '<p>502', isCut: false })
})

test('only headers that a reader needs are shown, in a fixed order', () => {
  const headers = new Headers({ etag: '"1"', 'x-ratelimit-limit': '1000', 'x-other': 'x' })
  expect(shownHeaders(headers)).toEqual([
    ['X-RateLimit-Limit', '1000'],
    ['ETag', '"1"'],
  ])
})
