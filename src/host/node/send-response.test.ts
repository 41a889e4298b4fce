import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listenInTest } from '../../testing/listen-in-test.ts'
import { sendResponse } from './send-response.ts'

test.each<[string, string, () => Response, string | null]>([
  ['with a body', 'GET', () => new Response('four'), '4'],
  ['that is empty', 'GET', () => new Response(''), '0'],
  ['without content', 'GET', () => new Response(null, { status: 204 }), null],
  ['to HEAD, whose body is not known', 'HEAD', () => new Response(null), null],
])('the length of a response %s', async (_, method, answer, length) => {
  const server = createServer((request, response) => sendResponse(request, response, answer()))
  const reply = await fetch(`http://127.0.0.1:${await listenInTest(server)}`, { method })
  expect(reply.headers.get('content-length')).toBe(length)
})
