import { describe, expect, test } from 'vitest'
import type { Move } from '../contract/changes.ts'
import { history, incident, incidents, month, move, steps, week } from './fixtures/past.ts'
import { groupIncidents, publishedSentence, wasSafer } from './incident-groups.ts'
import { incidentTitle } from './incident-text.ts'
import { countsSentence, moveTitle, reasonsOf, reasonText, stepReasons } from './moves.ts'
import { protocolFeed } from './protocol-feed.ts'
import type { ScoreBefore } from './scores-before.ts'
import { changesFeed, incidentsFeed } from './site-feeds.ts'

const asOf = '2026-11-20'

const GONE = {
  ...{ id: 'gone', name: 'Gone', category: null, day: asOf },
  reason: 'left-registry' as const,
}

const LOSS = { id: 'x', exploitDate: '2026-11-18', lossUsd: 5, returnedUsd: 5, cause: null }

describe('the words of a move', () => {
  test('name scores, direction and level', () => {
    const named = { ...move, name: 'Tern' }
    expect(moveTitle(named)).toBe('Tern: 4.6 to 3.6, safer, now moderate')
    const same = { ...named, to: { composite: 4.8, riskLevel: 'elevated' as const } }
    const still = { ...same, levelChanged: false }
    expect(moveTitle(still)).toBe('Tern: 4.6 to 4.8, riskier, elevated')
  })

  test('leave out a level that is not announced yet, and name one that has settled at the same score', () => {
    const pending = { ...move, name: 'Tern', levelChanged: false }
    expect(moveTitle(pending)).toBe('Tern: 4.6 to 3.6, safer')
    expect(moveTitle({ ...pending, from: pending.to, levelChanged: true })).toBe(
      'Tern: 3.6, now moderate',
    )
  })

  test('give the signals that explain it, and say so when there is none', () => {
    expect(reasonsOf(move).map(({ head }) => head)).toEqual([
      'Audits, 1.20 safer',
      'Floor “Recent loss”, 0.20 riskier',
    ])
    const unknown = { ...move, signals: null, redistributed: [] }
    expect(reasonText(unknown)).toMatch(/^Several small changes/)
    const [reason] = reasonsOf({ ...move, signals: move.signals?.slice(2) ?? null })
    expect(reason?.text).toBe('No longer known. Not known.')
  })

  test('that only crossed a rounding limit says so', () => {
    const step = {
      ...move,
      exactDelta: -0.0029,
      signals: (move.signals ?? []).map((signal) => ({ ...signal, exactDelta: -0.001 })),
    }
    expect(reasonsOf(step)).toEqual([
      { head: 'Rounding', text: 'The exact score moved by 0.003 only, across a rounding limit.' },
    ])
    expect(countsSentence(week)).toContain(' 3 scores changed too little to be announced.')
  })

  test('names the floor that replaces another one, or the dimension that it left', () => {
    const floor = move.signals?.find(({ kind }) => kind === 'floor')
    if (!floor) throw new Error('The fixture has no floor.')
    const gone = { ...floor, exactDelta: -0.8, reason: null }
    const next = { ...floor, signal: 'lostForGood', exactDelta: 0.6, reason: 'It lost.' }
    const textOf = (signals: Move['signals']) => reasonsOf({ ...move, signals })[0]?.text
    expect(textOf([gone, next])).toMatch(/^The higher floor “.+” replaces it for /)
    expect(textOf([gone])).toMatch(/^The floor no longer acts on /)
  })

  test('of a first snapshot by a method say that there is nothing to compare', () => {
    expect(countsSentence({ ...week, comparedFrom: null })).toContain(
      'No earlier snapshot by methodology 0.2.0 is among those that are compared',
    )
    const still = { ...week, counts: { ...week.counts, moved: 0, notAnnounced: 0 } }
    expect(countsSentence(still)).toBe('Between 13 Nov 2026 and 20 Nov 2026 no score moved.')
  })
})

const STEP = steps[0]?.moves[0]
if (!STEP) throw new Error('The fixture has no step.')

const CAUSE = {
  since: '2026-11-13',
  signals: [{ signal: 'audits', kind: 'signal', dimension: 'smartContract', exactDelta: 0.2 }],
} satisfies typeof STEP.cause

describe('the reasons of the moves of each step', () => {
  const reasonOf = (fields: Partial<typeof STEP>, newest = week) =>
    stepReasons([{ from: week.from, to: week.to, moves: [{ ...STEP, ...fields }] }], newest).get(
      'tern-lend 2026-11-20',
    )

  test('are in full where the move began at the snapshot before, else its largest signals and their day', () => {
    expect(reasonOf({})).toMatch(/^Audits, 1\.20 safer: Newly known\./)
    expect(reasonOf({ since: '2026-10-20', cause: CAUSE })).toBe(
      'From 13 Nov 2026 on: Audits, 0.20 riskier.',
    )
    expect(reasonOf({ cause: CAUSE }, { ...week, moves: [] })).toBe('Audits, 0.20 riskier.')
  })

  test('are not there where no parts were kept, and are the rounding where it was only that', () => {
    expect(reasonOf({ since: '2026-10-20' })).toBeUndefined()
    expect(reasonOf({ since: '2026-10-20', exactDelta: 0.04 })).toBe(
      'The exact score moved by 0.040 only, across a rounding limit.',
    )
  })
})

describe('the feed of changes', () => {
  test('begins where reasons begin, and has one entry for what only crossed a rounding limit', () => {
    const small = ['a', 'b'].map((name) => ({ ...STEP, id: name, name, exactDelta: -0.04 }))
    const moves = [{ ...STEP, id: 'unknown' }, { ...STEP, id: 'known', cause: CAUSE }, ...small]
    const { items } = changesFeed([{ from: week.from, to: week.to, moves }], {
      ...week,
      moves: [],
      retired: [],
      counts: { ...week.counts, retired: 0 },
    })
    expect(items.map(({ key }) => key)).toEqual([
      'left-out 2026-11-20',
      'move known 2026-11-20',
      'rounding 2026-11-20',
    ])
    expect(items[0]?.title).toBe('Not in this feed: 1 move')
    expect(items[2]?.title).toBe('2 scores only crossed a rounding limit')
    expect(items[2]?.text).toBe(
      'The exact scores moved by less than 0.05. a: 4.6 to 3.6, safer, now moderate. b: 4.6 to 3.6, safer, now moderate.',
    )
  })

  test('has the moves of each step newest first, with reasons for the newest, and what retired', () => {
    const { items } = changesFeed(steps, week)
    expect(items.map(({ key, day }) => [key, day])).toEqual([
      ['move tern-lend 2026-11-20', '2026-11-20'],
      ['retired gone 2026-11-20', '2026-11-20'],
      ['move tern-lend 2026-11-13', '2026-11-13'],
    ])
    expect(items[0]?.text).toContain('Since 13 Nov 2026. Audits, 1.20 safer: Newly known.')
    expect(items[2]?.text).toMatch(/^Since \d+ \w+ 2026\. Audits, 0\.30 riskier\.$/)
  })

  test('has one entry for a change of method, and at most 200 entries', () => {
    const methods = changesFeed([], month).items.filter(({ key }) => key.startsWith('method'))
    expect(methods.map(({ title }) => title)).toEqual(['New methodology 0.2.0'])
    const many = Array.from({ length: 3 }, () => ({
      from: week.from,
      to: week.to,
      moves: Array(100).fill(steps[0]?.moves[0]),
      moved: 300,
    }))
    const { items } = changesFeed(many, week)
    expect(items).toHaveLength(200)
    expect(items[0]?.title).toBe('Not in this feed: 701 moves and 1 departure')
  })

  test('leaves out departures first, and says how many', () => {
    const gone = Array.from({ length: 250 }, (_, n) => ({ ...GONE, id: `gone-${n}` }))
    const left = { ...week, retired: gone, counts: { ...week.counts, retired: 400 } }
    const { items } = changesFeed(steps, left)
    expect(items.filter(({ key }) => key.startsWith('move'))).toHaveLength(2)
    expect(items).toHaveLength(200)
    expect(items[0]?.title).toBe('Not in this feed: 203 departures')
  })
})

describe('the feed of one protocol', () => {
  const parts = {
    history: { ...history, name: 'Tern' },
    incidents: [LOSS],
    reasons: stepReasons(steps, week),
    asOf,
  }

  test('has changes, changes of method and incidents, newest first', () => {
    const feed = protocolFeed(parts)
    expect(feed.path).toBe('/protocol/tern-lend/feed')
    expect(feed.items.map(({ day, title }) => [day, title])).toEqual([
      ['2026-11-20', 'Tern: 4.6 to 3.6, safer, now moderate'],
      ['2026-11-18', 'Tern: a loss of $5'],
      ['2026-11-13', 'Tern: new methodology 0.2.0, 4.6, elevated'],
    ])
    expect(feed.items[0]?.text).toContain('Audits')
    expect(feed.items[1]?.text).toBe('Cause unknown. $5 returned.')
    const once = protocolFeed({ ...parts, incidents: [{ ...LOSS, readings: 1 }] })
    expect(once.items[1]?.text).toContain('Read once so far')
  })

  test('says when a score came or went, and leaves out snapshots in which it stayed', () => {
    const days = ['2026-11-01', '2026-11-05', '2026-11-09', '2026-11-13', '2026-11-17']
    const past = {
      ...parts.history,
      days,
      methodologies: [{ version: '1', from: '2026-11-01' }],
      composite: [null, 4, 4, null, 4.1],
    }
    const { items } = protocolFeed({ ...parts, history: past, incidents: [] })
    expect(items.map(({ day, title }) => [day, title])).toEqual([
      ['2026-11-17', 'Tern: scored 4.1, moderate'],
      ['2026-11-13', 'Tern: Insufficient Data, no score'],
      ['2026-11-05', 'Tern: scored 4.0, moderate'],
    ])
    expect(items.map(({ text }) => text)).toEqual([
      'No score on 13 Nov 2026.',
      'Scored 4.0, moderate, on 9 Nov 2026.',
      'No score on 1 Nov 2026.',
    ])
  })

  test('says nothing of the time between snapshots that are too far apart to be compared', () => {
    const past = {
      ...parts.history,
      days: ['2024-03-11', '2026-10-04'],
      methodologies: [{ version: '1', from: '2024-03-11' }],
      composite: [null, 4.7],
    }
    expect(protocolFeed({ ...parts, history: past, incidents: [] }).items).toEqual([])
  })

  test('has what was announced, each from the score that was announced before it', () => {
    const past = {
      ...parts.history,
      days: ['2026-11-01', '2026-11-05', '2026-11-09', '2026-11-13'],
      methodologies: [{ version: '1', from: '2026-11-01' }],
      composite: [4.1, 4.2, 4.1, 4.3],
      announced: [3],
    }
    const reasons = new Map([['tern-lend 2026-11-13', 'Audits.']])
    const { items } = protocolFeed({ ...parts, history: past, incidents: [], reasons })
    expect(items.map(({ title, text }) => [title, text])).toEqual([
      ['Tern: 4.1 to 4.3, riskier, moderate', expect.stringContaining('Since 1 Nov 2026.')],
    ])
  })

  test('leaves out a change whose reasons were not kept', () => {
    const { items } = protocolFeed({ ...parts, reasons: new Map() })
    expect(items.map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-13'])
  })

  test('keeps ten entries', () => {
    const losses = Array.from({ length: 30 }, (_, n) => ({ ...LOSS, id: `${n}` }))
    expect(protocolFeed({ ...parts, incidents: losses }).items).toHaveLength(10)
  })
})

describe('incidents', () => {
  test('are misses at a very low, low or moderate level', () => {
    const scored = (riskLevel: 'moderate' | 'elevated') => ({
      ...incident,
      before: { ...incident.before, riskLevel } as typeof incident.before,
    })
    expect([scored('moderate'), scored('elevated')].map(wasSafer)).toEqual([true, false])
    expect(wasSafer({ ...incident, before: { status: 'unscored' } })).toBe(false)
  })

  test('are each in one group', () => {
    const groups = groupIncidents(incidents)
    expect(groups.map(({ id, incidents: own }) => [id, own.length])).toEqual([
      ['safer', 1],
      ['warned', 1],
      ['before', 1],
      ['unscored', 1],
      ['unmatched', 1],
    ])
    const none = groupIncidents({ ...incidents, incidents: [] })
    expect(none.map(({ id }) => id)).toEqual(['safer'])
    // Where nothing was published before a loss, an empty group would look like a clean record.
    expect(groupIncidents({ ...incidents, incidents: [], firstSnapshot: null })).toEqual([])
    expect(groupIncidents({ ...incidents, incidents: [], registered: false })).toEqual([])
  })

  test('of a sample never claim that a score had been published', () => {
    const sample = { ...incidents, registered: false }
    expect(publishedSentence(sample)).toContain('They were not published before.')
    const before = { ...sample, incidents: incidents.incidents.slice(-1) }
    expect(publishedSentence(before)).toContain('no score had been published before any')
    const once = incidents.incidents.map((each) => ({ ...each, readings: 1 }))
    expect(publishedSentence({ ...incidents, incidents: once })).toMatch(
      /2 losses hit a protocol with a published score, 2 of which one reading has so far\.$/,
    )
    expect(publishedSentence({ ...incidents, firstSnapshot: null })).toContain(
      'no earlier snapshot',
    )
  })

  test('are listed in a feed with the newest score before, back-tested or not, or why there is none', () => {
    const score = { day: '2026-11-13', methodology: '0.2.0', composite: 2.6 }
    const published = { ...score, riskLevel: 'low' as const, isBackTested: false }
    const textWith = (own: ScoreBefore) =>
      incidentsFeed(incidents, asOf, new Map([[incident.id, own]])).items[1]?.text
    expect(textWith(published)).toContain(
      'Loss: $2.00m, $500k returned, 25\u00a0% of the TVL of 16 Nov 2026. Score before: 2.6, low, of 13 Nov 2026, method 0.2.0.',
    )
    expect(textWith({ ...published, isBackTested: true })).toContain(
      'Score before: 2.6, low, back-tested, of 13 Nov 2026',
    )
    const { items } = incidentsFeed(incidents, asOf, new Map())
    expect(items.some(({ text }) => text.includes('Score before: not yet published.'))).toBe(true)
    expect(items.map(({ page }) => page)).toContain('/incidents/')
    expect(incidentTitle({ ...incident, lossUsd: null, protocol: null })).toBe(
      'Tern: a loss of unknown size',
    )
  })
})
