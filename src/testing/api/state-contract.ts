import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINT_GROUPS } from '../../contract/endpoint-groups.ts'
import { DAY_MS } from '../../domain/day.ts'
import { addressIds } from '../../state/admission.ts'
import { digestOf } from '../../state/api-key.ts'
import type { FullState } from '../../state/full-state.ts'
import { issueKey } from '../../state/issue-key.ts'
import type { Hit, HitResult, Meter, StateStore, UsageCounts } from '../../state/state-store.ts'
import { MINUTE_MS } from '../../state/time-window.ts'
import { sumOfDays } from '../../state/usage-counts.ts'
import { isExhaustive, runs } from '../runs.ts'
import { type AccountBackend, accountTests } from './account-contract.ts'
import { keyTests } from './key-contract.ts'
import { webhookTests } from './webhook-contract.ts'

export interface Backend {
  /** A store on the backend's data; every call gives another instance on the same data. */
  open(): FullState | Promise<FullState>
  /** All that is stored, as text. */
  contents(): Promise<string>
  stop(): Promise<void>
}

interface Traits {
  /** Several instances on the same data never admit more than the limit together. */
  isExact: boolean
  skip?: string | null
}

const LIMITS = { burst: 60, daily: 1_000 }
const NOON = Date.UTC(2026, 10, 21, 12, 0, 0)
/** Requests at once. */
const MANY = runs(2_000).numRuns
const SECRET = 'a pepper of the tests, thirty-two letters or more'

let serial = 0

/** What every state store promises, as tests. */
export function describeState(name: string, start: () => Promise<Backend>, traits: Traits): void {
  const { isExact, skip = null } = traits
  describe.skipIf(skip !== null)(skip === null ? name : `${name} (${skip})`, () => {
    let backend: Backend
    let store: FullState

    beforeAll(async () => {
      backend = await start()
      store = await backend.open()
    })
    afterAll(async () => {
      await store?.close()
      await backend?.stop()
    })

    describe('windows', () => {
      test('a first request counts one in both windows', async () => {
        expect(await store.hit(aHit())).toEqual({ admitted: true, burstUsed: 1, dailyUsed: 1 })
      })

      test('the request after the last of a minute is refused, and the first of the next is admitted', async () => {
        const caller = aCaller()
        const results = await hitTimes(store, 61, { caller, now: NOON + MINUTE_MS - 1 })

        expect(results.at(59)).toEqual({ admitted: true, burstUsed: 60, dailyUsed: 60 })
        expect(results.at(60)).toEqual({ admitted: false, burstUsed: 60, dailyUsed: 60 })
        expect(await store.hit(aHit({ caller, now: NOON + MINUTE_MS }))).toEqual({
          admitted: true,
          burstUsed: 1,
          dailyUsed: 61,
        })
      })

      test('a request refused by the minute limit counts neither for the day nor in the meter', async () => {
        const caller = aCaller()
        const limits = { burst: 3, daily: 10 }
        await hitTimes(store, 20, { caller, meter: meterOf(caller), limits })

        const next = await store.hit(
          aHit({ caller, meter: meterOf(caller), limits, now: NOON + MINUTE_MS }),
        )

        expect(next).toEqual({ admitted: true, burstUsed: 1, dailyUsed: 4 })
        expect(await usedBy(store, caller, '2026-11')).toEqual(counts({ protocols: 4 }))
      })

      test('a request refused by the daily limit counts neither for the minute nor in the meter', async () => {
        const caller = aCaller()
        const limits = { burst: 10, daily: 5 }
        const endOfDay = Date.UTC(2026, 10, 21, 23, 59, 59, 999)
        const results = await hitTimes(store, 8, {
          caller,
          meter: meterOf(caller),
          limits,
          now: endOfDay,
        })

        expect(results.filter(({ admitted }) => admitted)).toHaveLength(5)
        expect(results.at(7)).toEqual({ admitted: false, burstUsed: 5, dailyUsed: 5 })
        expect(await usedBy(store, caller, '2026-11')).toEqual(counts({ protocols: 5 }))
        expect(await store.hit(aHit({ caller, limits, now: endOfDay + 1 }))).toEqual({
          admitted: true,
          burstUsed: 1,
          dailyUsed: 1,
        })
      })

      test(`${MANY} requests at once against a limit of 60 admit exactly 60`, async () => {
        const caller = aCaller()
        const results = await Promise.all(
          Array.from({ length: MANY }, () => store.hit(aHit({ caller, meter: meterOf(caller) }))),
        )

        expect(results.filter(({ admitted }) => admitted)).toHaveLength(60)
        expect(await usedBy(store, caller, '2026-11')).toEqual(counts({ protocols: 60 }))
      })

      test.runIf(isExact)(
        `${MANY} requests at once over two instances admit exactly 60`,
        async () => {
          const caller = aCaller()
          const other = await backend.open()
          const results = await Promise.all(
            Array.from({ length: MANY }, (_, n) =>
              (n % 2 ? store : other).hit(aHit({ caller, meter: meterOf(caller) })),
            ),
          )

          expect(results.filter(({ admitted }) => admitted)).toHaveLength(60)
          expect(await usedBy(other, caller, '2026-11')).toEqual(counts({ protocols: 60 }))
          await other.close()
        },
      )

      test('every admitted request of a burst sees another count', async () => {
        const caller = aCaller()
        const results = await Promise.all(
          Array.from({ length: 60 }, () => store.hit(aHit({ caller }))),
        )

        const seen = new Set(results.map(({ burstUsed }) => burstUsed))
        expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
      })

      test('callers do not spend what belongs to others', async () => {
        const [one, two] = [aCaller(), `${aCaller()}:key_public_test`]
        await hitTimes(store, 60, { caller: one })

        expect((await store.hit(aHit({ caller: two }))).burstUsed).toBe(1)
        expect((await store.hit(aHit({ caller: one }))).admitted).toBe(false)
      })

      test('a lower limit holds from the next request on, a higher one too', async () => {
        const caller = aCaller()
        await hitTimes(store, 10, { caller })

        const lower = await store.hit(aHit({ caller, limits: { burst: 5, daily: 1_000 } }))
        const higher = await store.hit(aHit({ caller, limits: { burst: 600, daily: 1_000 } }))

        expect(lower).toEqual({ admitted: false, burstUsed: 10, dailyUsed: 10 })
        expect(higher).toEqual({ admitted: true, burstUsed: 11, dailyUsed: 11 })
      })
    })

    describe('a network', () => {
      const NETWORK = { burst: 8, daily: 12 }
      const both = { burst: 5, daily: 100 }

      test('refuses a request over the limit of the network, and counts it for no caller', async () => {
        const network = { caller: aCaller(), limits: NETWORK }
        const [one, two] = [aCaller(), aCaller()]
        await hitTimes(store, 5, { caller: one, limits: both, others: [network] })
        const later = await hitTimes(store, 5, { caller: two, limits: both, others: [network] })

        expect(later.map(({ admitted }) => admitted)).toEqual([true, true, true, false, false])
        // The network has nothing left in the minute, so neither has any of its callers; in the day each has what the network has left.
        expect(later.at(-1)).toEqual({
          ...{ admitted: false, burstUsed: 5, dailyUsed: 96 },
          refusedBy: { caller: network.caller, window: 'minute' },
        })
        const next = await hitTimes(store, 5, {
          caller: two,
          limits: both,
          others: [network],
          now: NOON + MINUTE_MS,
        })
        expect(next.map(({ admitted }) => admitted)).toEqual([true, true, true, true, false])
        expect(next.at(-1)).toMatchObject({ burstUsed: 4, dailyUsed: 100 })
        expect(next.at(-1)?.refusedBy).toEqual({ caller: network.caller, window: 'day' })
        expect(await store.hit(aHit({ caller: two, limits: both }))).toMatchObject({ dailyUsed: 8 })
      })

      test('counts nothing for a caller that its own limits refuse', async () => {
        const network = { caller: aCaller(), limits: NETWORK }
        await hitTimes(store, 20, { caller: aCaller(), limits: both, others: [network] })

        const other = await store.hit(aHit({ limits: both, others: [network] }))
        expect(other).toEqual({ admitted: true, burstUsed: 3, dailyUsed: 94 })
      })

      test.runIf(isExact)(`of ${MANY} callers at once admits its limit and no more`, async () => {
        const network = { caller: aCaller(), limits: { burst: 60, daily: 1_000 } }
        const other = await backend.open()
        const results = await Promise.all(
          Array.from({ length: MANY }, (_, n) =>
            (n % 2 ? store : other).hit(aHit({ others: [network] })),
          ),
        )

        expect(results.filter(({ admitted }) => admitted)).toHaveLength(60)
        await other.close()
      })
    })

    describe('a quiet second count', () => {
      const SCANS = { burst: 3, daily: 4 }
      const limits = { burst: 60, daily: 1_000 }

      test('refuses requests beyond it, and is reported only then', async () => {
        const caller = aCaller()
        const others = [{ caller: `${caller}:scans`, limits: SCANS, isQuiet: true }]
        const scans = await hitTimes(store, 5, { caller, limits, others })

        expect(scans.map(({ admitted }) => admitted)).toEqual([true, true, true, false, false])
        expect(scans[2]).toEqual({ admitted: true, burstUsed: 3, dailyUsed: 3 })
        expect(scans[3]).toMatchObject({ admitted: false, burstUsed: 60, dailyUsed: 999 })
        // Nothing was spent by what was refused, and other requests go on.
        const other = await store.hit(aHit({ caller, limits }))
        expect(other).toEqual({ admitted: true, burstUsed: 4, dailyUsed: 4 })
      })
    })

    describe('several counters', () => {
      const WIDE = { burst: 1_000, daily: 1_000 }

      test('each counts its own cost, all or none, and the longest window that refuses is named', async () => {
        const [minute, day] = [`${aCaller()}:a`, `site:${aCaller()}`]
        const others = [
          { caller: minute, limits: { burst: 3, daily: 100 } },
          { caller: day, limits: { burst: 100, daily: 25 }, cost: 10, isStrict: true },
        ]
        const hit = (now = NOON) => store.hit(aHit({ limits: WIDE, others, now }))

        expect((await hit()).admitted).toBe(true)
        expect((await hit()).admitted).toBe(true)
        const full = { caller: day, window: 'day' }
        expect(await hit()).toMatchObject({ admitted: false, refusedBy: full })
        expect(await hit(NOON + MINUTE_MS)).toMatchObject({ admitted: false, refusedBy: full })
        // What was refused was spent nowhere: of 25, 5 are left.
        const small = { caller: day, limits: { burst: 100, daily: 25 }, cost: 5, isStrict: true }
        expect((await store.hit(aHit({ limits: WIDE, others: [small] }))).admitted).toBe(true)
        const one = { caller: minute, limits: { burst: 3, daily: 100 } }
        expect((await store.hit(aHit({ limits: WIDE, others: [one] }))).admitted).toBe(true)
        const next = await store.hit(aHit({ limits: WIDE, others: [one] }))
        expect(next.refusedBy).toEqual({ caller: minute, window: 'minute' })
        expect((await hit(NOON + DAY_MS)).admitted).toBe(true)
      })

      test("the caller's own counts its cost too", async () => {
        const caller = aCaller()
        const limits = { burst: 100, daily: 100 }
        await store.hit(aHit({ caller, limits, cost: 60 }))
        expect((await store.hit(aHit({ caller, limits, cost: 41 }))).admitted).toBe(false)
        expect(await store.hit(aHit({ caller, limits, cost: 40 }))).toMatchObject({
          ...{ admitted: true, burstUsed: 100, dailyUsed: 100 },
        })
      })

      test('a strict one is never passed by four instances at once', async () => {
        const budget = { caller: `site:${aCaller()}`, limits: { burst: 1_000, daily: 30 } }
        const others = [{ ...budget, cost: 3, isStrict: true }]
        const instances = await Promise.all(Array.from({ length: 4 }, () => backend.open()))
        const results = await Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            instances[n % 4]?.hit(aHit({ limits: WIDE, others })),
          ),
        )
        const admitted = results.filter((result) => result?.admitted).length
        expect(admitted).toBeLessThanOrEqual(10)
        expect(admitted).toBeGreaterThan(0)
        if (isExact) expect(admitted).toBe(10)
        await Promise.all(instances.map((one) => one.close()))
      })
    })

    describe('a clock that jumps', () => {
      test('over a minute and back: the minute is found as it was left', async () => {
        const caller = aCaller()
        await hitTimes(store, 60, { caller })
        await store.hit(aHit({ caller, now: NOON + MINUTE_MS }))

        const back = await store.hit(aHit({ caller }))

        expect(back).toEqual({ admitted: false, burstUsed: 60, dailyUsed: 61 })
      })

      test('over a day and back: the day is found as it was left', async () => {
        const caller = aCaller()
        const limits = { burst: 100, daily: 20 }
        await hitTimes(store, 20, { caller, limits })
        await store.hit(aHit({ caller, limits, now: NOON + DAY_MS }))

        const back = await store.hit(aHit({ caller, limits, now: NOON + 5 * MINUTE_MS }))

        expect(back).toEqual({ admitted: false, burstUsed: 0, dailyUsed: 20 })
      })

      test('over a month and back: both months keep their own count', async () => {
        const caller = aCaller()
        await hitTimes(store, 2, { caller, meter: meterOf(caller) })
        await store.hit(aHit({ caller, meter: meterOf(caller), now: Date.UTC(2027, 1, 3) }))
        await store.hit(aHit({ caller, meter: meterOf(caller), now: NOON + 1 }))

        expect(await usedBy(store, caller, '2026-11')).toEqual(counts({ protocols: 3 }))
        expect(await usedBy(store, caller, '2027-02')).toEqual(counts({ protocols: 1 }))
      })

      test('by years in either direction: requests are answered all the same', async () => {
        const caller = aCaller()
        for (const now of [NOON, 0, Date.UTC(2099, 0, 1), NOON]) {
          expect((await store.hit(aHit({ caller, meter: meterOf(caller), now }))).admitted).toBe(
            true,
          )
        }
        expect(await usedBy(store, caller, '2026-11')).toEqual(counts({ protocols: 2 }))
      })
    })

    describe('meters', () => {
      test('count by key, month and endpoint group', async () => {
        const [one, two] = [aCaller(), aCaller()]
        for (const [n, group] of ENDPOINT_GROUPS.entries()) {
          await hitTimes(store, n + 1, { caller: one, meter: meterOf(one), group })
        }
        await store.hit(aHit({ caller: two, meter: meterOf(two), group: 'wallet' }))

        expect(await usedBy(store, one, '2026-11')).toEqual({
          protocols: 1,
          wallet: 2,
          screener: 3,
          other: 4,
        })
        expect(await usedBy(store, two, '2026-11')).toEqual(counts({ wallet: 1 }))
      })

      test('the last millisecond of a month belongs to it and the next one does not', async () => {
        const caller = aCaller()
        const nextMonth = Date.UTC(2026, 11, 1)
        await store.hit(aHit({ caller, meter: meterOf(caller), now: nextMonth - 1 }))
        await store.hit(aHit({ caller, meter: meterOf(caller), now: nextMonth }))

        expect(await usedBy(store, caller, '2026-11')).toEqual(counts({ protocols: 1 }))
        expect(await usedBy(store, caller, '2026-12')).toEqual(counts({ protocols: 1 }))
      })

      test('an unknown key and an unused month have used nothing', async () => {
        expect(await usedBy(store, 'key_unknown', '2026-11')).toEqual(counts({}))
        expect(await usedBy(store, 'key_unknown', '1999-01')).toEqual(counts({}))
      })

      test('a caller without a key moves no meter', async () => {
        const caller = aCaller()
        await store.hit(aHit({ caller }))

        expect(await usedBy(store, caller, '2026-11')).toEqual(counts({}))
      })

      test('a third instance reads the counts of two closed ones', async () => {
        const caller = aCaller()
        const limits = { burst: 10_000, daily: 10_000 }
        const each = runs(250).numRuns
        const pair = [await backend.open(), await backend.open()]
        await Promise.all(
          pair.flatMap((one) =>
            Array.from({ length: each }, () =>
              one.hit(aHit({ caller, meter: meterOf(caller), limits })),
            ),
          ),
        )
        for (const one of pair) await one.close()

        const third = await backend.open()
        expect(await usedBy(third, caller, '2026-11')).toEqual(counts({ protocols: 2 * each }))
        expect((await third.hit(aHit({ caller, meter: meterOf(caller), limits }))).dailyUsed).toBe(
          2 * each + 1,
        )
        await third.close()
      })
    })

    const full: AccountBackend = {
      store: () => store,
      another: async () => backend.open(),
      contents: () => backend.contents(),
      isExact,
      isThorough: isExact || isExhaustive(),
    }
    describe('keys', () => keyTests(full))
    describe('accounts', () => accountTests(full))
    describe('webhooks', () => webhookTests(full))

    test('no key and no address is stored, only what they hash to', async () => {
      const ip = '198.51.100.77'
      const { key, record } = await issueKey(store, {
        environment: 'live',
        plan: 'free',
        secret: SECRET,
        now: new Date(NOON),
        randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      })
      const other = await backend.open()
      await other.findKey(await digestOf(SECRET, key))
      await other.hit(aHit({ caller: record.id, meter: meterOf(record.id) }))
      const address = (await addressIds(SECRET, ip)).address
      await other.hit(aHit({ caller: address }))
      await other.close()

      const contents = await backend.contents()
      expect(contents).toContain(record.digest)
      expect(contents).toContain(address)
      expect(contents).not.toContain(key.slice(9, 39))
      expect(contents).not.toContain(ip)
      expect(contents).not.toContain(SECRET)
    })
  })
}

/** The meter of a key without an account. */
export function meterOf(keyId: string): Meter {
  return { owner: keyId, keyId }
}

/** What an owner used in a month, all days together. */
export async function usedBy(
  store: StateStore,
  owner: string,
  month: string,
): Promise<UsageCounts> {
  return sumOfDays(await store.usage(owner, month))
}

/** A new caller. */
export function aCaller(): string {
  serial += 1
  return `key_${serial.toString(16).padStart(16, '0')}`
}

export function aHit(hit: Partial<Hit> = {}): Hit {
  return { caller: aCaller(), limits: LIMITS, group: 'protocols', meter: null, now: NOON, ...hit }
}

function counts(some: Partial<Record<(typeof ENDPOINT_GROUPS)[number], number>>) {
  return { protocols: 0, wallet: 0, screener: 0, other: 0, ...some }
}

async function hitTimes(store: StateStore, times: number, hit: Partial<Hit>): Promise<HitResult[]> {
  const results: HitResult[] = []
  for (let n = 0; n < times; n++) results.push(await store.hit(aHit(hit)))
  return results
}
