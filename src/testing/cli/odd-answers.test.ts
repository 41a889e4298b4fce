import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueKeys, startNodeHost } from '../api/node-target.ts'
import { publishedSeed } from '../published/published-seed.ts'
import { runs } from '../runs.ts'
import { runWithin } from './in-process.ts'

/** Every control but the ends of lines, and what turns a part of a line. */
const OBEYED = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const COMMANDS: [words: string, path: string][] = [
  ['search aave', '/v1/search?q=aave'],
  ['get lido', '/v1/protocols/lido'],
  ['history lido', '/v1/protocols/lido/history'],
  ['list', '/v1/protocols'],
  ['screener', '/v1/screener'],
  ['changes', '/v1/changes'],
  ['incidents', '/v1/incidents'],
  ['stats', '/v1/stats'],
  ['health', '/v1/health'],
  ['usage', '/v1/usage'],
  [
    'wallet 0x5ca1ab1e00000000000000000000000000000001',
    '/v1/wallet/0x5ca1ab1e00000000000000000000000000000001',
  ],
]
const ODD = [null, undefined, '', 'x\u001b[31m\u202e', 'a-level-of-later', -1, 1e21, true, [], {}]

let documents: string[] = []
let server: Server
let url = ''
let served = ''

beforeAll(async () => {
  const host = await startNodeHost({ distDir: await publishedSeed() })
  const keys = await issueKeys(host.state)
  documents = await Promise.all(
    COMMANDS.map(async ([, path]) => {
      const key = path.startsWith('/v1/wallet') ? keys.testPro : keys.pro
      const response = await fetch(host.baseUrl + path, { headers: { 'X-API-Key': key } })
      return response.text()
    }),
  )
  await host.stop()
  server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(served)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

test('an answer with a field of another kind is shown or refused in a sentence, and obeyed by no terminal', async () => {
  const change = fc.record({
    command: fc.nat(COMMANDS.length - 1),
    /** Which part of the document is changed, counted round. */
    part: fc.nat(100_000),
    odd: fc.constantFrom(...ODD),
    columns: fc.constantFrom('40', '120'),
  })
  await fc.assert(
    fc.asyncProperty(change, async ({ command, part, odd, columns }) => {
      served = changed(documents[command] ?? '', part, odd)
      const [words = ''] = COMMANDS[command] ?? []
      const env = { PLIMSOLL_URL: url, COLUMNS: columns }
      const { code, stdout, stderr } = await runWithin(words.split(' '), env)
      expect(stdout + stderr).not.toMatch(OBEYED)
      expect([0, 1]).toContain(code)
      if (code === 1 && stdout === '') expect(stderr).toMatch(/^plimsoll: .+\n$/)
    }),
    runs(500),
  )
})

test('without a change, all of them are shown', async () => {
  for (const [at, [words]] of COMMANDS.entries()) {
    served = documents[at] ?? ''
    const { stdout, stderr } = await runWithin(words.split(' '), { PLIMSOLL_URL: url })
    expect([words, stderr]).toEqual([words, ''])
    expect(stdout).not.toMatch(/undefined|NaN|\[object|null/)
  }
})

/** The document with one part of its data replaced, or left out. */
function changed(text: string, part: number, odd: unknown): string {
  const document = JSON.parse(text)
  const places: [Record<string, unknown>, string][] = []
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const key of Object.keys(value)) {
      const holder = value as Record<string, unknown>
      places.push([holder, key])
      walk(holder[key])
    }
  }
  walk(document.data)
  const [holder, key] = places[part % places.length] ?? [{}, '']
  if (odd === undefined) delete holder[key]
  else holder[key] = odd
  return JSON.stringify(document)
}
