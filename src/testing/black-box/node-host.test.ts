import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCAN_LIMITS } from '../../wallet/scan-deps.ts'
import { issueKeys, NO_WORLD, type RunningHost, startNodeHost } from '../api/node-target.ts'
import { settingsOfFewChains, startWalletWorld, type WalletWorld } from '../api/wallet-world.ts'
import { publishedSeedWithTables } from '../published/published-seed.ts'
import { ALIAS, RETIRED } from '../published/two-snapshots.ts'
import type { Target } from './client.ts'
import { PLAIN_CAPABILITIES, send } from './client.ts'
import { describeService } from './suite.ts'

let host: RunningHost
let keys: Target['keys']
let world: WalletWorld
let now = Date.UTC(2026, 6, 7, 12, 0, 30)
const scanLimits = { ...SCAN_LIMITS }

const target: Target = {
  get baseUrl() {
    return host.baseUrl
  },
  get keys() {
    return keys
  },
  capabilities: {
    ...PLAIN_CAPABILITIES,
    setClock: (instant) => {
      now = instant
    },
    setScanTime: (share) => {
      for (const [name, ms] of Object.entries(SCAN_LIMITS)) {
        Object.assign(scanLimits, { [name]: ms * share })
      }
    },
    encodings: ['br', 'gzip'],
    alias: ALIAS,
    retired: RETIRED,
  },
  get world() {
    return world
  },
}

beforeAll(async () => {
  world = await startWalletWorld(() => now)
  host = await startNodeHost({
    distDir: await publishedSeedWithTables(),
    now: () => now,
    trustProxy: 'x-client-address',
    wallet: { ...NO_WORLD, settings: settingsOfFewChains(world), fetch, scanLimits },
  })
  keys = await issueKeys(host.state)
})

afterAll(async () => {
  await host.stop()
  await world.stop()
})

describe('the service on Node', () => {
  describeService(target)

  test('no key, address or query is in the log', async () => {
    await send(target, `/v1/wallet/vitalik.eth?secret=${keys.pro}`, { key: keys.testPro })
    const log = JSON.stringify([host.lines, host.faults.map(String)])
    const all = [keys.free, keys.pro, keys.revoked, keys.testFree, keys.testPro, ...keys.spare]
    for (const key of all) expect(log).not.toContain(key.slice(9))
    expect(log).not.toContain('vitalik')
    expect(log).not.toMatch(/10\.0\.\d+\.\d+|192\.0\.2|2001:db8/)
    expect(host.faults).toEqual([])
  })
})
