import { cpSync } from 'node:fs'
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import { type LocalRedis, NO_REDIS, startRedis, startRedisOverHttp } from '../api/local-redis.ts'
import { missingTools, type NetlifyDev, startNetlifyDev } from '../api/netlify-target.ts'
import { SECRET } from '../api/node-target.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { useAccount } from './account-page.ts'
import { closeBrowserAtEnd, visit } from './visit.ts'
import { ethereumWallet } from './wallets.ts'

closeBrowserAtEnd()

const TOKEN = 'a token of the tests'
const tools = missingTools()
const reason = tools.length > 0 ? `skipped: ${tools.join(', ')} not installed (npm ci)` : NO_REDIS

describe.skipIf(reason !== null)(`an account on Netlify${reason ? ` (${reason})` : ''}`, () => {
  const folder = temporaryFolder()
  let redis: LocalRedis
  let bridge: Awaited<ReturnType<typeof startRedisOverHttp>>
  let netlify: NetlifyDev

  beforeAll(async () => {
    cpSync(inject('distDir'), `${folder}/dist`, { recursive: true })
    redis = await startRedis()
    bridge = await startRedisOverHttp(redis.url, TOKEN)
    netlify = await startNetlifyDev(folder, {
      STATE_URL: bridge.url,
      STATE_TOKEN: TOKEN,
      PLIMSOLL_SECRET: SECRET,
      TRUST_PROXY: 'x-forwarded-for',
    })
  }, 180_000)

  afterAll(async () => {
    await netlify?.stop()
    await bridge?.stop()
    await redis?.stop()
  }, 30_000)

  // One of Solana signs in on the Node host, and without a browser on this one.
  test('of a wallet makes a key, sees it used, revokes it, and is deleted', async () => {
    const wallet = ethereumWallet()
    const site = netlify.baseUrl
    // The emulation answers so slowly on a busy machine that Chromium warns of fonts that wait for their page.
    const allow = /was preloaded using link preload but not used/
    const page = await visit('/account/', { site, prepare: wallet.install, allow })
    await useAccount(page, wallet, site)
  })
})
