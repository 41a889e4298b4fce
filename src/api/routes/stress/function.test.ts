import { describe, expect, test } from 'vitest'
import type { GraphFile } from '../../../contract/graph-file.ts'
import { stressDocument } from '../../../contract/stress.ts'
import { parseStressQuery, stressSearch } from '../../../contract/stress-query.ts'
import { TABLES } from '../../../dependencies/fixtures/world.ts'
import { Refusal } from '../index-function.ts'
import { answerOf, answerStress, openScenarios } from './function.ts'

type Row = GraphFile['protocols'][number]

const row = (id: string, given: Partial<Row> = {}): Row => ({
  ...{ id, slug: `slug-${id}`, name: `Name ${id}`, heldUsd: 100, holdsAs: 'plain' as const },
  ...{ threshold: null, holdings: [], venues: [], ...given },
})

const FILE: GraphFile = {
  day: '2026-01-02',
  protocols: [
    row('1', { holdings: [['wsteth', 0.5, null]] }),
    row('2', { venues: [['1', 0.5]], heldUsd: null }),
    row('perps', { holdings: [['eth', 1, null]] }),
    row('4', { holdings: [['jlp', 1, null]] }),
    row('5'),
  ],
}

const opened = openScenarios(FILE, TABLES)
const answer = (fails: Record<string, number>) =>
  answerOf(opened, { fails: new Map(Object.entries(fails)) })

describe('a scenario', () => {
  test('costs those who hold it, and those who run on them, by US dollars, not known first', () => {
    const document = stressDocument.parse(answer({ lido: 0.2 }))
    expect(document.data).toMatchObject({
      fails: [{ id: 'lido', name: 'lido', drop: 0.2 }],
      rows: [
        { id: 'slug-2', first: 0, high: 0.05, highUsd: null },
        { id: 'slug-1', first: 0.1, high: 0.1, highUsd: 10 },
      ],
      ...{ more: 0, resolvedProtocols: 4, protocols: 5 },
    })
  })

  test('costs an exchange at most its pools, and those may hold more than two tokens', () => {
    const holds = {
      holdsAs: 'pool' as const,
      holdings: [['usdc', 0.1, null]],
    } satisfies Partial<Row>
    const protocols = [row('1', holds), row('2', { ...holds, legs: 3 })]
    const found = answerOf(openScenarios({ ...FILE, protocols }, TABLES), {
      fails: new Map([['circle', 0.5]]),
    })
    expect(stressDocument.parse(found).data.rows.map(({ id, high }) => [id, high])).toEqual([
      ['slug-2', 0.15],
      ['slug-1', 0.1],
    ])
  })

  test('finds a protocol by its slug, and its issuer is the same', () => {
    const { rows } = stressDocument.parse(answer({ 'slug-perps': 0.5 })).data
    expect(rows.map(({ id, high }) => [id, high])).toEqual([
      ['slug-4', 0.5],
      ['slug-perps', 0.5],
    ])
  })

  test('of an issuer that is called like an unrelated protocol has a name of its own', () => {
    const file = { ...FILE, protocols: [...FILE.protocols, row('6', { slug: 'circle' })] }
    const fail = (id: string) =>
      answerOf(openScenarios(file, TABLES), { fails: new Map([[id, 1]]) })
    expect(stressDocument.parse(fail('circle')).data.rows).toMatchObject([{ id: 'circle' }])
    expect(stressDocument.parse(fail('issuer-circle')).data.fails).toMatchObject([
      { id: 'issuer-circle', name: 'circle' },
    ])
  })

  test('finds a protocol by a former slug, and not twice; an issuer keeps its id', () => {
    const file = {
      ...FILE,
      protocols: FILE.protocols.map((one) =>
        one.id === 'perps' ? { ...one, former: ['old-perps', 'lido'] } : one,
      ),
    }
    const fail = (fails: Record<string, number>) =>
      answerOf(openScenarios(file, TABLES), { fails: new Map(Object.entries(fails)) })
    expect(stressDocument.parse(fail({ 'old-perps': 0.5 })).data.fails).toMatchObject([
      { id: 'slug-perps' },
    ])
    expect(stressDocument.parse(fail({ lido: 0.5 })).data.fails).toMatchObject([{ id: 'lido' }])
    expect(fail({ 'old-perps': 0.5, 'slug-perps': 0.5 })).toBeInstanceOf(Refusal)
  })

  test('of what nothing is called by is refused, with its name', () => {
    const refused = answer({ lido: 0.1, nothing: 1 })
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused instanceof Refusal && refused.response.status).toBe(400)
    expect(refused instanceof Refusal && String(refused.response.body)).toContain('names nothing,')
  })
})

describe('odd requests', () => {
  test.each(['__proto__', 'constructor', 'a'.repeat(200), '%', '🦄', '\uFFFD', '\0'])(
    '%j is no id and is refused with its name',
    (id) => {
      const refused = answer(Object.fromEntries([[id, 1]]))
      const body = refused instanceof Refusal ? String(refused.response.body) : '{}'
      expect(JSON.parse(body).error.details.fails).toEqual([
        expect.stringContaining(`names ${id},`),
      ])
    },
  )

  test('five failures at once are answered, and a drop of 0 costs no one', () => {
    const all = { lido: 0.1, circle: 0.2, kelp: 0.3, layerzero: 0.4, 'slug-perps': 0.5 }
    expect(stressDocument.parse(answer(all)).data.fails).toHaveLength(5)
    expect(stressDocument.parse(answer({ lido: 0 })).data.rows).toEqual([])
  })
})

describe('the query', () => {
  const parse = (search: string) => parseStressQuery(new URLSearchParams(search))

  test('that is empty or too long has one complaint', () => {
    const upper = parse('fails=LIDO:1')
    expect(upper.ok && [...upper.value.fails.keys()]).toEqual(['LIDO'])
    for (const search of ['', 'fails=', 'fails=,', `fails=${'a:1,'.repeat(101)}`]) {
      const parsed = parse(search)
      expect(parsed.ok ? [] : parsed.details.fails).toHaveLength(1)
    }
  })

  test('has one form for one scenario', () => {
    const texts = ['fails=b:1,a:0.5', 'fails=a:0.5&fails=b:1.0'].map((search) => {
      const parsed = parse(search)
      return parsed.ok && stressSearch(parsed.value)
    })
    expect(texts).toEqual(['fails=a%3A0.5%2Cb%3A1', 'fails=a%3A0.5%2Cb%3A1'])
  })

  test.each([
    ['', 'must be given, such as lido:0.06,circle:1'],
    ['fails=', 'must not be empty'],
    ['fails=lido', 'must be one or more of'],
    ['fails=lido:2', 'with a drop from 0 to 1'],
    ['fails=lido:0.3333333', 'at most six decimals'],
    ['fails=lido:-0.1', 'with a drop from 0 to 1'],
    ['fails=lido:0.1e1', 'with a drop from 0 to 1'],
    ['fails=%00:1:1', 'must be one or more of'],
    [`fails=${'a'.repeat(201)}:1`, 'must be one or more of'],
    ['fails=a:1,b:1,c:1,d:1,e:1,f:1', 'must name at most 5'],
    ['fails=a:1,a:0.5', 'must name each id once'],
  ])('%j is refused: %s', (search, complaint) => {
    const parsed = parse(search)
    expect(parsed.ok ? '' : parsed.details.fails?.join()).toContain(complaint)
  })
})

test('a graph that cannot be read is 503, and an unknown id 400', async () => {
  const ask = (document: unknown, search = '?set=live&fails=lido:1') =>
    answerStress(search, { loadIndex: async () => document, log: () => {} })
  expect((await ask({ protocols: [{}] })).status).toBe(503)
  expect((await ask(FILE, '?set=live&fails=nothing:1')).status).toBe(400)
  expect((await ask(FILE, '?set=live&fails=slug-1:1')).status).toBe(200)
})
