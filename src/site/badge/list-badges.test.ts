import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { detail, screener } from '../fixtures/documents.ts'
import { writeDocuments } from '../fixtures/write-documents.ts'
import { listBadges } from './list-badges.ts'

const folder = writeDocuments(temporaryFolder())

/** The states by file name, for a build at this instant. */
const statesAt = async (instant: string) =>
  Object.fromEntries(
    (await listBadges(folder, Date.parse(instant))).map(({ file, facts }) => [file, facts.state]),
  )

test('every protocol with a page has a badge, of the day of its newest reading', async () => {
  expect(await statesAt('2026-11-21T06:00:00Z')).toEqual({
    'tern-lend': { kind: 'scored', score: 3.6, level: 'moderate', day: '2026-11-20' },
    404: { kind: 'insufficient', day: '2026-11-21' },
    gone: { kind: 'retired', day: '2026-11-20' },
  })
})

test('one that is not active has the day from which', async () => {
  const own = writeDocuments(temporaryFolder())
  const status = screener.columns.id.map((id) => (id === detail.id ? 'winding-down' : 'active'))
  const columns = { ...screener.columns, status }
  writeFileSync(path.join(own, 'screener.json'), JSON.stringify({ ...screener, columns }))
  const ended = { ...detail, status: 'winding-down', statusDay: '2026-06-12' }
  const document = JSON.stringify({ success: true, data: ended })
  writeFileSync(path.join(own, `protocols/${detail.id}.json`), document)
  const badges = await listBadges(own, 0)
  expect(badges.find(({ file }) => file === detail.id)?.facts.state).toEqual({
    ...{ kind: 'inactive', word: 'Winding down', day: '2026-06-12' },
  })
})

test('a reading is stale when it is older than twice the refresh interval at the time of the build', async () => {
  const kindAt = async (instant: string) => (await statesAt(instant))['tern-lend']?.kind
  // The interval of the fixture is four days.
  expect(await kindAt('2026-11-28T00:00:00Z')).toBe('scored')
  expect(await kindAt('2026-11-28T00:00:01Z')).toBe('stale')
})

test('a badge of a sample says so', async () => {
  const [badge] = await listBadges(folder, 0)
  expect(badge?.facts.notice).toBe('Bundled sample. Not current.')
})
