import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../domain/day.ts'
import { aRecord } from '../../testing/api/key-contract.ts'
import { aHit, describeState, meterOf, usedBy } from '../../testing/api/state-contract.ts'
import { isExhaustive } from '../../testing/runs.ts'
import { runOnState } from '../../testing/state/state-process.ts'
import { contentsOfBefore, expectContentsOfBefore } from '../../testing/state/version-0.1.0.ts'
import { folderOfTest, makeFolder, removeFolder } from '../../testing/temporary-folder.ts'
import { MINUTE_MS } from '../time-window.ts'
import { SQLITE_DEADLINE_MS } from './faults.ts'
import { openSqliteState } from './store.ts'
import { STATE_TABLES } from './tables.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = folderOfTest()
  file = path.join(folder, 'state.sqlite')
})

describeState(
  'state in SQLite',
  async () => {
    const own = makeFolder()
    return {
      open: () => openSqliteState(path.join(own, 'state.sqlite')),
      contents: async () =>
        readdirSync(own)
          .map((name) => readFileSync(path.join(own, name), 'latin1'))
          .join('\n'),
      stop: async () => removeFolder(own),
    }
  },
  { isExact: true },
)

describe('two processes on one file', () => {
  test('2,000 requests at once against a limit of 60 admit exactly 60', async () => {
    const admitted = await race(1_000, 60)

    expect(admitted[0] + admitted[1]).toBe(60)
  })

  test.runIf(isExhaustive())(
    'without a limit in the way both are admitted in full, and nothing is lost',
    async () => {
      expect(await race(1_500, 1_000_000)).toEqual([1_500, 1_500])

      const store = openSqliteState(file)
      expect((await usedBy(store, 'key_race', '2026-11')).protocols).toBe(3_000)
      await store.close()
    },
  )
})

describe('requests of one turn', () => {
  test('are counted when their promises resolve, as another process sees', async () => {
    const store = openSqliteState(file)
    const caller = 'key_a'
    await Promise.all([1, 2, 3].map(() => store.hit(aHit({ caller, meter: meterOf(caller) }))))

    const db = new Database(file, { readonly: true })
    expect(
      db.prepare('SELECT used FROM minutes UNION ALL SELECT used FROM days').pluck().all(),
    ).toEqual([3, 3])
    expect(db.prepare('SELECT used FROM meters').pluck().all()).toEqual([3])
    db.close()
    await store.close()
  })

  test('see what those before them counted, also of a row that is read again meanwhile', async () => {
    const store = openSqliteState(file)
    const [caller, limits] = ['key_a', { burst: 4, daily: 9 }]
    await store.hit(aHit({ caller, limits }))
    // Whose usage it is changes what is remembered of a caller.
    const meters = [meterOf(caller), null, meterOf(caller), null]
    const hits = await Promise.all(
      meters.map((meter) => store.hit(aHit({ caller, limits, meter }))),
    )
    expect(hits.map(({ burstUsed }) => burstUsed)).toEqual([2, 3, 4, 4])
    expect(hits.map(({ admitted }) => admitted)).toEqual([true, true, true, false])
    await store.close()
  })

  test('one that cannot be counted fails alone, and the others are counted once', async () => {
    const store = openSqliteState(file)
    const hit = aHit({ meter: meterOf('key_a') })
    const outcomes = await Promise.allSettled([
      store.hit(hit),
      store.hit(aHit({ now: Number.NaN })),
      store.hit(hit),
    ])

    expect(outcomes).toMatchObject([
      { value: { admitted: true, burstUsed: 1, dailyUsed: 1 } },
      { status: 'rejected', reason: { code: 'STATE_UNUSABLE' } },
      { value: { admitted: true, burstUsed: 2, dailyUsed: 2 } },
    ])
    expect((await usedBy(store, 'key_a', '2026-11')).protocols).toBe(2)
    await store.close()
  })

  test('a damaged key record fails alone', async () => {
    const store = openSqliteState(file)
    const [damaged, whole] = [aRecord(), aRecord()]
    for (const record of [damaged, whole]) await store.insertKey(record)
    const db = new Database(file)
    db.prepare("UPDATE records SET text = replace(text, 'free', 'gold') WHERE name = ?").run(
      `keys/digests/${damaged.digest}`,
    )
    db.close()

    const lookUps = [damaged, whole].map(({ digest }) => store.findKey(digest))
    expect(await Promise.allSettled(lookUps)).toMatchObject([
      { status: 'rejected', reason: { code: 'STATE_UNUSABLE' } },
      { value: whole },
    ])
    await store.close()
  })

  test('are counted before the store is closed', async () => {
    const store = openSqliteState(file)
    const hit = store.hit(aHit({ meter: meterOf('key_a') }))
    await store.close()

    expect((await hit).admitted).toBe(true)
    const again = openSqliteState(file)
    expect((await usedBy(again, 'key_a', '2026-11')).protocols).toBe(1)
    await again.close()
  })
})

test('a change by another process applies to the next request', async () => {
  const [store, other] = [openSqliteState(file), openSqliteState(file)]
  const record = aRecord()
  await store.insertKey(record)
  expect(await other.findKey(record.digest)).toEqual(record)
  const hit = aHit({ meter: meterOf(record.id) })
  await other.hit(hit)

  const revokedAt = '2026-11-21T13:00:00.000Z'
  await store.updateKey(record.id, { revokedAt })
  await store.hit(hit)

  expect(await other.findKey(record.digest)).toEqual({ ...record, revokedAt })
  expect(await other.hit(hit)).toEqual({ admitted: true, burstUsed: 3, dailyUsed: 3 })
  for (const one of [store, other]) await one.close()
})

test('a file of before version 0.1.0 is refused with what opens it', () => {
  const db = new Database(file)
  db.pragma('user_version = 5')
  db.close()
  expect(() => openSqliteState(file)).toThrow('before version 0.1.0, which opens it once')
})

/** A state file of version 0.1.0, with changes to it. */
function writeFileOfBefore(changes = ''): void {
  const db = new Database(file)
  db.exec(STATE_TABLES[0] ?? '')
  db.exec(contentsOfBefore() + changes)
  db.pragma('user_version = 6')
  db.close()
}

test('a file of version 0.1.0 keeps keys, accounts, sessions, webhooks, alerts and usage', async () => {
  writeFileOfBefore()
  const store = openSqliteState(file)
  await expectContentsOfBefore(store)
  expect(await store.spend('nonce of before', Date.UTC(2099, 0, 1), Date.now())).toBe(false)
  await store.close()
})

test('a file of version 0.1.0 that is damaged in one place keeps the rest', async () => {
  writeFileOfBefore(
    "UPDATE webhooks SET watch = 'no JSON'; UPDATE deliveries SET last_attempt = '{'",
  )
  const store = openSqliteState(file)
  expect(await store.listKeys()).toHaveLength(3)
  await expect(store.listWebhooks()).rejects.toMatchObject({ code: 'STATE_UNUSABLE' })
  await store.close()
})

test('sessions and spent names that are over are deleted when others are added', async () => {
  const store = openSqliteState(file)
  const session = (n: number) => ({
    digest: `digest ${n}`,
    accountId: 'acc_a',
    createdAt: new Date(n * DAY_MS).toISOString(),
    expiresAt: new Date((n + 7) * DAY_MS).toISOString(),
  })
  for (const n of [1, 2, 20]) await store.insertSession(session(n), 5)
  for (const n of [1, 2, 20]) await store.spend(`nonce ${n}`, n * DAY_MS, n * DAY_MS)
  await store.close()

  const db = new Database(file, { readonly: true })
  const names = db.prepare<[], string>('SELECT name FROM records ORDER BY name').pluck().all()
  expect(names).toEqual([
    'sessions/accounts/acc_a/1970-01-28T000000000Z/digest 20',
    'sessions/digests/digest 20',
    expect.stringMatching(/^spent\/ends\/1970-01-21\/[0-9a-f]{64}$/),
    expect.stringMatching(/^spent\/names\/[0-9a-f]{64}$/),
  ])
  db.close()
})

describe('a file that another process holds', () => {
  test('requests are rejected at the deadline, and others run meanwhile', async () => {
    const store = openSqliteState(file)
    const holder = holdOf(file)
    let ticks = 0
    const ticker = setInterval(() => ticks++, 5)
    const started = performance.now()

    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => store.hit(aHit())))

    const took = performance.now() - started
    clearInterval(ticker)
    holder.release()
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'STATE_UNUSABLE' } })
    }
    expect(took).toBeGreaterThanOrEqual(SQLITE_DEADLINE_MS - 5)
    expect(ticks).toBeGreaterThan(10)
    expect((await store.hit(aHit())).admitted).toBe(true)
    await store.close()
  })

  test('a request that waits is counted when the file is free in time', async () => {
    const store = openSqliteState(file)
    const holder = holdOf(file)
    setTimeout(() => holder.release(), 50)

    expect(await store.hit(aHit())).toEqual({ admitted: true, burstUsed: 1, dailyUsed: 1 })
    await store.close()
  })

  test('keys can be read all the while', async () => {
    const store = openSqliteState(file)
    const holder = holdOf(file)

    expect(await store.findKey('f'.repeat(64))).toBeNull()
    holder.release()
    await store.close()
  })
})

describe('a file that cannot be used', () => {
  const unusable = (reason: RegExp) =>
    expect.objectContaining({ code: 'STATE_UNUSABLE', message: expect.stringMatching(reason) })

  test('one that may not be written is refused when it is opened', async () => {
    await openSqliteState(file).close()
    chmodSync(file, 0o444)
    chmodSync(folder, 0o555)

    expect(() => asOtherUser(() => openSqliteState(file))).toThrow(
      unusable(/it is read-only|cannot be opened/),
    )
    chmodSync(folder, 0o777)
    expect(() => asOtherUser(() => openSqliteState(file))).toThrow(
      unusable(/it is read-only|cannot be opened/),
    )
  })

  test('a folder that may not be written is refused', () => {
    chmodSync(folder, 0o555)
    const inside = path.join(folder, 'deeper', 'state.sqlite')

    expect(() => asOtherUser(() => openSqliteState(file))).toThrow(unusable(/cannot be opened/))
    expect(() => asOtherUser(() => openSqliteState(inside))).toThrow(unusable(/it is read-only/))
  })

  test('a file that is something else is refused', () => {
    writeFileSync(
      file,
      'this is a letter to a friend, and it is long enough to be read as a header\n'.repeat(99),
    )

    expect(() => openSqliteState(file)).toThrow(unusable(/damaged or not a state file/))
  })

  test('a file of a newer Plimsoll is refused', async () => {
    await openSqliteState(file).close()
    const db = new Database(file)
    db.pragma('user_version = 99')
    db.close()

    expect(() => openSqliteState(file)).toThrow(unusable(/newer Plimsoll/))
  })

  test('a disk that takes no more rejects the request, keeps what was counted and ends no process', async () => {
    const code = `
      const { openSqliteState } = await import(process.argv[1])
      const store = openSqliteState(process.argv[2])
      let admitted = 0
      let fault = null
      while (!fault && admitted < 5000) {
        const hit = { caller: 'key_' + admitted, meter: { owner: 'key_full', keyId: 'key_full' }, group: 'other', now: ${Date.UTC(2026, 10, 21)},
          limits: { burst: 60, daily: 60 } }
        await store.hit(hit).then(() => admitted++, (error) => { fault = error })
      }
      console.log(JSON.stringify({ admitted, code: fault?.code, message: fault?.message }))
      process.exit()`
    const module = new URL('./store.ts', import.meta.url).href
    const words = [process.execPath, '--input-type=module', '-e', code, module, file]
    // No file may grow past a megabyte.
    const text = execFileSync('bash', ['-c', 'ulimit -f 1024; exec "$@"', 'bash', ...words], {
      encoding: 'utf8',
    })

    const { admitted, ...fault } = JSON.parse(text)
    expect(fault).toEqual(unusable(/disk/))
    expect(admitted).toBeGreaterThan(30)
    const store = openSqliteState(file)
    expect((await usedBy(store, 'key_full', '2026-11')).other).toBe(admitted)
    await store.close()
  })

  test('a store that was closed rejects', async () => {
    const store = openSqliteState(file)
    await store.close()

    await expect(store.hit(aHit())).rejects.toEqual(unusable(/./))
  })
})

describe('old windows', () => {
  const NOON = Date.UTC(2026, 10, 21, 12)
  const rows = () => {
    const db = new Database(file, { readonly: true })
    const count = db
      .prepare('SELECT (SELECT count(*) FROM minutes) + (SELECT count(*) FROM days)')
      .pluck()
      .get()
    db.close()
    return count
  }

  test('are deleted when the callers’ clock is past them, and meters are not', async () => {
    const store = openSqliteState(file)
    for (let n = 0; n < 100; n++) await store.hit(aHit({ meter: meterOf('key_a'), now: NOON }))
    expect(rows()).toBe(200)

    await store.hit(aHit({ now: NOON + 11 * MINUTE_MS }))
    expect(rows()).toBe(102)

    await store.hit(aHit({ now: NOON + 3 * DAY_MS }))
    expect(rows()).toBe(2)
    expect((await usedBy(store, 'key_a', '2026-11')).protocols).toBe(100)
    await store.close()
  })

  test('that were deleted start anew, also for a caller who was counted in them before', async () => {
    const store = openSqliteState(file)
    const caller = 'key_a'
    for (let n = 0; n < 3; n++) await store.hit(aHit({ caller, now: NOON }))
    await store.hit(aHit({ now: NOON + 11 * MINUTE_MS }))

    const back = await store.hit(aHit({ caller, now: NOON }))
    expect(back).toEqual({ admitted: true, burstUsed: 1, dailyUsed: 4 })
    expect(await store.hit(aHit({ caller, now: NOON }))).toMatchObject({ burstUsed: 2 })
    await store.close()
  })

  test('are deleted a few at a time, so that no request waits for many', async () => {
    const store = openSqliteState(file)
    await Promise.all(Array.from({ length: 800 }, () => store.hit(aHit({ now: NOON }))))

    await store.hit(aHit({ now: NOON + 11 * MINUTE_MS }))
    expect(rows()).toBe(1_602 - 500)
    await store.hit(aHit({ now: NOON + 11 * MINUTE_MS + 5_000 }))
    expect(rows()).toBe(1_604 - 800)
    await store.close()
  })
})

describe('more addresses than are remembered', () => {
  const MAX_GUESTS = isExhaustive() ? 1_000 : 300
  const NOON = Date.UTC(2026, 10, 21, 12)
  const address = (n: number) => n.toString(16).padStart(64, '0')

  test('leave no more rows than guests are remembered, in a file that grows no further', async () => {
    const store = openSqliteState(file, { mostGuests: MAX_GUESTS })
    const sizes: number[] = []
    for (let n = 0; n < 6 * MAX_GUESTS; n++) {
      await store.hit(aHit({ caller: address(n), now: NOON + n }))
      if (n % (3 * MAX_GUESTS) === 3 * MAX_GUESTS - 1) sizes.push(pagesOf(file))
    }
    for (const table of ['minutes', 'days']) {
      expect(rowsOf(table)).toBeGreaterThanOrEqual(MAX_GUESTS)
      expect(rowsOf(table)).toBeLessThan(MAX_GUESTS + 2 * 250)
    }
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) * 1.1)
    await store.close()
  })

  test('take nothing from a counter of the site', async () => {
    const store = openSqliteState(file, { mostGuests: MAX_GUESTS })
    const limits = { burst: 9, daily: 9 }
    const others = [{ caller: 'site:sign-up', limits, cost: 9 }]
    await store.hit(aHit({ caller: address(-1), others }))
    for (let n = 0; n < 4 * MAX_GUESTS; n++)
      await store.hit(aHit({ caller: address(n), now: NOON }))
    await store.close()
    const again = openSqliteState(file, { mostGuests: MAX_GUESTS })
    expect((await again.hit(aHit({ caller: address(-2), others }))).admitted).toBe(false)
    await again.close()
  })

  test('take nothing from a key, and the last that came are still counted', async () => {
    const store = openSqliteState(file, { mostGuests: MAX_GUESTS })
    const own = { caller: 'key_a', meter: meterOf('key_a') }
    for (let n = 0; n < 5; n++) await store.hit(aHit({ ...own, now: NOON }))
    for (let n = 0; n < 4 * MAX_GUESTS; n++)
      await store.hit(aHit({ caller: address(n), now: NOON }))
    expect(await store.hit(aHit({ ...own, now: NOON }))).toMatchObject({
      burstUsed: 6,
      dailyUsed: 6,
    })
    const last = aHit({ caller: address(4 * MAX_GUESTS - 1), now: NOON })
    expect(await store.hit(last)).toMatchObject({ burstUsed: 2, dailyUsed: 2 })
    const first = aHit({ caller: address(0), now: NOON })
    expect(await store.hit(first)).toMatchObject({ burstUsed: 1 })
    await store.close()
  })
  const rowsOf = (table: string) => {
    const db = new Database(file, { readonly: true })
    const count = Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    db.close()
    return count
  }
  const pagesOf = (name: string) => {
    const db = new Database(name, { readonly: true })
    const pages = Number(db.pragma('page_count', { simple: true }))
    db.close()
    return pages
  }
})

describe('the file', () => {
  const modeOf = (name: string) => (statSync(name).mode & 0o777).toString(8)

  test('and all beside it is its owner’s alone, and so is a folder that is made for it', async () => {
    const inside = path.join(folder, 'deeper', 'state.sqlite')
    const store = openSqliteState(inside)
    await store.hit(aHit())
    for (const name of readdirSync(path.dirname(inside))) {
      expect(modeOf(path.join(folder, 'deeper', name)), name).toBe('600')
    }
    expect(modeOf(path.dirname(inside))).toBe('700')
    await store.close()
  })

  test('that all could read is closed to them when it is opened', async () => {
    await openSqliteState(file).close()
    chmodSync(file, 0o644)
    const store = openSqliteState(file)
    await store.hit(aHit())
    for (const name of readdirSync(folder))
      expect(modeOf(path.join(folder, name)), name).toBe('600')
    await store.close()
  })

  test('that is large and mostly empty shrinks when it is opened', async () => {
    await openSqliteState(file).close()
    const db = new Database(file)
    db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 340)
      INSERT INTO records (name, text) SELECT 'large/' || i, hex(zeroblob(25000)) FROM n`)
    db.exec("DELETE FROM records WHERE name GLOB 'large/*'")
    db.close()
    expect(statSync(file).size).toBeGreaterThan(16_400_000)
    const store = openSqliteState(file)
    expect(statSync(file).size).toBeLessThan(100_000)
    await store.close()
  })

  test('that its owner shares with a group stays shared', async () => {
    await openSqliteState(file).close()
    chmodSync(file, 0o660)
    await openSqliteState(file).close()
    expect(modeOf(file)).toBe('660')
  })

  test('that is deleted while it is used rejects within a second, and the one put in its place counts', async () => {
    let now = 0
    const store = openSqliteState(file, { clock: () => now })
    const record = aRecord()
    await store.insertKey(record)
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name))
    now += 1_000
    const gone = /its file is missing .*state\.sqlite/
    await expect(store.hit(aHit())).rejects.toThrow(gone)
    await expect(store.findKey(record.digest)).rejects.toThrow(gone)
    await expect(store.listKeys()).rejects.toThrow(gone)
    const other = openSqliteState(file)
    const another = aRecord()
    await other.insertKey(another)
    expect(await store.findKey(another.digest)).toEqual(another)
    expect(await store.findKey(record.digest)).toBeNull()
    const hit = aHit({ caller: 'key_a', meter: meterOf('key_a') })
    await store.hit(hit)
    expect(await other.hit(hit)).toMatchObject({ burstUsed: 2 })
    for (const one of [store, other]) await one.close()
  })
})

test.runIf(isExhaustive())(
  'the speed is measured: over 20,000 hits a second where this was written, 10,000 anywhere',
  async () => {
    const store = openSqliteState(file)
    const times = 20_000
    const before = process.cpuUsage()
    for (let n = 0; n < times; n++) {
      const caller = `key_${n % 500}`
      const limits = { burst: 1e9, daily: 1e9 }
      await store.hit(aHit({ caller, meter: meterOf(caller), limits, now: 1_795_262_400_000 + n }))
    }
    const { user, system } = process.cpuUsage(before)
    await store.close()
    const perSecond = Math.round((times / (user + system)) * 1e6)
    process.stdout.write(`SQLite: ${perSecond} hits a second of processor time\n`)
    expect(perSecond).toBeGreaterThan(10_000)
  },
)

/** Two processes that open the same new file at once, wait for each other, and then ask `times` times each. */
async function race(times: number, burst: number): Promise<[number, number]> {
  const hit = aHit({
    ...{ caller: 'key_race', meter: meterOf('key_race') },
    limits: { burst, daily: 1e9 },
  })
  const code = `
    console.log('ready')
    await new Promise((resolve) => process.stdin.once('data', resolve))
    const hit = ${JSON.stringify(hit)}
    const results = await Promise.all(Array.from({ length: ${times} }, () => store.hit(hit)))
    console.log(results.filter(({ admitted }) => admitted).length)`
  const children = [0, 1].map(() => runOnState(file, code))
  const ready = ({ child, ended }: (typeof children)[number]) =>
    Promise.race([ended, new Promise((resolve) => child.stdout?.once('data', resolve))])
  await Promise.all(children.map(ready))
  for (const { child } of children) child.stdin?.write('go\n')
  const texts = await Promise.all(children.map(({ ended }) => ended))
  const [one = 0, two = 0] = texts.map((text) => Number(text.trim().split('\n')[1]))
  return [one, two]
}

function holdOf(held: string): { release(): void } {
  const db = new Database(held)
  db.exec('BEGIN IMMEDIATE')
  return {
    release() {
      db.exec('ROLLBACK')
      db.close()
    },
  }
}

/** Root may write everything, so a test that runs as root does this as another user. */
function asOtherUser<T>(work: () => T): T {
  if (process.geteuid?.() !== 0 || !process.seteuid) return work()
  process.seteuid(65_534)
  try {
    return work()
  } finally {
    process.seteuid(0)
  }
}
