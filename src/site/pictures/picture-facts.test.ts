import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { listBadges } from '../badge/list-badges.ts'
import { readDetail } from '../catalogue-files.ts'
import { writeDocuments } from '../fixtures/write-documents.ts'
import { readPictureFacts, reasonOf } from './picture-facts.ts'

const folder = writeDocuments(temporaryFolder())

test('the picture of a protocol says its main reason and its day', async () => {
  const badges = await listBadges(folder, Date.parse('2026-11-21T06:00:00Z'))
  const facts = await Promise.all(
    badges.map(({ file, facts: badge }) => readPictureFacts(folder, { ...badge, fileName: file })),
  )
  expect(facts).toMatchObject([
    {
      name: '<script>alert("Tern")</script>',
      plainName: 'tern-lend',
      state: { kind: 'scored', score: 3.6 },
      reason: { title: expect.stringMatching(/^Furthest above usual: .+ \(.+\)$/) },
      day: '2026-11-20',
      notice: 'Bundled sample. Not current.',
    },
    { state: { kind: 'insufficient' }, reason: { title: 'Why there is no score' } },
    {
      state: { kind: 'retired' },
      reason: { title: 'Its page keeps the last record', text: expect.stringMatching(/\w\.$/) },
    },
  ])
})

test('one that has ended says since when, and why', async () => {
  const detail = await readDetail(folder, 'tern-lend')
  const ended = { ...detail, statusDay: '2026-10-01', statusReason: 'It closed on 2026-10-01.' }
  expect(reasonOf({ kind: 'inactive', word: 'Dead' }, ended)).toEqual({
    title: 'Since 1 Oct 2026',
    text: 'It closed on 1 Oct 2026.',
  })
})
