import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, test } from 'vitest'
import { discord } from '../alerts/forms/discord.ts'
import { slack } from '../alerts/forms/slack.ts'
import { telegram } from '../alerts/forms/telegram.ts'
import { sendChallenge } from '../alerts/send.ts'
import { ACCOUNT_LIMITS, MAILBOX_LIMITS } from '../contract/admission.ts'
import { MAX_WATCHED, MAX_WEBHOOKS } from '../contract/alert-limits.ts'
import { alert, challenge } from '../contract/alerts.ts'
import { MAX_FEED_PROTOCOLS } from '../contract/watch-feed.ts'
import { webhookSecret } from '../state/webhook-secret.ts'

import { listen } from '../testing/api/local-redis.ts'

const GUIDE = readFileSync(new URL('../content/guides/alerts.md', import.meta.url), 'utf8')
const BODY = '{"type":"test","timestamp":"2026-11-22T12:00:00.000Z","data":{"message":"ä"}}'
const ID = 'msg_1'

// Inside the project, so that the example finds the package.
const folder = mkdtempSync(path.join(import.meta.dirname, '../../node_modules/.guide-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function blocks(language: string): string[] {
  return [...GUIDE.matchAll(/```(\w+)\n(.*?)```/gs)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text ?? '')
}

interface Call {
  secret: string
  headers: Record<string, string>
  body: string
}

/** Headers as the official library signs them. */
async function signed(at = new Date()): Promise<Call> {
  const secret = await webhookSecret('a secret of the tests, long enough to be one', 'wh_1')
  const headers = {
    'webhook-id': ID,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(ID, at, BODY),
  }
  return { secret, headers, body: BODY }
}

const EXAMPLES: [name: string, read: (call: Call) => unknown][] = [
  ['the package', (call) => runNode(blocks('js')[1] ?? '', call)],
  ['Node', (call) => runNode(blocks('js')[2] ?? '', call)],
  ['Python', (call) => runPython(blocks('python')[0] ?? '', call)],
]

/** What the example returns; throws when it throws. */
function runNode(code: string, call: Call): unknown {
  const file = path.join(folder, `${code.length}.mjs`)
  const last = `const { secret, headers, body } = ${JSON.stringify(call)}
    process.stdout.write(JSON.stringify(readAlert(secret, headers, body)))`
  writeFileSync(file, `${code}\n${last}`)
  return JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8', stdio: 'pipe' }))
}

function runPython(code: string, call: Call): unknown {
  const last = `import sys
call = json.loads(sys.stdin.read())
print(json.dumps(read_alert(call["secret"], call["headers"], call["body"])))`
  const input = JSON.stringify(call)
  const options = { input, encoding: 'utf8', stdio: 'pipe' } as const
  return JSON.parse(execFileSync('python3', ['-c', `${code}\n${last}`], options))
}

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0

describe.each(EXAMPLES)('the example for %s', (name, read) => {
  const isSkipped = name === 'Python' && !HAS_PYTHON

  test.skipIf(isSkipped)('reads an alert that the official library signed', async () => {
    expect(read(await signed())).toEqual(JSON.parse(BODY))
  })

  test.skipIf(isSkipped)(
    'refuses another body, secret, id or signature, and an old one',
    async () => {
      const call = await signed()
      const { headers } = call
      const wrong: Call[] = [
        { ...call, body: BODY.replace('test', 'tset') },
        { ...call, secret: `whsec_${Buffer.alloc(32).toString('base64')}` },
        { ...call, headers: { ...headers, 'webhook-id': 'msg_2' } },
        { ...call, headers: { ...headers, 'webhook-signature': 'v1,AAAA' } },
        await signed(new Date(Date.now() - 301_000)),
      ]
      for (const each of wrong) expect(() => read(each)).toThrow()
    },
  )
})

test('the examples of bodies are of the published form, one for each kind', () => {
  const [asked, ...bodies] = blocks('json').map((text): unknown => JSON.parse(text))
  challenge.parse(asked)
  const examples = bodies.map((body) => alert.parse(body))
  const kinds = alert.options.map(({ shape }) => shape.type.value)
  expect(examples.map(({ type }) => type)).toEqual(kinds)
})

test('the example of a receiver answers the challenge', async () => {
  const file = path.join(folder, 'receiver.mjs')
  writeFileSync(file, blocks('js')[0] ?? '')
  const { server }: { server: Server } = await import(file)
  const url = `http://127.0.0.1:${await listen(server)}/hook`
  const lookup = () => Promise.reject(new Error('Tests look nothing up.'))
  const sender = {
    secret: 'a secret',
    isLocal: true,
    now: Date.now,
    lookup,
    origin: '',
    mail: null,
  }
  const { problem } = await sendChallenge(
    { id: 'wh_1', form: 'json', url },
    'ab'.repeat(32),
    sender,
  )
  expect(problem).toBeNull()
  server.close()
})

test('the numbers of the guide are those of the service', () => {
  expect(MAX_WEBHOOKS).toBe(3)
  expect([ACCOUNT_LIMITS.confirmation, MAILBOX_LIMITS.daily]).toEqual([{ burst: 2, daily: 10 }, 3])
  expect([MAX_FEED_PROTOCOLS, slack.most, discord.most, telegram.most]).toEqual([100, 24, 10, 10])
  expect(GUIDE).toContain('at most three webhooks')
  expect(GUIDE).toContain(`at most ${MAX_WATCHED}, or every protocol`)
})
