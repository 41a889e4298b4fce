import { expect, test } from 'vitest'
import { incidentList } from '../contract/incident-list.ts'
import { incidentIndex } from '../contract/incidents.ts'
import type { Scoreboard, ScoreboardEvent } from '../contract/scoreboard.ts'
import { anIncident } from '../score/fixtures/incident.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { aPast, numbersOf } from './fixtures/past.ts'
import { createIncidentLists } from './incident-list.ts'

const event: ScoreboardEvent = {
  incident: 'scored',
  protocol: 'harbour',
  name: 'Harbour',
  day: '2024-03-05',
  knownOn: '2024-03-06',
  lossUsd: 5,
  returnedUsd: null,
  tvlUsd: null,
  tvlOn: null,
  lossShare: null,
  severe: false,
  snapshot: '2024-03-01-0123456789ab',
  scoredOn: '2024-03-01',
  methodology: '1',
  composite: 2.2,
  level: 'low',
  above: 0.2,
  comparable: 9,
  missed: ['low-level'],
}

const board: Scoreboard = {
  format: 1,
  snapshot: { id: 'x', asOf: '2024-03-10', methodology: '1', origin: 'live' },
  incidentsAsOf: '2024-03-09',
  registered: true,
  status: '',
  eventsNeeded: 20,
  predictions: [
    { methodology: '2', snapshots: 1, firstDay: '2024-03-08', lastDay: '2024-03-08', events: 0 },
    { methodology: '1', snapshots: 1, firstDay: '2024-03-01', lastDay: '2024-03-01', events: 1 },
  ],
  withdrawn: [],
  events: [event],
  unscored: [{ incident: 'unscored', name: 'x', day: '2024-03-04', lossUsd: null }],
  unmatched: 1,
  figures: null,
}

const incident = (id: string, day: string, given = {}) =>
  anIncident({ id, day, protocolId: '1', parentId: null, technique: null, ...given })

test('every incident is there once, newest first, with what was published before it', () => {
  const listed = [
    incident('early', '2023-01-01', { tvlBeforeUsd: 7.123, tvlBeforeDay: '2022-12-30' }),
    incident('scored', '2024-03-05', { protocolId: null, parentId: 'parent#harbour' }),
    incident('unlisted', '2024-03-02', { protocolId: null }),
  ]
  const own = incident('unscored', '2024-03-04', { protocolId: '2' })
  const entries = [
    { ...anEntry({ id: '1', slug: 'harbour', name: 'Harbour' }), incidents: listed.slice(0, 1) },
    { ...anEntry({ id: '2', slug: 'quay' }), incidents: [own] },
  ]
  const past = aPast([['2024-03-01', '1']], { '2': numbersOf([null]) })
  const { list: text, index } = createIncidentLists(
    aCatalogue(entries, { incidents: listed, past }),
    JSON.stringify(board),
  )
  const list = incidentList.parse(JSON.parse(text))
  expect(list).toMatchObject({ registered: true, firstSnapshot: '2024-03-01' })
  expect(
    list.incidents.map(({ id, before, protocol }) => [id, before.status, protocol?.slug]),
  ).toEqual([
    ['scored', 'scored', 'harbour'],
    ['unscored', 'unscored', 'quay'],
    ['unlisted', 'unmatched', undefined],
    ['early', 'not-published', 'harbour'],
  ])
  expect(list.incidents[0]?.before).toEqual({
    status: 'scored',
    day: '2024-03-01',
    methodology: '1',
    composite: 2.2,
    riskLevel: 'low',
  })
  const rows = incidentIndex.parse(JSON.parse(index)).incidents
  expect(
    rows.map(({ id, scoreBefore, scoreBeforeMissing }) => [
      id,
      scoreBefore?.basis ?? scoreBeforeMissing,
    ]),
  ).toEqual([
    ['scored', 'published'],
    ['unscored', 'unscored'],
    ['unlisted', 'unmatched'],
    ['early', 'not-published'],
  ])
  expect(rows[2]).toMatchObject({ protocol: null, scoreBefore: null })
  expect(list.incidents[3]).toMatchObject({ tvlBeforeUsd: 7.12, tvlBeforeDay: '2022-12-30' })
})

test('one that a single reading has stands with the score before it too', () => {
  const listed = [
    incident('once', '2024-03-06', { readings: 1 }),
    incident('once unscored', '2024-03-05', { readings: 1 }),
  ]
  const pending = {
    events: [{ ...event, incident: 'once', composite: 3.3 }],
    unscored: [{ incident: 'once unscored', name: 'x', day: '2024-03-05', lossUsd: null }],
  }
  const { list } = createIncidentLists(
    aCatalogue([anEntry({ id: '1', slug: 'harbour' })], {
      incidents: listed,
      past: aPast([['2024-03-01', '1']], { '1': numbersOf([null]) }),
    }),
    JSON.stringify({ ...board, events: [], unscored: [], pending }),
  )
  expect(incidentList.parse(JSON.parse(list)).incidents).toMatchObject([
    { id: 'once', readings: 1, before: { status: 'scored', composite: 3.3 } },
    { id: 'once unscored', readings: 1, before: { status: 'unscored' } },
  ])
})

test('without published scores, one of an earlier day is called back-tested, and the class is ours', () => {
  const entry = anEntry({ id: '1', slug: 'harbour', name: 'Harbour' })
  const past = aPast(
    [
      ['2024-03-01', '1'],
      ['2024-03-10', '1'],
    ],
    { '1': numbersOf([4.44, 5]) },
  )
  const hit = { chain: 'Base, BNB Chain', technique: 'Reentrancy', lossUsd: null }
  const incidents = [incident('later', '2024-03-05', hit), incident('early', '2024-03-01')]
  const { index } = createIncidentLists(aCatalogue([entry], { incidents, past }), null)
  const { incidents: rows, ids, chainAliases } = incidentIndex.parse(JSON.parse(index))
  expect(rows[0]).toMatchObject({
    ...{ id: 'later', protocol: { id: 'harbour', name: 'Harbour' }, lossUsd: null },
    ...{ chains: ['Base', 'BNB Chain'], causeClass: 'reentrancy', cause: 'Reentrancy' },
    scoreBefore: {
      ...{ basis: 'back-tested', day: '2024-03-01', methodology: '1', composite: 4.4 },
      riskLevel: 'moderate',
    },
    scoreBeforeMissing: null,
  })
  expect(rows[1]).toMatchObject({ scoreBefore: null, scoreBeforeMissing: 'not-published' })
  expect(ids).toEqual(['harbour'])
  expect(chainAliases.bsc).toEqual(['BNB Chain'])
})

test('a loss without a score says whether a snapshot of the protocol lacked one, none had it, or it is not in the list', () => {
  const entries = [
    anEntry({ id: '1', slug: 'late' }),
    anEntry({ id: '2', slug: 'listed', parentId: 'parent#quay' }),
  ]
  const past = aPast([['2024-03-01', '1']], { '2': numbersOf([null]) })
  const incidents = [
    incident('late', '2024-03-05'),
    incident('listed', '2024-03-04', { protocolId: '2' }),
    incident('family', '2024-03-03', { protocolId: null, parentId: 'parent#quay' }),
    incident('exchange', '2024-03-02', { protocolId: '3' }),
    incident('before', '2024-03-01', { protocolId: '2' }),
  ]
  const statuses = ['not-published', 'unscored', 'unscored', 'unmatched', 'not-published']
  const without = incidents.map(({ id, name, day }) => ({ incident: id, name, day, lossUsd: null }))
  const catalogue = aCatalogue(entries, { incidents, past })
  // The scoreboard names every loss without a published score, that of an exchange too; a sample has none.
  for (const own of [{ registered: true, unscored: without.slice(0, 4) }, { registered: false }]) {
    const text = JSON.stringify({ ...board, events: [], unscored: [], ...own })
    const { index } = createIncidentLists(catalogue, text)
    const rows = incidentIndex.parse(JSON.parse(index)).incidents
    expect(rows.map(({ scoreBeforeMissing }) => scoreBeforeMissing)).toEqual(statuses)
  }
})

test('an incident that does not match the schema is refused by name', () => {
  const bad = aCatalogue([], { incidents: [incident('a', '2024-03-02', { lossUsd: -1 })] })
  const none = { ...board, events: [] }
  expect(() => createIncidentLists(bad, JSON.stringify(none))).toThrow(
    'incidents.json does not match its schema at incidents.0.lossUsd',
  )
})
