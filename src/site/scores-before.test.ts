import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { history, incident, incidents } from './fixtures/past.ts'
import { formatScoreDay, newestScored, readScoresBefore, scoreBefore } from './scores-before.ts'

const folder = temporaryFolder()

beforeAll(() => {
  mkdirSync(path.join(folder, 'history'))
  writeFileSync(path.join(folder, 'history', 'tern-lend.json'), JSON.stringify(history))
})

const unpublished = { ...incident, before: { status: 'not-published' as const } }

describe(readScoresBefore, () => {
  test('a live loss has the score that was published, and never one that was computed afterwards', async () => {
    const list = [incident, { ...unpublished, id: 'late' }]
    const scores = await readScoresBefore(folder, { ...incidents, incidents: list })
    expect([...scores]).toEqual([
      [incident.id, expect.objectContaining({ composite: 2.6, isBackTested: false })],
    ])
  })

  test('a loss in a sample has the score of its newest snapshot before it, marked as back-tested', async () => {
    const losses = ['2026-10-20', '2026-10-21', '2026-11-20'].map((day) => ({
      ...unpublished,
      id: day,
      day,
    }))
    const sample = { ...incidents, registered: false, incidents: losses }
    const scores = await readScoresBefore(folder, sample)
    expect([...scores].map(([id, { day, composite }]) => [id, day, composite])).toEqual([
      ['2026-10-21', '2026-10-20', 4.4],
      ['2026-11-20', '2026-11-13', 4.6],
    ])
    expect([...scores.values()].map(formatScoreDay)).toEqual([
      'back-tested, of 20 Oct 2026, method 0.1.0',
      'back-tested, of 13 Nov 2026, method 0.2.0',
    ])
  })

  test('a loss of no protocol, or of one that had no score, has none', async () => {
    const stranger = { ...unpublished, protocol: null }
    const unscored = { ...incident, before: { status: 'unscored' as const } }
    const list = { ...incidents, registered: false, incidents: [stranger, unscored] }
    expect(await readScoresBefore(folder, list)).toEqual(new Map())
  })
})

test('a score of the day of the loss is no score before it, and an unscored snapshot is not skipped', () => {
  expect(scoreBefore(history, '2026-11-13')?.day).toBe('2026-10-20')
  expect(scoreBefore({ ...history, composite: [4.4, null, 3.6] }, '2026-11-14')).toBeNull()
})

test('the newest loss with a score is that of a protocol with a page', async () => {
  const losses = ['2026-11-17', '2026-11-19', '2026-11-18'].map((day) => ({
    ...incident,
    id: day,
    day,
  }))
  const stranger = { ...incident, id: 'x', day: '2026-11-20', protocol: null }
  const list = { ...incidents, incidents: [...losses, stranger] }
  const scores = await readScoresBefore(folder, list)
  expect(newestScored(list, scores)?.incident.day).toBe('2026-11-19')
  expect(newestScored({ ...list, incidents: [stranger] }, scores)).toBeNull()
})
