import { beforeAll, describe, expect, test } from 'vitest'
import type { ProtocolDetail } from '../../contract/protocol-detail.ts'
import { scoreboard } from '../../contract/scoreboard.ts'
import { announcedOf } from '../../domain/announced.ts'
import { DIMENSIONS } from '../../domain/dimension.ts'
import { roundScore } from '../../domain/risk-level.ts'
import { METHODOLOGY } from '../../score/methodology.ts'
import { createScoreboard } from '../../scoreboard/scoreboard.ts'
import { loadCatalogue } from '../../store/load-catalogue.ts'
import { loadPast } from '../../store/load-past.ts'
import { openStore, type Store } from '../../store/open.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import {
  DAYS,
  dayAt,
  HISTORY_BUDGET,
  incidentDay,
  isWithin,
  numberOf,
  PLAN,
  PUBLISHED,
  REFUSED,
  SILENT_PASTS,
} from './plan.ts'
import { type DayRecord, runNinetyDays, type StoredIncident } from './run.ts'
import {
  THE_CORRECTED,
  THE_DEAD,
  THE_DELISTED,
  THE_MUTE,
  THE_RENAMED,
  THE_UNLISTED,
  Upstream,
} from './upstream.ts'

/** Days on which something happens to protocols. */
const NEWS: number[] = [
  PLAN.incident,
  PLAN.incident + 1,
  PLAN.nameCorrected,
  PLAN.listed,
  PLAN.listed + 1,
  PLAN.unlisted,
]

/** What upstream lists in scope in the real world, about. */
const ALL_PROTOCOLS = 3_000

const folder = temporaryFolder()
let store: Store
let upstream: Upstream
let records: DayRecord[]

beforeAll(async () => {
  store = openStore(':memory:')
  upstream = new Upstream(20_260_101)
  records = await runNinetyDays(store, upstream, folder)
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

  test('a field that all rows lose closes the gate, and is named on every day until it is back', () => {
    const what = /no row carries `audit_links` any more, where 147 did on 2026-03-17/
    const { error } = at(PLAN.fieldLost)
    expect(error?.code).toBe('SNAPSHOT_REFUSED')
    expect(error?.message).toMatch(what)
    expect(error?.message).toContain('PLIMSOLL_ACCEPT_LOSS=defillama-protocols-fields@2026-03-17-')
    for (const { number, text } of records) {
      const isLost = number > PLAN.fieldLost && number < PLAN.fieldBack
      expect(what.test(text), `day ${number}`).toBe(isLost || number === PLAN.fieldLost)
      expect(text.includes('LOST: no row carries'), `day ${number}`).toBe(isLost)
      const isAccepted = number === PLAN.lossAccepted || number === PLAN.fieldAccepted
      expect(text.includes('Accepted: '), `day ${number}`).toBe(isAccepted)
    }
  })

  test('every row is accounted for, and every source says how it went', () => {
    for (const { number, report } of taken()) {
      for (const { source, status, rowCounts } of report?.sources ?? []) {
        const isAway =
          (source === 'defillama-hacks' && isWithin(number, PLAN.hacksAway)) ||
          (source === 'defillama-chains' && isWithin(number, PLAN.hostDown)) ||
          (source === 'defillama-protocols' && isWithin(number, PLAN.registryAway))
        expect([status === 'failed', number, source]).toEqual([isAway, number, source])
        if (!rowCounts) continue
        const counts = [...Object.values(rowCounts.outOfScope), ...Object.values(rowCounts.refused)]
        const sum = counts.reduce<number>((all, count) => all + (count ?? 0), rowCounts.accepted)
        expect(sum).toBe(rowCounts.rows)
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

  test('their last records stay, each with its day and reason', () => {
    const reasons = [...at(DAYS).retired].map(([slug, { retired }]) => [slug, retired?.reason])
    expect(reasons).toContainEqual([`harbour-${THE_DEAD}`, 'dead'])
    expect(reasons).toContainEqual([`harbour-${THE_DELISTED}`, 'left-registry'])
    for (const { number, retired } of taken()) {
      expect(retired.has(`harbour-${THE_DEAD}`), `day ${number}`).toBe(number >= PLAN.died)
    }
  })
})

describe('incidents', () => {
  test('the scoreboard holds each against the snapshot from before it as it was published first, and names what was corrected', () => {
    const catalogue = loadCatalogue(store) ?? expect.fail('there is no snapshot')
    const board = scoreboard.parse(JSON.parse(createScoreboard(store, catalogue)))
    const expected = [incidentDay(PLAN.incident), PLAN.unlisted].map((number) => ({
      day: dayAt(number),
      snapshot: at(number - 1).snapshot?.publicId,
      methodology: METHODOLOGY.version,
    }))
    expect(board.events).toMatchObject(expected)
    const corrected = board.events.map(({ correction }) => correction?.day)
    expect(corrected).toEqual([dayAt(incidentDay(DAYS)), undefined])
    expect(board).toMatchObject({ figures: null, unmatched: 0, unscored: [] })
  })

  test('one counts once through all corrections, also while its list is away', () => {
    for (const { number, details } of taken()) {
      const [incident, ...more] = details.get(`harbour-${THE_CORRECTED}`)?.incidents ?? []
      expect(more).toEqual([])
      const day = incident ? numberOf(incident.exploitDate?.slice(0, 10) ?? '') : null
      expect(day, `day ${number}`).toBe(number < PLAN.incident ? null : incidentDay(number))
    }
  })

  test('one that is corrected keeps its row and the day on which it was first seen', () => {
    const [first] = rowsOn(PLAN.incident, THE_CORRECTED)
    expect(first?.name).toBe('Habour Corected')
    for (let number = PLAN.incident; number <= DAYS; number += 1) {
      const name = number < PLAN.nameCorrected ? 'Habour Corected' : 'Harbour Corrected'
      const same = { ...first, name, firstSeen: dayAt(PLAN.incident) }
      expect(rowsOn(number, THE_CORRECTED), `day ${number}`).toEqual([same])
    }
  })

  test('one that only a page lists counts from the day on which it is read, and is one when the list is back', () => {
    const page = `/protocol/harbour-${THE_UNLISTED}`
    const read = records.find(
      ({ number, requests }) => number >= PLAN.unlisted && requests.includes(page),
    )
    const readOn = read?.number ?? 0
    // Without the list of a day, pages are read on it: here all of them within three days.
    expect(isWithin(readOn, [PLAN.unlisted, PLAN.unlisted + 3])).toBe(true)
    for (const { number, details } of taken()) {
      const listed = details.get(`harbour-${THE_UNLISTED}`)?.incidents ?? []
      const days = listed.map(({ exploitDate }) => numberOf(exploitDate?.slice(0, 10) ?? ''))
      expect(days, `day ${number}`).toEqual(number < readOn ? [] : [PLAN.unlisted])
      const rows = rowsOn(number, THE_UNLISTED).map(({ firstSeen }) => numberOf(firstSeen))
      expect(rows, `day ${number}`).toEqual(number < readOn ? [] : [readOn])
    }
  })

  test('are known from the pages alone when the list is too old, and a page without a list proves nothing', () => {
    const [lastRead, back] = [PLAN.hacksAway[0] - 1, PLAN.hacksAway[1] + 1]
    for (const { number } of taken()) {
      const isStale = number > lastRead + 30 && number < back
      const about = (place: number) => {
        const { signals = [] } =
          detail(number, `harbour-${place}`).scoreMetadata?.dimensions.smartContract ?? {}
        return signals.find(({ id }) => id === 'incidents')
      }
      expect(about(THE_MUTE)?.missing, `day ${number}`).toBe(isStale ? 'stale' : null)
      for (const place of [THE_CORRECTED, THE_UNLISTED, THE_UNLISTED + 2]) {
        expect(about(place)?.missing, `place ${place}, day ${number}`).toBeNull()
      }
      if (!isStale) continue
      expect(about(THE_CORRECTED)?.reason).toContain('One loss is recorded')
      expect(about(THE_UNLISTED)?.reason).toContain('One loss is recorded')
      expect(about(THE_UNLISTED + 2)?.reason).toBe('No loss is recorded.')
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
  test('on quiet days at most 0.5 % of protocols have something announced, where 7 % have another published score', () => {
    const { snapshots, numbers } = loadPast(store, 'live')
    const methodologies = snapshots.map(({ methodology }) => methodology)
    const quiet = snapshots.flatMap(({ day }, place) => {
      const number = numberOf(day)
      return number > 10 && number < PLAN.inScopeGone && !NEWS.includes(number) ? place : []
    })
    const counts = { scored: 0, published: 0, announced: 0 }
    for (const { composite } of numbers.values()) {
      const announced = announcedOf(composite, methodologies)
      for (const place of quiet) {
        const [was, now] = [composite[place - 1] ?? Number.NaN, composite[place] ?? Number.NaN]
        if (Number.isNaN(was) || Number.isNaN(now)) continue
        counts.scored += 1
        counts.published += Number(roundScore(was) !== roundScore(now))
        counts.announced += Number(announced[place] !== announced[place - 1])
      }
    }
    expect(counts.published / counts.scored).toBeGreaterThan(0.03)
    expect(counts.announced / counts.scored).toBeLessThanOrEqual(0.005)
  })

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
            earlierDetail(then, slug, number)?.scoreMetadata?.dimensions[key].score ?? Number.NaN
          // Rounded to hundredths, from an earlier score that is kept in ten-thousandths.
          const off = (trend ?? Number.NaN) - ((score ?? Number.NaN) - before)
          expect(Math.abs(off)).toBeLessThan(0.00506)
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
        const before = earlierDetail(then, slug, number)
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
      for (const [place, slug] of slugs) {
        if (place < SILENT_PASTS) continue
        // A page that was read later fills the days on which the list could not be.
        const lastPage = pagesRead(place, number).at(-1) ?? 0
        const isKnown = (day: number) => !unread.has(day) || day < lastPage
        const month = [30, 31, 29].find((ago) => isKnown(read - ago)) ?? 0
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

  test('as it is published, takes less than three tenths of its limits after a year of all protocols', () => {
    const [, before, now] = PUBLISHED.map(
      (number) => at(number).publishedStore ?? expect.fail(`day ${number} was not published`),
    )
    const share = ALL_PROTOCOLS / at(DAYS).slugs.size
    const yearOf = (size: number, earlier: number) =>
      (size + ((size - earlier) / 30) * (365 - DAYS)) * share
    if (!before || !now) return expect.fail('there are three')
    // The limits of the manifest are 250 MB packed and 1 GB plain.
    expect(yearOf(now.bytes, before.bytes)).toBeLessThan(250e6 * 0.3)
    expect(yearOf(now.unpacked.bytes, before.unpacked.bytes)).toBeLessThan(1e9 * 0.3)
  })
})

/** Places whose past is not read at the end of a day. */
function unfilledOn(number: number): number[] {
  return [...at(number).slugs.keys()].filter((place) => pagesRead(place, number).length === 0)
}

/** Days until this one on which the page of the protocol at a place was asked for and answered. */
function pagesRead(place: number, until: number): number[] {
  const answered = records.slice(0, until).filter(({ number, requests, slugs }) => {
    const isSilent = place < SILENT_PASTS && number < PLAN.historiesHeal
    const isAsked = requests.includes(`/protocol/${slugs.get(place) ?? ''}`)
    return isAsked && !isSilent && !isWithin(number, PLAN.hostDown)
  })
  return answered.map(({ number }) => number)
}

/** Snapshots before the change were scored by what is called another method afterwards. */
function methodOn(number: number): 'before' | 'now' {
  return number < PLAN.methodChanged ? 'before' : 'now'
}

/** The stored incidents of the protocol at a place. */
function rowsOn(number: number, place: number): StoredIncident[] {
  return at(number).incidents.filter(({ protocolId }) => protocolId === 900_000 + place)
}

/** How the method of a day is named on a later one. */
function methodSeen(number: number, seenOn: number): string {
  const isOld = methodOn(number) === 'before' && methodOn(seenOn) === 'now'
  return isOld ? 'before' : (detail(number, 'harbour-0').scoreMetadata?.methodology ?? '')
}

/** The same protocol on an earlier day, whatever its slug was then. */
/** On an earlier day, of the protocol that has the slug on day `number`. */
function earlierDetail(then: DayRecord, slug: string, number: number): ProtocolDetail | undefined {
  const wasRenamed = slug === 'harbour-renamed' && then.number < PLAN.renamed
  if (wasRenamed) return then.details.get(`harbour-${THE_RENAMED}`)
  const isHeir = slug === `harbour-${THE_RENAMED}` && number >= PLAN.reused
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
