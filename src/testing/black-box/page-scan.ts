import { describe, expect, test } from 'vitest'
import { PAGE_SCANS } from '../../contract/plans.ts'
import { walletDocument } from '../../contract/responses.ts'
import { HOLDER } from '../api/wallet-world.ts'
import { browserAt, newWallet } from './account-client.ts'
import { ask, isWhole, type Target } from './client.ts'

const SCAN_MS = 20_000

/** Scans of the wallet page, without a key. */
export function describePageScans(target: Target): void {
  const { exactCounts, keepsRefusals } = target.capabilities
  const refused = keepsRefusals ? [403, 'origin'] : [404, 'path']
  const scanOf = (address: string) => ['scan', { address }] as const

  describe('a scan of the wallet page', () => {
    test(
      'is that of the API, without a key, and with more a day for who is signed in',
      async () => {
        const visitor = browserAt(target)
        const reply = await visitor.post(...scanOf(HOLDER))
        expect(reply.status, reply.text.slice(0, 300)).toBe(200)
        const { data } = walletDocument.parse(JSON.parse(reply.text))
        const path = `/v1/wallet/${HOLDER}`
        const ofApi = await ask(target, path, { key: target.keys.pro })
        expect(data.positions).toEqual(walletDocument.parse(JSON.parse(ofApi.text)).data.positions)
        expect(reply.headers.get('cache-control')).toBe('no-store')
        expect(reply.headers.get('x-ratelimit-limit')).toBe(String(PAGE_SCANS.address.daily))

        await visitor.signIn(newWallet())
        const more = await visitor.post(...scanOf(HOLDER))
        expect(more.status).toBe(200)
        expect(more.headers.get('x-ratelimit-limit')).toBe(String(PAGE_SCANS.account.daily))
      },
      SCAN_MS,
    )

    test('is refused to a page of another site, and to what is no address', async () => {
      const visitor = browserAt(target)
      const foreign = await visitor.post(...scanOf(HOLDER), { origin: 'https://evil.example' })
      expect([foreign.status, foreign.reason]).toEqual(refused)
      const without = await visitor.post(...scanOf(HOLDER), { origin: null })
      expect([without.status, without.reason]).toEqual(refused)
      const other = await visitor.post('scan', { address: HOLDER, set: 'sandbox' })
      expect([other.status, other.reason]).toEqual([400, 'body'])
    })

    test.runIf(exactCounts && isWhole(target))(
      'ends when those of the minute or of the day are used up',
      async () => {
        const visitor = browserAt(target)
        const { burst, daily } = PAGE_SCANS.address
        let scanned = 0
        while ((await visitor.post(...scanOf(HOLDER))).status === 200) scanned += 1
        // A minute may end meanwhile.
        expect(scanned).toBeGreaterThanOrEqual(burst)
        expect(scanned).toBeLessThanOrEqual(daily)
        expect((await visitor.post(...scanOf(HOLDER))).status).toBe(429)
      },
      SCAN_MS,
    )
  })
}
