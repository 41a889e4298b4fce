import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchRoute } from '../../api/routes/routes.ts'
import { errorDocument } from '../../contract/responses.ts'
import { isGated } from '../../host/node/target.ts'
import { PLAIN_CAPABILITIES } from '../black-box/client.ts'
import { allRows } from '../black-box/reading.ts'
import { publishedSeed } from '../published/published-seed.ts'
import { ALIAS, RETIRED } from '../published/two-snapshots.ts'
import { validateResponse } from './conformance.ts'
import { burst, type FuzzRequest, requests } from './fuzz-requests.ts'
import { issueKeys, type RunningHost, startNodeHost } from './node-target.ts'
import { RawConnection, type RawReply } from './raw-exchange.ts'

const SEED = 20_260_707
const CONNECTIONS = 12

/** Requests of one day. */
const A_DAY = 500

/** An address has 60 a minute, and these take less than one: at most two minutes' worth of them is admitted. */
const BURST = 150
const LEAST_REFUSED = BURST - 2 * 60

/** Windows end while requests come in: each asks for the time a few times. */
const TICK_MS = 20

const LEAKS = [/\bat .*\.[jt]s:\d/, /node:/, /\/(src|dist|tmp|node_modules)\//]

const CLIENT_HEADER = 'x-client-address'

let host: RunningHost
let arbitrary: fc.Arbitrary<FuzzRequest>
let secrets: string[]
let now = Date.UTC(2026, 6, 7, 23, 50, 0)

/**
 * Declares the test that sends this many seeded requests to a Node host. Each proper status must be answered more often than
 * `leastOfEach`.
 */
export function describeFuzz(count: number, leastOfEach: number): void {
  beforeAll(async () => {
    host = await startNodeHost({
      distDir: await publishedSeed(),
      now: () => {
        now += TICK_MS
        return now
      },
      trustProxy: CLIENT_HEADER,
    })
    const keys = await issueKeys(host.state)
    secrets = [keys.free, keys.pro, keys.revoked, keys.testFree, keys.testPro, ...keys.spare]
    const target = {
      baseUrl: host.baseUrl,
      keys,
      capabilities: { ...PLAIN_CAPABILITIES, alias: ALIAS, retired: RETIRED },
      world: null,
    }
    const rows = [...(await allRows(target)), ...(await allRows(target, '', { key: keys.testPro }))]
    const ids = [...rows.map(({ id }) => id), ALIAS.former]
    arbitrary = requests({ ids, keys: secrets, clientHeader: CLIENT_HEADER })
  })

  afterAll(async () => {
    await host.stop()
  })

  test(`${count} requests, valid, broken and hostile, are all answered as described`, async () => {
    const port = Number(new URL(host.baseUrl).port)
    const faults: string[] = []
    const seen = new Map<string, number>()
    const work = async (connection: RawConnection, requests: FuzzRequest[]) => {
      for (;;) {
        const request = requests.pop()
        if (!request || faults.length > 10) break
        const { bytes, method, wellFormed } = request
        try {
          const reply = await connection.exchange(bytes, method, !wellFormed)
          const found = reply ? check(request, reply) : wellFormed ? ['no response'] : []
          const kind = `${wellFormed ? 'proper' : 'broken'} ${reply?.status ?? 'dropped'}`
          seen.set(kind, (seen.get(kind) ?? 0) + 1)
          for (const fault of found) faults.push(`${shown(request)} → ${reply?.status}: ${fault}`)
        } catch (error) {
          faults.push(`${shown(request)} → ${error}`)
        }
      }
    }
    const connections = Array.from({ length: CONNECTIONS }, () => new RawConnection(port))
    for (let day = 0; day < count / A_DAY; day += 1) {
      const today = requestsOf(day).reverse()
      await Promise.all(connections.map((connection) => work(connection, today)))
      // Bytes that are no request all count for one address, whose day would run out. Nothing is under way when it ends: a
      // chain that is a day behind is rightly refused.
      now += 86_400_000
    }
    for (const connection of connections) connection.close()
    expect(faults).toEqual([])
    expect(host.faults).toEqual([])
    // The stream reached every part of the service, and not only its errors.
    for (const status of [200, 204, 304, 400, 401, 403, 404, 405, 422]) {
      expect(seen.get(`proper ${status}`) ?? 0, `answers of ${status}`).toBeGreaterThan(leastOfEach)
    }
    expect(seen.get('proper 429') ?? 0, 'answers of 429').toBeGreaterThanOrEqual(LEAST_REFUSED)
    const last = `GET /v1/health HTTP/1.1\r\nHost: x\r\n${CLIENT_HEADER}: 203.0.113.1\r\nConnection: close\r\n\r\n`
    const answered = await new RawConnection(port).exchange(Buffer.from(last), 'GET', false)
    expect(answered?.status).toBe(200)
  }, 1_800_000)
}

/** The requests of one day, the same for the same day; those of the first include a burst of one address. */
function requestsOf(day: number): FuzzRequest[] {
  const fresh = (numRuns: number) => fc.sample(arbitrary, { numRuns, seed: SEED + day })
  if (day > 0) return fresh(A_DAY)
  return fresh(A_DAY - BURST).toSpliced(100, 0, ...burst(CLIENT_HEADER, BURST))
}

function check(request: FuzzRequest, reply: RawReply): string[] {
  const { status, headers, body } = reply
  const { pathname, method, wellFormed } = request
  const leaks = status < 400 ? [] : LEAKS.filter((pattern) => pattern.test(body))
  if (headers.has('x-evil') || headers.has('set-cookie')) leaks.push(/smuggled header/)
  const leaked = secrets.filter((key) => body.includes(key.slice(9)))
  const found = [...leaks.map((leak) => `leaks ${leak}`), ...leaked.map(() => 'contains a key')]
  if (!wellFormed) return [...found, ...refusalFaults(reply)]
  if (!isGated(pathname)) {
    return [200, 206, 304, 404, 405].includes(status) ? found : [...found, 'no page answers so']
  }
  const route = matchRoute(pathname)?.route.id ?? null
  // Scans find a world where nothing answers.
  const isScan = route === 'wallet' && (status === 503 || status === 502)
  if (status >= 500 && !isScan) found.push('a 5xx')
  const isPublic = /^\/v1(\/|$)/.test(pathname)
  // Beside `/v1` every method is answered alike: there is nothing.
  const asked = isPublic || method === 'HEAD' ? method : 'GET'
  return [...found, ...validateResponse(route, status, headers, body, asked)]
}

/** Bytes that are not proper HTTP may also be taken for a request by chance. */
function refusalFaults({ status, headers, body }: RawReply): string[] {
  const isJson = headers.get('content-type')?.startsWith('application/json')
  const parsed =
    status >= 400 && isJson && body !== '' ? errorDocument.safeParse(JSON.parse(body)) : null
  if (status >= 500 && status !== 503 && parsed?.data?.error.code !== 'NAME_RESOLUTION_FAILED') {
    return ['a 5xx']
  }
  if (!parsed) return []
  if (!parsed.success) return ['the error has no envelope']
  return headers.has('x-ratelimit-remaining') ? [] : ['no headers of limits']
}

function shown({ bytes }: FuzzRequest): string {
  return JSON.stringify(bytes.toString('latin1').slice(0, 400))
}
