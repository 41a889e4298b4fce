import { beforeAll, describe, expect, test } from 'vitest'
import type { ProtocolDetail } from '../contract/documents.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import { openStore, type Store } from '../store/open.ts'
import {
  DAYS,
  HISTORY_BUDGET,
  isWithin,
  numberOf,
  PLAN,
  REFUSED,
  SILENT_PASTS,
} from './fixtures/ninety-days-plan.ts'
import { type DayRecord, runNinetyDays } from './fixtures/ninety-days-run.ts'
import {
  THE_DEAD,
  THE_DELISTED,
  THE_RENAMED,
  THE_ROBBED,
  Upstream,
} from './fixtures/ninety-days-upstream.ts'

let store: Store
let upstream: Upstream
let records: DayRecord[]

beforeAll(async () => {
  store = openStore(':memory:')
  upstream = new Upstream(20_260_101)
  records = await runNinetyDays(store, upstream)
}, 300_000)

const taken = () => records.filter(({ report }) => report !== null)
const at = (number: number) => records[number - 1] ?? expect.fail(`there is no day ${number}`)

describe('the report of every day', () => {
  test('a snapshot was taken on every day but those that had to be refused, and the last one stayed then', () => {
    const refused = records.filter(({ error }) => error).map(({ number }) => number)
    expect(refused).toEqual(REFUSED)
    for (const { number, report, snapshot, details } of records) {
      if (report) {
        expect(snapshot?.publicId).toBe(report.score.snapshot)
        continue
      }
      expect(snapshot).toEqual(at(number - 1).snapshot)
      expect(details).toEqual(at(number - 1).details)
    }
  })

  test('a refusal says what is gone and what to do; a shrink out of scope is none', () => {
    expect(at(PLAN.shrunk).error?.message).toMatch(
      /lists \d\d of the 61 protocols in scope .* set PLIMSOLL_ACCEPT_LOSS=defillama-protocols@2026-02-13-/,
    )
    expect(at(PLAN.inScopeGone).error?.message).toContain('lists 46 of the 61 protocols in scope')
    expect(at(PLAN.lossAccepted).text).toContain('Accepted: DefiLlama protocols lists 46 of the 61')
    expect(at(PLAN.lossAccepted + 1).text).not.toContain('Accepted:')
    expect(at(73).error?.message).toContain('The list of protocols was last read on 2026-03-10')
    expect(at(PLAN.outOfScopeGone).report?.score).toEqual(
      expect.objectContaining({ protocols: 61, scored: 61 }),
    )
  })

  test('every row is accounted for, and every source says how it went', () => {
    for (const { number, report } of taken()) {
      for (const { source, status, account } of report?.sources ?? []) {
        const isAway =
          (source === 'defillama-hacks' && isWithin(number, PLAN.hacksAway)) ||
          (source === 'defillama-chains' && isWithin(number, PLAN.hostDown)) ||
          (source === 'defillama-protocols' && isWithin(number, PLAN.registryAway))
        expect([status === 'failed', number, source]).toEqual([isAway, number, source])
        if (!account) continue
        const counts = [...Object.values(account.outOfScope), ...Object.values(account.refused)]
        const sum = counts.reduce<number>((all, count) => all + (count ?? 0), account.accepted)
        expect(sum).toBe(account.rows)
      }
    }
  })

  test('what is published is what upstream lists in scope, all of it scored', () => {
    for (const { number, report, stats, details, slugs } of taken()) {
      if (isWithin(number, PLAN.registryAway)) continue
      expect(report?.score.scored, `day ${number}`).toBe(slugs.size)
      expect(stats?.protocolCount).toBe(slugs.size)
      for (const slug of slugs.values()) expect(details.get(slug)?.composite).not.toBeNull()
    }
  })
})

describe('protocols that change', () => {
  test('a renamed one keeps its history, and its old slug leads to it until another takes it', () => {
    const [old, now] = [`harbour-${THE_RENAMED}`, 'harbour-renamed']
    expect(at(PLAN.renamed - 1).details.has(now)).toBe(false)
    expect(at(PLAN.renamed).details.get(now)?.scoreHistory).toHaveLength(PLAN.renamed)
    for (const day of [PLAN.renamed, PLAN.reused - 1]) {
      expect(at(day).details.get(old)).toEqual(at(day).details.get(now))
    }
    expect(at(PLAN.reused).details.get(old)).toMatchObject({ name: 'Harbour 60' })
  })

  test('one that died and one that is listed no more are scored no more', () => {
    for (const { number, details } of taken()) {
      expect(details.has(`harbour-${THE_DEAD}`), `day ${number}`).toBe(number < PLAN.died)
      expect(details.has(`harbour-${THE_DELISTED}`)).toBe(number < PLAN.delisted)
    }
  })

  test('a theft counts once through all corrections, also while its list is away', () => {
    for (const { number, details } of taken()) {
      const [theft, ...more] = details.get(`harbour-${THE_ROBBED}`)?.incidents ?? []
      expect(more).toEqual([])
      const lag = number >= PLAN.dayCorrected ? 2 : 1
      const told = theft ? numberOf(theft.exploitDate?.slice(0, 10) ?? '') : null
      expect(told, `day ${number}`).toBe(number < PLAN.stolen ? null : PLAN.stolen - lag)
    }
  })
})

describe('histories', () => {
  test('every one that can be read is read within days, whatever stands at the head of the list', () => {
    for (let number = 3; number <= DAYS; number += 1) {
      const isBusy = number < 8 || isWithin(number, [PLAN.listed, PLAN.listed + 1])
      const missing = unfilledOn(number).filter((place) => place >= SILENT_PASTS)
      if (!isBusy) expect(missing, `day ${number}`).toEqual([])
    }
    expect(unfilledOn(4)).toEqual(Array.from({ length: SILENT_PASTS }, (_, place) => place))
    expect(unfilledOn(DAYS)).toEqual([])
  })

  test('the silent ones are asked with growing distance, and never in place of others', () => {
    for (let place = 0; place < SILENT_PASTS; place += 1) {
      const tries = records.filter(({ requests }) =>
        requests.includes(`/protocol/harbour-${place}`),
      )
      const numbers = tries.map(({ number }) => number)
      const distances = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
      for (const [index, distance] of distances.entries()) {
        expect(distance).toBeGreaterThanOrEqual(Math.min(2 ** index, 32))
      }
      expect(numbers.length).toBeLessThanOrEqual(8)
      expect(numbers.at(-1)).toBeGreaterThanOrEqual(PLAN.historiesHeal)
    }
  })
})

describe('the requests of every day', () => {
  test('are a handful and the pasts that are due, never more than the budget', () => {
    for (const { number, requests } of records) {
      const pasts = requests.filter((path) => path.startsWith('/protocol/'))
      expect(pasts.length, `day ${number}`).toBeLessThanOrEqual(HISTORY_BUDGET)
      const probes = Math.ceil(pasts.length / 4)
      const files = number === 1 ? 4 : 0
      expect(requests.length - pasts.length).toBeLessThanOrEqual(8 + probes + files)
    }
    expect(at(80).requests.filter((path) => path.startsWith('/protocol/'))).toEqual([])
  })

  test('go no further into a host that is down than four pasts', () => {
    for (const number of PLAN.hostDown) {
      const pasts = at(number).requests.filter((path) => path.startsWith('/protocol/'))
      expect(pasts.length).toBeLessThanOrEqual(4)
    }
  })
})

describe('scores over time', () => {
  test('a trend is the difference to the snapshot that it names, 23 to 45 days old, of one method', () => {
    let compared = 0
    for (const { number, details } of taken()) {
      for (const [slug, { dimensions, scoreMetadata }] of unique(details)) {
        for (const key of DIMENSIONS) {
          const { score = null, trendSince = null } = scoreMetadata?.dimensions[key] ?? {}
          const trend = dimensions?.[key].trend
          if (trendSince === null) {
            expect(trend).toBe(0)
            continue
          }
          compared += 1
          const then = at(numberOf(trendSince))
          const age = number - then.number
          expect(age >= 23 && age <= 45, `${slug} on day ${number}`).toBe(true)
          expect(methodOn(then.number)).toBe(methodOn(number))
          const before =
            earlierDetail(then, slug)?.scoreMetadata?.dimensions[key].score ?? Number.NaN
          expect(trend).toBeCloseTo(Math.round(((score ?? Number.NaN) - before) * 100) / 100, 9)
        }
      }
    }
    expect(compared).toBeGreaterThan(10_000)
  })

  test('there is a trend as soon as there can be one, and none until then', () => {
    const day = (number: number) => at(number).details.get('harbour-0')?.scoreMetadata?.trendSince
    expect(day(23)).toBeNull()
    expect(numberOf(day(24) ?? '')).toBe(1)
    expect(numberOf(day(40) ?? '')).toBe(10)
    for (let number = PLAN.methodChanged; number < PLAN.methodChanged + 23; number += 1) {
      expect(day(number), `day ${number}`).toBeNull()
    }
    expect(numberOf(day(PLAN.methodChanged + 23) ?? '')).toBe(PLAN.methodChanged)
  })

  test('the delta of the week is the mean over those scored on both days', () => {
    for (const { number, stats, details } of taken()) {
      const since = stats?.globalRiskDelta7dSince ?? null
      const earliest = number < PLAN.methodChanged ? 1 : PLAN.methodChanged
      expect(since === null, `day ${number}`).toBe(number < earliest + 5)
      if (since === null) {
        expect(stats?.globalRiskDelta7d).toBeNull()
        continue
      }
      const then = at(numberOf(since))
      expect(isWithin(number - then.number, [5, 10])).toBe(true)
      const deltas = unique(details).flatMap(([slug, now]) => {
        const before = earlierDetail(then, slug)
        return before ? [composite(now) - composite(before)] : []
      })
      const mean = deltas.reduce((sum, delta) => sum + delta, 0) / deltas.length
      expect(stats?.globalRiskDelta7d).toBeCloseTo(mean, 1)
      expect(Math.abs((stats?.globalRiskDelta7d ?? Number.NaN) - mean)).toBeLessThan(0.0051)
    }
  })

  test('a score history is that of the last twelve snapshots, each with its day and method', () => {
    for (const { number, details } of taken()) {
      const days = taken()
        .filter((record) => record.number <= number)
        .slice(-12)
      const listed = days.filter((record) => record.details.has('harbour-0'))
      const { scoreHistory, scoreMetadata, composite: now } = detail(number, 'harbour-0')
      expect(scoreHistory).toEqual(
        listed.map((record) => detail(record.number, 'harbour-0').composite),
      )
      expect(scoreHistory.at(-1)).toBe(now)
      expect(scoreMetadata?.scoreHistoryDetail).toEqual(
        listed.map((record) => ({
          day: record.day,
          methodology: methodSeen(record.number, number),
        })),
      )
      for (const other of details.values()) {
        expect(other.scoreHistory.length).toBe(other.scoreMetadata?.scoreHistoryDetail.length)
      }
    }
  })

  test('TVL and its change over a month are those of upstream', () => {
    const unread = new Set<number>([...REFUSED, ...[70, 71, 72]])
    for (const { number, details, slugs } of taken()) {
      const read = isWithin(number, PLAN.registryAway) ? PLAN.registryAway[0] - 1 : number
      const month = [30, 31, 29].find((ago) => !unread.has(read - ago)) ?? 0
      for (const [place, slug] of slugs) {
        if (place < SILENT_PASTS) continue
        const { tvlUsd, tvl30d, tvlAsOf } = details.get(slug) ?? {}
        expect(numberOf(tvlAsOf ?? '')).toBe(read)
        expect(tvlUsd).toBeCloseTo(upstream.usd(place, read), 2)
        const change = upstream.usd(place, read) / upstream.usd(place, read - month) - 1
        if (tvl30d !== null) expect(tvl30d, `${slug}, day ${number}`).toBeCloseTo(change, 3)
        if (number > 8 && place < 45) expect(tvl30d).not.toBeNull()
      }
    }
  })
})

describe('the store', () => {
  test('never holds less history than the day before', () => {
    for (const [index, { history }] of records.entries()) {
      const before = records[index - 1]?.history
      if (!before) continue
      expect(history?.snapshots).toBeGreaterThanOrEqual(before.snapshots)
      expect(history?.firstDay).toBe(before.firstDay)
      expect(history?.tvlPoints).toBeGreaterThanOrEqual(before.tvlPoints)
    }
    expect(at(DAYS).history).toMatchObject({ snapshots: DAYS - REFUSED.length })
  })

  test('grows by the day as much in the last month as in the one before', () => {
    const growth = (from: number, to: number) => (at(to).bytes - at(from).bytes) / (to - from)
    expect(growth(75, DAYS)).toBeLessThan(growth(18, 30) * 1.2)
    const perProtocol = growth(75, DAYS) / at(DAYS).slugs.size
    expect(perProtocol).toBeLessThan(400)
  })
})

describe('what is still to be checked here', () => {
  test.todo('a corrected theft keeps its row and the day on which it was first seen')
  test.todo('a field that all rows lose closes the gate and is named')
  test.todo('thefts are known from the pages of protocols while their list is away')
  test.todo('the store as it is published stays below its size for a year')
})

/** Places whose past is not read at the end of a day. */
function unfilledOn(number: number): number[] {
  const isRead = ({ requests }: DayRecord, slug: string) => requests.includes(`/protocol/${slug}`)
  return [...at(number).slugs.keys()].filter((place) => {
    const tried = records
      .slice(0, number)
      .filter((record) => isRead(record, record.slugs.get(place) ?? ''))
    return !tried.some((record) => {
      const isSilent = place < SILENT_PASTS && record.number < PLAN.historiesHeal
      return !isSilent && !isWithin(record.number, PLAN.hostDown)
    })
  })
}

/** Snapshots before the change were scored by what is called another method afterwards. */
function methodOn(number: number): 'before' | 'now' {
  return number < PLAN.methodChanged ? 'before' : 'now'
}

/** How the method of a day is named on a later one. */
function methodSeen(number: number, seenOn: number): string {
  const isOld = methodOn(number) === 'before' && methodOn(seenOn) === 'now'
  return isOld ? 'before' : (detail(number, 'harbour-0').scoreMetadata?.methodology ?? '')
}

/** The same protocol on an earlier day, whatever its slug was then. */
function earlierDetail(then: DayRecord, slug: string): ProtocolDetail | undefined {
  const wasRenamed = slug === 'harbour-renamed' && then.number < PLAN.renamed
  if (wasRenamed) return then.details.get(`harbour-${THE_RENAMED}`)
  const isHeir = slug === `harbour-${THE_RENAMED}`
  return then.details.get(isHeir && then.number < PLAN.reused ? 'harbour-60' : slug)
}

/** Without the copies that stand under former slugs. */
function unique(details: Map<string, ProtocolDetail>): [string, ProtocolDetail][] {
  return [...details].filter(([slug, { id }]) => slug === id)
}

function detail(number: number, slug: string): ProtocolDetail {
  return at(number).details.get(slug) ?? expect.fail(`no ${slug} on day ${number}`)
}

function composite({ scoreMetadata }: ProtocolDetail): number {
  return scoreMetadata?.composite.score ?? Number.NaN
}
