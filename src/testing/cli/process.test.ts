import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import { widthOf } from '../../cli/text/width.ts'
import { runWithin } from './in-process.ts'
import { runBash, runCli } from './spawn-cli.ts'

/** Every control but the ends of lines, and what turns or hides a part of a line. */
const OBEYED = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\u2028\u200b]/u
const HOSTILE = 'Evil\u001b]0;pwned\u0007\u001b[2J\u009b31m\u202egnp\u2066\u0000\r\nname'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A site that answers like this, and its address. */
async function site(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json =
  (value: unknown, status = 200, headers = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(JSON.stringify(value))
  }

const row = (name: string, id = 'evil') => ({
  ...{ id, slug: id, name, symbol: 'EVL', category: name, tvlUsd: null },
  ...{ composite: null, riskLevel: null, matched: 'name', match: 'exact' },
})
const found = (name: string, count = 1) => ({
  success: true,
  data: Array.from({ length: count }, (_, at) => row(name, `evil-${at}`)),
  meta: { total: count, limit: count, snapshot: 'x' },
})
const problem = (code: string, status: number, more = {}) => ({
  success: false,
  data: null,
  error: { code, message: HOSTILE, status, documentation: '/docs/errors/X/', ...more },
})

describe('a site that cannot be trusted', () => {
  test('names send nothing to the terminal that it obeys', async () => {
    const env = { PLIMSOLL_URL: await site(json(found(HOSTILE))) }
    for (const words of [
      ['search', 'evil'],
      ['search', 'evil', '--json'],
    ]) {
      const { code, stdout, stderr } = await runWithin(words, env)
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).not.toMatch(OBEYED)
      expect(stdout).toContain('Evil')
    }
  })

  test('nor do errors and suggestions, and a key is not repeated', async () => {
    const details = { suggestions: [HOSTILE], [HOSTILE]: [HOSTILE] }
    const url = await site(json(problem('PROTOCOL_NOT_FOUND', 404, { details }), 404))
    const key = 'dpk_live_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
    const { code, stderr } = await runWithin(['get', 'x'], {
      PLIMSOLL_URL: url,
      PLIMSOLL_API_KEY: key,
    })
    expect(code).toBe(3)
    expect(stderr.trimEnd()).not.toMatch(OBEYED)
    expect(stderr).not.toContain(key)
  })

  test('a page of HTML is not taken for an answer', async () => {
    const url = await site((_, response) => response.end('<html>hello</html>'))
    const { code, stdout, stderr } = await runWithin(['stats', '--url', url])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('--url')
  })

  test.each([[['search', 'x']], [['get', 'x', '--json']], [['wallet', 'vitalik.eth']]])(
    'JSON that is nested too deep for a stack is refused in a sentence: %j',
    async (words) => {
      const deep = `{"success":true,"data":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`
      const url = await site((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        response.end(deep)
      })
      const { code, stdout, stderr } = await runWithin([...words, '--url', url, '--timeout', '5'])
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^plimsoll: .*\.\n$/)
    },
  )

  test('documents without their fields are an error in a sentence', async () => {
    const url = await site(json({ success: true, data: {} }))
    const { code, stdout, stderr } = await runWithin(['get', 'x', '--url', url])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^plimsoll: .*\.\n$/)
  })
})

describe('a site that does not serve', () => {
  test('nobody listens: the sentence says how to name a site', async () => {
    const url = await site(() => undefined)
    server?.close()
    const { code, stderr } = await runCli(['stats'], { env: { PLIMSOLL_URL: url } })
    expect(code).toBe(1)
    expect(stderr).toContain(
      `Nothing listens at ${url}. Name another site with --url URL or PLIMSOLL_URL.`,
    )
  })

  test('a limit that is reached says when to try again', async () => {
    const url = await site(
      json(problem('RATE_LIMIT_EXCEEDED', 429), 429, { 'Retry-After': '3600' }),
    )
    const { code, stderr } = await runWithin(['stats', '--url', url])
    expect(code).toBe(4)
    expect(stderr).toContain('Try again in 60 minutes.')
  })

  test('a server that fails is asked again, and then it is said', async () => {
    let asked = 0
    const fails = json(problem('INTERNAL_ERROR', 500), 500)
    const url = await site((request, response) => {
      asked += 1
      fails(request, response)
    })
    const { code } = await runWithin(['stats', '--url', url])
    expect([code, asked]).toEqual([1, 3])
  })

  test('one that does not answer is given up, and SIGINT ends the wait with 130', async () => {
    const url = await site(() => undefined)
    const late = await runWithin(['stats', '--url', url, '--timeout', '0.2'])
    expect([late.code, late.stderr.includes('did not answer in time')]).toEqual([1, true])
    server?.close()
    const asked = Promise.withResolvers<void>()
    const silent = await site(() => asked.resolve())
    const stopped = await runCli(['stats', '--url', silent], { interrupt: asked.promise })
    expect([stopped.code, stopped.stdout, stopped.stderr]).toEqual([130, '', ''])
  })
})

describe('where it writes', () => {
  test('the version is that of the package', async () => {
    expect((await runCli(['--version'])).stdout).toBe(`${packageFile.version}\n`)
  })

  test('a pipe is as wide and as coloured as the environment says', async () => {
    const url = await site(json(found('A rather long name of a protocol', 3)))
    const env = { PLIMSOLL_URL: url, COLUMNS: '40', FORCE_COLOR: '1' }
    const { stdout } = await runCli(['search', 'aave'], { env })
    const lines = stripVTControlCharacters(stdout).split('\n')
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(40)
    expect(stdout).toContain('\u001b[1mevil-0')
  })

  test('a reader that has enough ends it quietly', async () => {
    const env = { PLIMSOLL_URL: await site(json(found('Aave', 50))) }
    const line = '{ $cli search aave; echo "code $?" >&2; } | true'
    expect((await runBash(line, { env })).stderr).toBe('code 0\n')
  })

  test('what cannot be written is a failure in one sentence', async () => {
    const { stderr } = await runBash('$cli --help >/dev/full; echo "code $?" >&2')
    expect(stderr).toMatch(/^plimsoll: The output could not be written: ENOSPC.*\.\ncode 1\n$/)
  })

  test('a terminal gets colours and its own width, and NO_COLOR takes the colours away', async () => {
    const env = { PLIMSOLL_URL: await site(json(found('A rather long name of a protocol', 3))) }
    const line =
      'command -v script >/dev/null || exit 77; script -qec "stty cols 40; $cli search aave" /dev/null'
    const { code, stdout } = await runBash(line, { env: { ...env, TERM: 'xterm-256color' } })
    if (code === 77) {
      process.stderr.write('script of util-linux is not installed: no terminal was tried\n')
      return
    }
    const lines = stripVTControlCharacters(stdout).split(/\r?\n/)
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(40)
    expect(stdout).toContain('\u001b[1mevil-0')
    const bare = await runBash(line, { env: { ...env, TERM: 'xterm-256color', NO_COLOR: '1' } })
    expect(bare.stdout).not.toContain('\u001b')
  })
})
