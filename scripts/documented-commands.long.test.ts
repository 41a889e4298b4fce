import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }
import { nodeEnvironment } from '../src/chains/wallet-nodes.ts'
import { dayOf } from '../src/domain/day.ts'
import { curlLine } from '../src/site/console-request.ts'
import { exampleRequest, referenceOperations } from '../src/site/reference.ts'
import { bodies, rows } from '../src/testing/pipeline/bodies.ts'
import { startWorld, type World } from '../src/testing/pipeline/world.ts'
import { documents, type Line, linesOf, mentionsOf } from './fixtures/documents.ts'
import { Reader } from './fixtures/reader.ts'

/** Lines that cannot run here, and why. */
const NOT_RUN: [RegExp, string][] = [
  [/^git clone /, 'the address is that of the reader’s own fork'],
  [
    /^npm run --silent backtest .*(&& mv \S+ |--scores-out )data\/validation\//,
    'scripts/backtest.nightly.test.ts makes the reports again',
  ],
  [/^(sudo (systemctl|useradd)|journalctl) /, 'it needs systemd and an administrator'],
  [
    /^claude mcp add /,
    'it needs that agent; src/testing/black-box/agents.ts asks with the official client',
  ],
  [
    /^(duckdb|sqlite3 plimsoll\.sqlite) /,
    'it needs that program; src/bulk reads its tables in its own tests',
  ],
  [
    / plimsoll verify |manifest\.(json\.)?sig\b|\/public-key\.pem$|^sha256sum scores\.parquet$/,
    'the sample is not signed; src/testing/cli/verify.test.ts checks signed tables',
  ],
  [
    /^(npm install|npx --yes --package=\S+ plimsoll|pip install|python3 -m venv|curl -O) ?\S*\/client\//,
    'it installs in this folder; src/testing/client/package.long.test.ts does so in another',
  ],
  [/^npm run history -- (restore$|drop )/, 'scripts/admin/history.test.ts runs it'],
  [/^npx biome check --write data\/validation$/, 'it formats those reports'],
]

/** Replacements of the reader's own account and site. */
const OWN_SETTINGS: [RegExp, string][] = [
  [/\bblobs:YOUR-PROJECT-ID\b/, 'sqlite:data/state.sqlite'],
  [/\bnfp_…/, ''],
  [/ && npx netlify deploy .*$/, ''],
  [/(PLIMSOLL_SECRET=)…/, `$1${'s'.repeat(32)}`],
]

let world: World
let reader: Reader
let port: number

beforeAll(async () => {
  world = await startWorld(bodies(rows(20)))
  world.turnTo(dayOf(Date.now()))
  port = await freePort()
  reader = new Reader({
    ...world.env,
    PORT: String(port),
    PLIMSOLL_SECRET: 's'.repeat(32),
    ...deadNodes(),
  })
  expect(await reader.start()).toMatchObject({ code: 0 })
}, 120_000)
afterAll(async () => {
  reader.leave()
  await world.close()
})

test('the example of every endpoint in the reference finds something', async () => {
  const operations = referenceOperations()
  expect(operations.length).toBeGreaterThan(6)
  for (const operation of operations) {
    const command = curlLine(`http://localhost:${port}`, exampleRequest(operation))
    const typed = await reader.type(command)
    expect(typed, command).toMatchObject({ code: 0 })
    expectAnswer({ document: 'the reference', command, comment: '' }, typed.stdout)
  }
})

const withCommands = documents().filter((document) => linesOf(document).length > 0)

describe.each(withCommands)('%s', { timeout: 300_000 }, (document) => {
  const lines = linesOf(document)
  /** Variables that earlier lines of the document set. */
  let set = ''

  test('every line that it shows can be typed', async () => {
    for (const line of lines) {
      if (NOT_RUN.some(([pattern]) => pattern.test(line.command))) continue
      const command = adapt(line.command)
      // The reader has typed it before.
      if (command.endsWith('npm start')) continue
      const typed = await reader.type(`${set}${command}`)
      expect(typed, `${command}\n${typed.stderr}`).toMatchObject({ code: 0 })
      if (/^(?:export )?[A-Z_]+=\S*$/.test(command)) set += `${command}\n`
      if (command.startsWith('curl ')) expectAnswer({ ...line, command }, typed.stdout)
      note(typed.stdout)
    }
  })
})

describe('a command that a document names', () => {
  const mentions = [...new Set(documents().flatMap(mentionsOf))].sort()
  const helps = new Map<string, ReturnType<Reader['type']>>()

  test.each(mentions)('%s exists, and takes the options that are shown', async (mention) => {
    const [, name = ''] = /npm (?:run )?(?:--silent )?([\w:-]+)/.exec(mention) ?? []
    const script = Object.entries(packageFile.scripts).find(([key]) => key === name)?.[1]
    expect(script, name).toBeDefined()
    const options = mention.match(/--(?!silent\b)[a-z][\w-]*/g) ?? []
    if (options.length === 0) return
    const help = helps.get(name) ?? reader.type(`${script} --help`)
    helps.set(name, help)
    const { stdout } = await help
    for (const option of options) expect(stdout).toContain(option)
  })
})

let key = ''
let keyId = ''

/** What a command prints and a later line wants. */
function note(stdout: string): void {
  key = /\bdpk_live_\w+/.exec(stdout)?.[0] ?? key
  keyId = /\bkey_\w+/.exec(stdout)?.[0] ?? keyId
}

function adapt(command: string): string {
  const local = command
    .replace(/\bhttps:\/\/YOUR-NAME\.netlify\.app\b/, `http://localhost:${port}`)
    .replace(/^curl -O /, 'curl -fO ')
    .replace(/\blocalhost:8888\b/, `localhost:${port}`)
    .replace(/\bdpk_live_…/, key)
    .replace(/\bkey_…/, keyId)
    // `npm start` has made the pages: once is proof enough. Of the sample nothing is to be built again.
    .replace(/(?<!seed && )\bnpm run build\b(?!:)/, 'npm run build -- --no-site')
  return OWN_SETTINGS.reduce((text, [pattern, own]) => text.replace(pattern, own), local)
}

/** A query that a document shows finds something, unless its comment names another status. */
function expectAnswer({ command, comment }: Line, stdout: string): void {
  const status = Number(/^\d{3}\b/.exec(comment)?.[0] ?? 200)
  if (/ -\w*I\b/.test(command)) {
    if (!command.includes('|')) expect(stdout).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(stdout.trim(), command).not.toBe('')
    return
  }
  // Written to a file; another status than 200 fails the line.
  if (command.startsWith('curl -fO ')) return
  const answer = JSON.parse(stdout)
  if (/\/(oembed|bulk)\b/.test(command)) {
    expect(answer.version ?? answer.protocol_id, command).toEqual(expect.any(String))
    return
  }
  // No node answers here, so a scan of a live wallet ends in an error of its own.
  if (command.includes('vitalik.eth')) {
    expect([502, 503], stdout).toContain(answer.error?.status)
    return
  }
  if (status !== 200) {
    expect(answer.error, command).toMatchObject({ status })
    return
  }
  expect(answer, command).toMatchObject({ success: true })
  if (Array.isArray(answer.data)) expect(answer.data.length, command).toBeGreaterThan(0)
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** Nodes that refuse at once. */
function deadNodes(): Record<string, string> {
  const node = 'http://127.0.0.1:9'
  return {
    ...Object.fromEntries(Object.keys(nodeEnvironment).map((name) => [name, node])),
    DEFILLAMA_COINS_URL: node,
    HYPERLIQUID_URL: node,
  }
}
