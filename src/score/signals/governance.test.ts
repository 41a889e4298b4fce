import { describe, expect, test } from 'vitest'
import { known, missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { aUniverse } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { subjectsOf } from '../subject.ts'
import { governance } from './governance.ts'

const parentId = 'parent#fleet'

/** What the signal reads of the first of these protocols. */
function readFirst(...records: ReturnType<typeof aRecord>[]) {
  const [first] = subjectsOf(aUniverse(records), METHODOLOGY)
  return first && governance.read(first, METHODOLOGY)
}

describe('governance', () => {
  test.each([
    [[], 0, 'No governance vote is declared.'],
    [['snapshot:harbour.eth'], 1, 'Votes are held off chain, on Snapshot.'],
    [['Snapshot:harbour.eth'], 1, 'Votes are held off chain, on Snapshot.'],
    [['eip155:1:0xabc'], 2, 'Votes are held on chain.'],
    [['snapshot:harbour.eth', 'compound:0xabc'], 2, 'Votes are held on chain.'],
  ])('%j', (ids, value, sentence) => {
    expect(judge(governance, aRecord({ facts: { governance: fact(ids) } }))).toMatchObject({
      value,
      sentence,
      asOf: '2024-03-11',
      source: 'test',
    })
  })

  test('is missing when no source says, and keeps the reason', () => {
    expect(judge(governance, aRecord())).toEqual({ missing: 'not-covered', source: 'test' })
    const facts = { governance: missing('refused', 'registry') }
    expect(judge(governance, aRecord({ facts }))).toEqual({
      missing: 'refused',
      source: 'registry',
    })
  })
})

describe('governance in a family', () => {
  const sibling = aRecord({
    id: '2',
    parentId,
    facts: { governance: known(['eip155:1:0xabc'], '2024-01-02', 'sibling') },
  })

  test.each([
    ['missing', {}],
    ['refused', { governance: missing('refused', 'registry') }],
    ['empty', { governance: fact<string[]>([]) }],
  ])('is inherited where the own reading is %s, and says so', (_, facts) => {
    expect(readFirst(aRecord({ id: '1', parentId, facts }), sibling)).toEqual(
      known(
        {
          value: 2,
          sentence: 'Inherited from its family: votes are held on chain.',
          inherited: true,
        },
        '2024-01-02',
        'sibling',
      ),
    )
  })

  test('is the better of its own and the inherited one, and its own where both are equal', () => {
    const first = (own: string, ofFamily: string) =>
      readFirst(aRecord({ id: '1', parentId, facts: { governance: fact([own]) } }), {
        ...sibling,
        facts: { governance: fact([ofFamily]) },
      })
    const [weak, strong] = ['snapshot:harbour.eth', 'eip155:1:0xabc']
    const snapshot = 'Votes are held off chain, on Snapshot.'
    expect(first(weak, strong)).toMatchObject({ value: { value: 2, inherited: true } })
    expect(first(strong, weak)).toEqual(fact({ value: 2, sentence: 'Votes are held on chain.' }))
    expect(first(weak, weak)).toEqual(fact({ value: 1, sentence: snapshot }))
  })

  test('is not inherited from a stranger, from oneself or from a member that declares none', () => {
    const none = { governance: fact<string[]>([]) }
    const record = aRecord({ id: '1', parentId, facts: none })
    const stranger = { ...sibling, parentId: 'parent#other' }
    const orphan = { ...sibling, parentId: null }
    const silent = { ...sibling, facts: none }
    expect(readFirst(record, stranger, orphan, silent)).toEqual(
      fact({ value: 0, sentence: 'No governance vote is declared.' }),
    )
    expect(readFirst({ ...record, parentId: null }, orphan)).toMatchObject({ value: { value: 0 } })
  })
})
