import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ok } from '../ingest/fixtures/faulty-server.ts'
import { bodies, rows } from '../testing/pipeline/bodies.ts'
import { startWorld, type World } from '../testing/pipeline/world.ts'
import { intactManifest } from '../testing/published/published-folder.ts'
import { ROOT, runScript } from '../testing/scripts/run-script.ts'
import { buildForNetlify } from './netlify-build.ts'
import type { NetlifySettings } from './netlify-settings.ts'

const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22'] as const

let dir: string
let world: World
let said: string[]
const line = (text: string) => void said.push(text)

beforeAll(async () => {
  world = await startWorld(bodies(rows(8)))
  world.turnTo(DAYS[1])
})
afterAll(() => world.close())
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'plimsoll-netlify-'))
  said = []
  return () => rmSync(dir, { recursive: true })
})

describe(buildForNetlify, { timeout: 240_000 }, () => {
  test('live history begins after the sample, and the sample never takes its place', async () => {
    await deploy('seed', DAYS[0])
    await deploy('live', DAYS[0])
    expect(said).toContain(
      '– The site holds no live data yet, but the sample; its history starts now',
    )
    expect(online()).toEqual({ origin: 'live', snapshots: 1, deploys: [DAYS[0], DAYS[0]] })
    await expect(deploy('seed', DAYS[1])).rejects.toThrow(
      'The site holds live data, and PLIMSOLL_SOURCE=seed would put the sample in its place.',
    )
    await deploy('previous', DAYS[1])
    expect(online()).toMatchObject({ origin: 'live', snapshots: 1 })
  })

  test('a site that lost a quarter of its protocols goes on when its owner says that it is true', async () => {
    await deploy('live', DAYS[0])
    world.fault('defillama', '/protocols', ok(JSON.stringify(rows(6))))
    await expect(deploy('live', DAYS[1])).rejects.toThrow('PLIMSOLL_ACCEPT_LOSS')
    const [, name = ''] = /PLIMSOLL_ACCEPT_LOSS=(\S+),/.exec(said.join('\n')) ?? []
    const accepting = { PLIMSOLL_ACCEPT_LOSS: name }
    await deploy('live', DAYS[1], accepting)
    expect(online()).toMatchObject({ snapshots: 2 })
    world.fault('defillama', '/protocols', ok(JSON.stringify(rows(4))))
    await expect(deploy('live', DAYS[2], accepting)).rejects.toThrow('lists 4 of the 6 protocols')
    expect(online()).toMatchObject({ snapshots: 2 })
  })
})

/** A build that goes on from what is online, and replaces it when it succeeds. */
async function deploy(
  source: NetlifySettings['source'],
  today: string,
  env: Record<string, string> = {},
): Promise<void> {
  const distDir = path.join(dir, 'dist')
  await buildForNetlify({
    root: ROOT,
    distDir,
    settings: {
      siteUrl: 'https://site.example',
      isProduction: true,
      source,
      budget: 9,
      newHistory: today === DAYS[0],
      restore: null,
    },
    bulk: { signer: null, formerKeys: [], now: new Date(), refreshDays: 4 },
    today,
    fetch: async (address) => {
      const file = path.join(dir, 'online', new URL(String(address)).pathname)
      if (!existsSync(file) || file.endsWith('/')) return new Response(null, { status: 404 })
      return new Response(readFileSync(file))
    },
    pause: async () => undefined,
    line,
    async runScript(name, words, storeFile) {
      const extra = name === 'build' ? ['--no-site'] : source === 'live' ? ['--as-of', today] : []
      const given = { ...world.env, PLIMSOLL_DB: storeFile, PLIMSOLL_DIST: distDir, ...env }
      const { code, stderr } = await runScript(name, [...words, ...extra], { env: given })
      line(stderr)
      if (code !== 0) throw new Error(stderr)
    },
  })
  rmSync(path.join(dir, 'online'), { recursive: true, force: true })
  cpSync(distDir, path.join(dir, 'online'), { recursive: true })
}

function online() {
  const folder = path.join(dir, 'online')
  const { history, deploys } = JSON.parse(
    readFileSync(path.join(folder, 'snapshot/manifest.json'), 'utf8'),
  )
  const { origin } = intactManifest(folder).snapshot
  return { origin, snapshots: history.snapshots, deploys }
}
