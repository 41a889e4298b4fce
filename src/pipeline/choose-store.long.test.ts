import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { detailDocument } from '../contract/protocol-detail.ts'
import { bodies, rows } from '../testing/pipeline/bodies.ts'
import { startWorld, type World } from '../testing/pipeline/world.ts'
import { intactManifest } from '../testing/published/published-folder.ts'
import { runScript } from '../testing/scripts/run-script.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'

const LIVE_DAY = '2026-11-21'

let dir: string

beforeEach(() => {
  dir = folderOfTest()
})

describe('the order of the README', { timeout: 120_000 }, () => {
  let world: World
  beforeAll(async () => {
    const own = { id: '1599', slug: 'aave-v3', name: 'Aave V3' }
    world = await startWorld(
      bodies(rows(8).map((row, index) => (index === 1 ? { ...row, ...own } : row))),
    )
    world.turnTo(LIVE_DAY)
  })
  afterAll(() => world.close())

  test('first the sample, then live data: live scores have no past in the sample', async () => {
    mkdirSync(path.join(dir, 'data'))
    expect(await run('snapshot', '--source', 'seed')).toContain('seed into data/sample.sqlite')
    expect(await run('build', '--no-site')).toContain(
      'Building from the sample in data/sample.sqlite',
    )
    const { origin, history } = published()
    expect([origin, history.length]).toEqual(['seed', 2])

    const live = await run('snapshot', '--history', '0', '--as-of', LIVE_DAY)
    expect(live).toContain('live into data/plimsoll.sqlite')
    expect(await run('build', '--no-site')).toContain(
      'Building from live data in data/plimsoll.sqlite',
    )
    expect(published()).toMatchObject({
      origin: 'live',
      history: [expect.any(Number)],
      detail: [{ day: LIVE_DAY }],
    })

    await run('snapshot', '--source', 'seed')
    await run('build', '--no-site')
    expect(published()).toMatchObject({ origin: 'live' })
    await run('build', '--no-site', '--source', 'seed')
    expect(published()).toMatchObject({ origin: 'seed' })
    // Only live data are copied.
    expect(readdirSync(path.join(dir, 'data/copies'))).toEqual([`plimsoll-${LIVE_DAY}.sqlite`])
    const stores = readdirSync(path.join(dir, 'data')).filter((name) => name.endsWith('.sqlite'))
    expect(stores).toEqual(['plimsoll.sqlite', 'sample.sqlite'])
  })

  async function run(script: 'snapshot' | 'build', ...words: string[]): Promise<string> {
    const { code, stderr } = await runScript(script, words, { env: world.env, cwd: dir })
    expect(code, stderr).toBe(0)
    return stderr
  }

  function published() {
    const dist = path.join(dir, 'dist')
    const { origin } = intactManifest(dist).snapshot
    const file = path.join(dist, '_data/live/protocols/aave-v3.json')
    const { data } = detailDocument.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { origin, history: data.scoreHistory, detail: data.scoreMetadata?.scoreHistoryDetail }
  }
})
