import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, type Day } from '../domain/day.ts'
import { SILENT } from '../domain/progress.ts'
import { takeSnapshot } from '../pipeline.ts'
import { createScoreboard } from '../scoreboard/scoreboard.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { openStore } from '../store/open.ts'
import { bodies, DAY, rows } from '../testing/pipeline/bodies.ts'
import { memoryReader, options } from '../testing/pipeline/world.ts'
import { fakeCheckout } from '../testing/published/published-site.ts'
import { folderOfTest, temporaryFolder } from '../testing/temporary-folder.ts'
import { buildForNetlify } from './netlify-build.ts'
import { readNetlifySettings } from './netlify-settings.ts'
import { publish } from './publish.ts'

const SITE = 'https://plimsoll.example'

let folder: string
let said: string[]
/** The scripts that were run, with their words. */
let ran: string[]
/** Folder of what is online; what is not in it is answered with 404, as is everything while there is none. */
let online: string | null

beforeEach(() => begin(folderOfTest()))

function begin(own: string): void {
  folder = own
  fakeCheckout(path.join(folder, 'checkout'))
  said = []
  ran = []
  online = null
}

const served: typeof fetch = async (input) => {
  const file = online && path.join(online, new URL(String(input)).pathname)
  if (!file || !existsSync(file)) return new Response('Not Found', { status: 404 })
  return new Response(new Uint8Array(readFileSync(file)))
}

interface Given {
  env?: Record<string, string>
  /** Days that the run of this day loses from the store. */
  lose?: string
}

/** Builds on a day, as a process of its own does; the live site is `SITE`. Returns the folder that would go online. */
async function build(today: Day, { env = {}, lose = '' }: Given = {}) {
  const distDir = path.join(folder, `dist-${today}`)
  const decision = await buildForNetlify({
    root: path.join(folder, 'checkout'),
    distDir,
    settings: readNetlifySettings({ PLIMSOLL_SITE_URL: SITE, ...env }, today),
    bulk: { signer: null, formerKeys: [], now: new Date(), refreshDays: 4 },
    today,
    fetch: served,
    pause: async () => undefined,
    line: (text) => said.push(text),
    async runScript(name, words, storeFile) {
      ran.push([name, ...words].join(' '))
      const store = openStore(storeFile)
      if (name === 'snapshot') {
        const origin = words[1] === 'seed' ? 'seed' : 'live'
        await takeSnapshot(options(store, memoryReader(bodies(rows(6))), today, { origin }))
        store.exec(lose)
      } else {
        const live = loadCatalogue(store) ?? expect.fail('there is no snapshot')
        const given = { live, sandbox: live, distDir, codeFingerprint: 'x', progress: SILENT }
        await publish({ ...given, scoreboard: createScoreboard(store, live) })
      }
      store.close()
    },
  })
  return { distDir, decision }
}

const START = { env: { PLIMSOLL_NEW_HISTORY: DAY } }

function historyOf(distDir: string): number {
  const store = openStore(`${distDir}.store.sqlite`)
  const length = loadCatalogue(store)?.entries[0]?.scoreHistory.length
  store.close()
  return length ?? 0
}

describe('a new history', () => {
  test('is not started where nothing answers, such as at an address that was mistyped', async () => {
    await expect(build(DAY)).rejects.toMatchObject({
      code: 'SNAPSHOT_REFUSED',
      message: expect.stringMatching(
        /of https:\/\/plimsoll\.example could not be read: no history is published there\. .*PLIMSOLL_SITE_URL.*PLIMSOLL_NEW_HISTORY/,
      ),
    })
    expect(readdirSync(folder)).toEqual(['checkout'])
  })

  test('nor where no site is named', async () => {
    await expect(build(DAY, { env: { PLIMSOLL_SITE_URL: '' } })).rejects.toThrow(
      /no live site is set \(PLIMSOLL_SITE_URL\)/,
    )
  })

  test('nor by a permission that was left behind', async () => {
    await expect(build(addDays(DAY, 2), START)).rejects.toThrow(/no history is published there/)
  })

  test('is started on the day that is named, and is gone on from while the permission still stands', async () => {
    const first = await build(DAY, START)
    expect(said[0]).toMatch(/Starting a new history/)
    expect(first.decision.deploy).toBe(true)
    // Alerts are of what is online.
    expect(ran.at(-1)).toContain('--no-alerts')
    online = first.distDir
    const second = await build(addDays(DAY, 1), START)
    expect(said.join('\n')).toMatch(/holds 1 snapshots since 2024-03-10; going on from there/)
    expect(historyOf(second.distDir)).toBe(2)
  })

  test('a preview needs no permission: nothing goes on from it', async () => {
    const { decision } = await build(DAY, {
      env: { CONTEXT: 'deploy-preview', PLIMSOLL_SOURCE: 'seed' },
    })
    expect(decision.reason).toBe('It is a preview.')
  })
})

test('live history begins after the sample, and the sample never takes its place', async () => {
  const seed = { PLIMSOLL_SOURCE: 'seed' }
  online = (await build(DAY, { env: { ...START.env, ...seed } })).distDir
  online = (await build(addDays(DAY, 1))).distDir
  expect(said).toContain(
    '– The site holds no live data yet, but the sample; its history starts now',
  )
  expect(historyOf(online)).toBe(1)
  await expect(build(addDays(DAY, 2), { env: seed })).rejects.toThrow(
    'The site holds live data, and PLIMSOLL_SOURCE=seed would put the sample in its place.',
  )
  online = (await build(addDays(DAY, 3), { env: { PLIMSOLL_SOURCE: 'previous' } })).distDir
  expect(historyOf(online)).toBe(1)
})

describe('what is online', () => {
  const shared = temporaryFolder()
  let second: string

  beforeAll(async () => {
    begin(shared)
    online = (await build(DAY, START)).distDir
    second = (await build(addDays(DAY, 1))).distDir
  })
  beforeEach(() => {
    online = second
  })

  test('may not lose a day of one protocol, though the store has more of everything', async () => {
    const lose = 'DELETE FROM tvl_daily WHERE protocol_id = 900001 AND day < 19700'
    await expect(build(addDays(DAY, 2), { lose })).rejects.toMatchObject({
      code: 'SNAPSHOT_REFUSED',
      message: expect.stringMatching(/TVL of Harbour 1 \(\d+ days\)\. History is never lost/),
    })
  })

  test('may have the newest day built again with a point fewer, and amounts of the past corrected', async () => {
    const lose = `DELETE FROM tvl_daily WHERE protocol_id = 900001 AND day = (SELECT MAX(day) FROM tvl_daily);
      UPDATE tvl_daily SET cents = cents + 1`
    const { distDir } = await build(addDays(DAY, 1), { lose })
    expect(historyOf(distDir)).toBe(2)
  })

  test('begins a new site again from a copy that was kept, with every score', async () => {
    const copy = path.join(folder, 'copy')
    mkdirSync(copy)
    cpSync(path.join(online ?? '', 'snapshot'), copy, { recursive: true })
    const lost = online
    online = null
    const today = addDays(DAY, 9)
    const env = { PLIMSOLL_RESTORE: copy, PLIMSOLL_NEW_HISTORY: today }
    const { distDir, decision } = await build(today, { env })
    expect(said.at(-3)).toMatch(/The copy in .* holds 2 snapshots since 2024-03-10; going on/)
    expect(historyOf(distDir)).toBe(3)
    expect(decision.deploy).toBe(true)
    online = lost
    await build(addDays(DAY, 10), { env })
    expect(said.at(-3)).toMatch(/^✓ https:\/\/plimsoll\.example holds 2 snapshots/)
  })

  test('is worth a deploy on a new site though nothing changed since the copy', async () => {
    const copy = path.join(online ?? '', 'snapshot')
    online = null
    const env = { PLIMSOLL_RESTORE: copy, PLIMSOLL_NEW_HISTORY: addDays(DAY, 1) }
    const { decision } = await build(addDays(DAY, 1), {
      env: { ...env, PLIMSOLL_SOURCE: 'previous' },
    })
    expect(decision.deploy).toBe(true)
  })

  test('a copy that is not there is no reason to start with nothing', async () => {
    online = null
    const env = { PLIMSOLL_RESTORE: path.join(folder, 'none'), PLIMSOLL_NEW_HISTORY: DAY }
    await expect(build(DAY, { env })).rejects.toThrow(/in .*none could not be read/)
  })
})
