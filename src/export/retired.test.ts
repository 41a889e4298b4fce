import { describe, expect, test } from 'vitest'
import { detailDocument } from '../contract/protocol-detail.ts'
import { retiredList } from '../contract/retired.ts'
import type { RetiredEntry } from '../domain/catalogue.ts'
import { createDocuments } from './documents.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { aPast, numbersOf, pointsOf } from './fixtures/past.ts'
import { createRetiredDetail, publishedRetired } from './retired.ts'

const METHOD = anEntry().score.methodology

function gone(id: string, slug: string, day = '2024-03-10'): RetiredEntry {
  const entry = anEntry({ id, slug, name: `Gone ${id}` })
  return { day, reason: 'dead', lastDay: '2024-03-03', entry }
}

const one = anEntry({ id: '1', slug: 'one' })

const past = aPast(
  [
    ['2024-03-03', METHOD],
    ['2024-03-10', METHOD],
  ],
  {
    1: numbersOf([3, one.score.composite], pointsOf(one.score.dimensions)),
    9: numbersOf([4.44, undefined]),
  },
)

const current = { ...aCatalogue([]).snapshot, methodology: METHOD }

describe('a retired protocol', () => {
  const documents = [
    ...createDocuments(
      aCatalogue([one], {
        snapshot: current,
        past,
        retired: [gone('9', 'gone')],
      }),
    ),
  ]
  const body = (path: string): string =>
    documents.find((document) => document.path === path)?.body ?? ''

  test('keeps its last record and its history, marked with day and reason', () => {
    const { data } = detailDocument.parse(JSON.parse(body('protocols/gone.json')))
    const retired = { day: '2024-03-10', reason: 'dead', lastDay: '2024-03-03' }
    expect(data).toMatchObject({ id: 'gone', retired, scoreHistory: [4.4] })
    expect(data.scoreMetadata?.methodology).toBe(METHOD)
    expect(data.composite).not.toBeNull()
    expect(JSON.parse(body('history/gone.json'))).toMatchObject({
      retired,
      days: ['2024-03-03'],
      composite: [4.4],
    })
    expect(JSON.parse(body('protocols/one.json')).data.retired).toBeNull()
  })

  test('is in the list of retired ones and in no other document', () => {
    expect(retiredList.parse(JSON.parse(body('retired.json')))).toMatchObject([
      { slug: 'gone', name: 'Gone 9', reason: 'dead' },
    ])
    const others = documents.filter(({ path }) => !/^(retired|.*\/gone)\.json$/.test(path))
    expect(
      others.filter(({ body: text }) => text.includes('Gone 9')).map(({ path }) => path),
    ).toEqual(
      // The comparison with the day on which it was listed.
      ['changes/2024-03-03.json'],
    )
  })

  test('gives way to a listed protocol with its slug, now or before, and to one that retired later', () => {
    const catalogue = aCatalogue([one], {
      formerSlugs: [{ slug: 'old', protocolId: '1' }],
      retired: [
        gone('2', 'one'),
        gone('3', 'old'),
        gone('4', 'same', '2024-03-01'),
        gone('5', 'same', '2024-03-05'),
        gone('6', 'Zulu'),
        gone('7', 'alpha'),
      ],
    })
    expect(publishedRetired(catalogue).map(({ entry }) => entry.record.id)).toEqual(['6', '7', '5'])
  })

  test('of an earlier methodology keeps its score and loses the explanation, whatever its entry lacks', () => {
    const own = gone('9', 'gone')
    const { score, record } = own.entry
    // As a version without basis, range and changes wrote it.
    const { basis: _, band: __, changes: ___, dimensions: ____, ...older } = score
    const { facts: _____, audits: ______, ...identity } = record
    const entry = { ...own.entry, record: identity, score: { ...older, methodology: '0.0.1' } }
    const stored: RetiredEntry = { ...own, entry: JSON.parse(JSON.stringify(entry)) }
    const data = createRetiredDetail(stored, { snapshot: current, past })
    expect(detailDocument.parse({ success: true, data }).data).toMatchObject({
      composite: score.rounded,
      riskLevel: score.level,
      dimensions: null,
      scoreMetadata: null,
      scoreHistory: [4.4],
      retired: { reason: 'dead' },
    })
  })
})
