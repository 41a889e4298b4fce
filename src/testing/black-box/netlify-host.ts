import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FullState } from '../../state/full-state.ts'
import { openState } from '../../state/open-state.ts'
import { type LocalRedis, NO_REDIS, startRedis, startRedisOverHttp } from '../api/local-redis.ts'
import { missingTools, type NetlifyDev, startNetlifyDev } from '../api/netlify-target.ts'
import { issueKeys, SECRET } from '../api/node-target.ts'
import { startWalletWorld, type WalletWorld } from '../api/wallet-world.ts'
import { ALIAS, publishWithTables, RETIRED, seedCatalogues } from '../published/two-snapshots.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import type { Capabilities, Target } from './client.ts'
import { describeService } from './suite.ts'

const TOKEN = 'a token of the tests'
const CLIENT_HEADER = 'x-test-client'

const tools = missingTools()
const reason = tools.length > 0 ? `skipped: ${tools.join(', ')} not installed (npm ci)` : NO_REDIS

/** The service on the Netlify emulation, where a function takes about 120 ms. */
export function describeNetlify(sweeps: Capabilities['sweeps']): void {
  vi.setConfig({ testTimeout: 60_000 })

  test.runIf(process.env.CI === 'true')('CI has what the Netlify emulation needs', () => {
    expect(reason).toBeNull()
  })

  describe.skipIf(reason !== null)(`the service on Netlify${reason ? ` (${reason})` : ''}`, () => {
    const folder = temporaryFolder()
    let redis: LocalRedis
    let bridge: Awaited<ReturnType<typeof startRedisOverHttp>>
    let state: FullState
    let netlify: NetlifyDev
    let keys: Target['keys']
    let world: WalletWorld

    beforeAll(async () => {
      const { after } = await seedCatalogues()
      await publishWithTables(`${folder}/dist`, after)
      redis = await startRedis()
      bridge = await startRedisOverHttp(redis.url, TOKEN)
      state = await openState(bridge.url, { token: TOKEN, instance: 'test', clock: Date.now })
      keys = await issueKeys(state)
      world = await startWalletWorld(Date.now)
      netlify = await startNetlifyDev(folder, {
        ...world.env,
        STATE_URL: bridge.url,
        STATE_TOKEN: TOKEN,
        PLIMSOLL_SECRET: SECRET,
        TRUST_PROXY: CLIENT_HEADER,
      })
    }, 180_000)

    afterAll(async () => {
      await netlify?.stop()
      await world?.stop()
      await state?.close()
      await bridge?.stop()
      await redis?.stop()
    }, 30_000)

    describeService({
      get baseUrl() {
        return netlify.baseUrl
      },
      get keys() {
        return keys
      },
      capabilities: {
        clientHeader: CLIENT_HEADER,
        setClock: null,
        setScanTime: null,
        exactCounts: true,
        rawPaths: false,
        keepsRefusals: false,
        ownTypes: false,
        sweeps,
        encodings: ['gzip'],
        alias: ALIAS,
        retired: RETIRED,
      },
      get world() {
        return world
      },
    })
  })
}
