import { expect, test } from 'vitest'
import { hangingFetch } from '../testing/hanging-fetch.ts'
import { loadJson } from './load-json.ts'

const answering = (body: string, status = 200) => ({
  get: async () => new Response(body, { status }),
})

test('a document is read; a status of failure and another form reject', async () => {
  expect(await loadJson('/a.json', answering('[1]'))).toEqual([1])
  await expect(loadJson('/a.json', answering('[1]', 503))).rejects.toThrow('/a.json gave 503.')
  await expect(loadJson('/a.json', answering('<html>'))).rejects.toThrow(SyntaxError)
})

test('a document that does not come in time rejects', async () => {
  await expect(loadJson('/a.json', { get: hangingFetch, timeoutMs: 1 })).rejects.toThrow(/timeout/)
})
