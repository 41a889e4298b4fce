import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../../domain/day.ts'
import { html200, ok, reset, status } from '../../ingest/fixtures/faulty-server.ts'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import { openStore } from '../../store/open.ts'
import { bodies, DAY, incidents, NEXT_DAY, rows } from '../pipeline/bodies.ts'
import { startWorld, type World } from '../pipeline/world.ts'
import { intactManifest } from '../published/published-folder.ts'
import { runScript } from '../scripts/run-script.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const KEY = 'plantedkey4711'
const COUNT = 8

const dir = temporaryFolder()
let world: World
/** With a good snapshot of the first day, published. */
let filled: Record<string, string>

beforeAll(async () => {
  world = await startWorld(bodies(rows(COUNT)))
  world.turnTo(NEXT_DAY)
  filled = envOf('filled')
  expect(await snapshot(filled, DAY)).toMatchObject({ code: 0 })
  expect(await build(filled)).toMatchObject({ code: 0 })
}, 60_000)
afterAll(async () => {
  await world.close()
})
beforeEach(() => world.serve(bodies(rows(COUNT))))

describe('npm run snapshot and npm run build', { timeout: 90_000 }, () => {
  test('a registry that cannot be trusted: exit 1, the reason as the last line, nothing published', async () => {
    const before = intactManifest(distOf(filled))
    for (const [fault, says] of [
      [html200(), 'DefiLlama /protocols answered with a web page instead of JSON.'],
      [
        ok(JSON.stringify(rows(2))),
        `DefiLlama protocols lists 2 of the ${COUNT} protocols in scope that it listed on ${DAY}. Rejected as implausible. `,
      ],
    ] as const) {
      world.fault('defillama', '/protocols', fault)
      const refused = await snapshot(filled, NEXT_DAY)
      expect(refused.code).toBe(1)
      expect(refused.stderr).toContain(`✗ DefiLlama protocols: ${says}`)
      expect(lastLine(refused.stderr)).toContain(`✗ No snapshot was taken. ${says}`)
      expect(lastLine(refused.stderr)).toMatch(/ The last published snapshot stays as it is\.$/)
      expect(newestDay(filled)).toBe(DAY)
    }
    const again = await build(filled)
    expect(again.code).toBe(0)
    expect(again.stderr).toContain('nothing to do')
    expect(intactManifest(distOf(filled))).toEqual(before)
  })

  test('a loss that is true: the setting that the refusal prints lets the next run through, and none after', async () => {
    const env = envOf('shrunk')
    expect(await snapshot(env, DAY)).toMatchObject({ code: 0 })
    world.fault('defillama', '/protocols', ok(JSON.stringify(rows(6))))
    const refused = await snapshot(env, NEXT_DAY)
    expect(refused.code).toBe(1)
    const [, name = ''] = /PLIMSOLL_ACCEPT_LOSS=(\S+),/.exec(lastLine(refused.stderr) ?? '') ?? []
    const accepting = { ...env, PLIMSOLL_ACCEPT_LOSS: name }
    const accepted = await snapshot(accepting, NEXT_DAY)
    expect(accepted).toMatchObject({ code: 0 })
    expect(accepted.stderr).toContain(`Accepted: DefiLlama protocols lists 6 of the ${COUNT}`)
    world.fault('defillama', '/protocols', ok(JSON.stringify(rows(3))))
    expect(await snapshot(accepting, addDays(DAY, 2))).toMatchObject({ code: 1 })
  })

  test('a registry that does not answer: exit 0 with the last good readings, which the run names', async () => {
    world.fault('defillama', '/protocols', status(500))
    const { code, stderr } = await snapshot(filled, NEXT_DAY)
    expect(code).toBe(0)
    expect(stderr).toContain(
      `✗ DefiLlama protocols: DefiLlama /protocols answered with status 500.\n  Its readings of ${DAY} stay in use until they are 3 days old.\n`,
    )
    expect(lastLine(stderr)).toMatch(new RegExp(`^✓ Snapshot ${NEXT_DAY}-\\w+: ${COUNT} protocols`))
    expect(await build(filled)).toMatchObject({ code: 0 })
    const { snapshot: published, sources } = intactManifest(distOf(filled))
    expect(published).toMatchObject({ asOf: NEXT_DAY, scoredCount: COUNT })
    expect(sources.find(({ id }) => id === 'defillama-protocols')).toEqual({
      id: 'defillama-protocols',
      status: 'failed',
      failure: 'DefiLlama /protocols answered with status 500.',
      asOf: DAY,
      oldest: DAY,
      newest: DAY,
      rows: COUNT,
    })
  })

  test('a registry that does not answer and an empty store: exit 1, and there is nothing to build', async () => {
    const env = envOf('empty')
    world.fault('defillama', '/protocols', reset())
    const refused = await snapshot(env, DAY)
    expect(refused.code).toBe(1)
    expect(lastLine(refused.stderr)).toBe(
      '✗ No snapshot was taken. The store has no list of protocols yet, and this run could not read one.',
    )
    const unbuilt = await build(env)
    expect(unbuilt.code).toBe(1)
    expect(unbuilt.stderr).toBe(
      `✗ The store ${env.PLIMSOLL_DB} holds no snapshot yet. Run: npm run snapshot -- --source live\n`,
    )
    expect(readdirSync(path.join(dir, 'empty'))).toEqual([
      'dist.lock',
      'plimsoll.sqlite',
      'plimsoll.sqlite.lock',
    ])
  })
})

test('the paid key is used in the address, and is nowhere else, whatever it meets', async () => {
  const { DEFILLAMA_HACKS_URL: pro = '', ...env } = envOf('keyed')
  const keyed = { ...env, DEFILLAMA_PRO_URL: pro, DEFILLAMA_PRO_KEY: KEY }
  const behaviours = [
    status(402, {}, `no credits for ${KEY}`),
    html200(),
    reset(),
    status(302, { location: `ftp://elsewhere.example/${KEY}` }),
    ok(JSON.stringify(incidents())),
  ]
  let said = ''
  for (const [day, behaviour] of behaviours.entries()) {
    let asked = 0
    world.turnTo(addDays(DAY, day))
    world.fault('hacks', `/${KEY}/api/hacks`, (request, response) => {
      asked += 1
      behaviour(request, response)
    })
    const { code, output } = await snapshot(keyed, addDays(DAY, day))
    expect([code, asked], output).toEqual([0, 1])
    said += output
  }
  const built = await build(keyed)
  expect(built.code).toBe(0)
  expect(said + built.output).not.toContain(KEY)
  for (const entry of readdirSync(path.join(dir, 'keyed'), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!entry.isFile()) continue
    expect(readFileSync(path.join(entry.parentPath, entry.name)).includes(KEY)).toBe(false)
  }
}, 90_000)

function snapshot(env: Record<string, string>, day: string) {
  return runScript('snapshot', ['--as-of', day, '--history', '0'], { env })
}

function build(env: Record<string, string>) {
  return runScript('build', ['--no-site'], { env })
}

function envOf(name: string): Record<string, string> {
  return {
    ...world.env,
    PLIMSOLL_DB: path.join(dir, name, 'plimsoll.sqlite'),
    PLIMSOLL_DIST: path.join(dir, name, 'dist'),
    PLIMSOLL_TIMEOUT_MS: '5000',
    PLIMSOLL_RETRIES: '0',
  }
}

function distOf({ PLIMSOLL_DIST = '' }: Record<string, string>): string {
  return PLIMSOLL_DIST
}

function catalogueOf({ PLIMSOLL_DB = '' }: Record<string, string>) {
  const store = openStore(PLIMSOLL_DB)
  const catalogue = loadCatalogue(store)
  store.close()
  return catalogue
}

function newestDay(env: Record<string, string>): string | undefined {
  return catalogueOf(env)?.snapshot.asOf
}

function lastLine(text: string): string | undefined {
  return text.trimEnd().split('\n').at(-1)
}
