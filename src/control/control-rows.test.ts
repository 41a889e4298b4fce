import { describe, expect, test } from 'vitest'
import type { ContractControl } from '../domain/control.ts'
import { toBatch } from './batch.ts'
import { controlsByProtocol } from './control-rows.ts'
import { allPaths, doubtPaths } from './doubt.ts'
import { aControl } from './fixtures/contract-answers.ts'
import { at } from './fixtures/memory-chain.ts'
import { grouped, isOfSlug, keyOfSlug, keyText } from './keys.ts'
import type { ChainOutcome, ContractRow } from './outcome.ts'
import { pathTo } from './paths.ts'
import { secondsPerBlock } from './seconds-per-block.ts'

const TODAY = '2026-01-20'

const row = (number: number, id: string): ContractRow => ({
  protocol: { id },
  chain: 'Ethereum',
  address: at(number),
  name: `contract ${number}`,
  role: 'funds',
})
const read = (controls: ContractControl[], partial: string[] = []): ChainOutcome => ({
  chain: 'Ethereum',
  protocols: new Set(),
  controls,
  partial: new Set(partial),
  markets: new Map(),
})
const runOf = (
  outcomes: ChainOutcome[],
  before: ContractControl[] = [],
  contracts = [row(1, '10'), row(2, '20'), row(3, '10')],
) => ({
  contracts,
  outcomes,
  last: { control: before.length > 0 ? [{ id: '10', slug: 'x', value: before }] : [], markets: [] },
  asOf: TODAY,
})
const OLD = { day: '2026-01-10' }
const disagreement = {
  fact: 'code',
  answers: [
    { node: 'a', answer: 'x' },
    { node: 'b', answer: 'y' },
  ],
}

describe(controlsByProtocol, () => {
  const always = () => true

  test('each contract is that of its own row, under its own protocol', () => {
    const { rows, rowCounts } = controlsByProtocol(
      runOf([read([aControl(3), aControl(1), aControl(2)])]),
      always,
    )
    expect(
      rows.map(({ key, items }) => [
        keyText(key),
        ...items.map(({ address, name, role }) => [address, name, role]),
      ]),
    ).toEqual([
      ['id 10', [at(1), 'contract 1', 'funds'], [at(3), 'contract 3', 'funds']],
      ['id 20', [at(2), 'contract 2', 'funds']],
    ])
    expect(rowCounts).toMatchObject({ rows: 3, accepted: 3 })
  })

  test.each<[string, ContractControl[], string[], ContractControl[], string | undefined]>([
    ['read in full', [aControl(1)], [], [aControl(1, OLD)], TODAY],
    ['in doubt now', [aControl(1)], [at(1)], [aControl(1, OLD)], OLD.day],
    [
      'in doubt now, and before',
      [aControl(1)],
      [at(1)],
      [aControl(1, { ...OLD, unconfirmed: 'one-node' })],
      TODAY,
    ],
    [
      'in doubt now, and before in the words of then',
      [aControl(1)],
      [at(1)],
      [
        aControl(1, {
          ...OLD,
          codeChange: {
            known: true,
            complete: true,
            paths: [pathTo('eoa', at(9), { proof: 'unconfirmed' })],
          },
        }),
      ],
      TODAY,
    ],
    ['not read', [], [], [aControl(1, OLD)], OLD.day],
    ['never read', [], [], [], undefined],
  ])('a contract that is %s', (_case, controls, partial, before, day) => {
    const found = controlsByProtocol(
      runOf([read(controls, partial)], before, [row(1, '10')]),
      always,
    )
    expect(found.rows[0]?.items[0]?.day).toBe(day)
    expect(found.rowCounts.accepted).toBe(controls.length > 0 && partial.length === 0 ? 1 : 0)
  })

  test('an earlier reading that stays shows what nodes disagree on now', () => {
    const now = aControl(1, { disagreements: [disagreement] })
    const { rows } = controlsByProtocol(
      runOf([read([now], [at(1)])], [aControl(1, OLD)], [row(1, '10')]),
      always,
    )
    expect(rows[0]?.items[0]).toMatchObject({ ...OLD, disagreements: [disagreement] })
  })
})

describe(toBatch, () => {
  test.each([
    ['2026-01-06', 1],
    ['2026-01-05', 0],
  ])('a reading of %s is kept for fourteen days', (day, count) => {
    const { readings } = toBatch(
      runOf(
        [{ chain: 'Ethereum', protocols: new Set(), failed: 'stale' }],
        [aControl(1, { day })],
        [row(1, '10')],
      ),
    )
    expect(readings?.rows).toHaveLength(count)
  })

  test('a protocol is as old as its oldest contract, and the report says what failed', () => {
    const outcomes: ChainOutcome[] = [
      read([aControl(1), aControl(3, OLD), aControl(2, { unconfirmed: 'one-node' })]),
      { chain: 'Base', protocols: new Set(), failed: 'stale' },
      { chain: 'Mantle', protocols: new Set(), failed: 'stale' },
    ]
    const { readings, notes } = toBatch(runOf(outcomes))
    expect(readings?.rows.map(({ reading }) => reading.asOf)).toEqual([OLD.day, TODAY])
    expect(notes).toEqual([
      'Base, Mantle could not be read (stale); their last readings stay.',
      'Ethereum, contracts and markets: 1 answered by one node only.',
    ])
  })
})

test('a doubted path has an unidentified actor, and the others stay', () => {
  const [kept, doubted] = [
    pathTo('eoa', at(1)),
    pathTo('safe', at(2), { threshold: 2, signers: 3, note: 'old' }),
  ]
  const before = aControl(1, {
    codeChange: { known: true, complete: true, paths: [kept, doubted] },
    powers: [{ getter: 'owner', paths: [doubted] }],
    pause: { paths: [doubted], complete: true, pausedNow: null },
  })
  const after = doubtPaths(before, ({ address }) => (address === at(2) ? 'why' : null))
  const changed = {
    ...doubted,
    actor: 'unidentified',
    threshold: null,
    signers: null,
    note: 'why; old',
  }
  expect(allPaths(after)).toEqual([kept, changed, changed, changed])
  expect(allPaths(aControl(1, { codeChange: { known: false, why: 'no-code' } }))).toEqual([])
})

test('keys', () => {
  expect(keyText({ id: '1' })).not.toBe(keyText({ slug: '1', day: TODAY }))
  expect(keyOfSlug('no-such-protocol')).toMatchObject({ slug: 'no-such-protocol' })
  const known = keyOfSlug('aave-v3')
  const id = 'id' in known ? known.id : ''
  expect(isOfSlug({ id, slug: 'renamed' }, 'aave-v3')).toBe(true)
  expect(isOfSlug({ id: '0', slug: 'aave-v3' }, 'aave-v3')).toBe(false)
  expect(isOfSlug({ id: '0', slug: 'no-such-protocol' }, 'no-such-protocol')).toBe(true)
  const items = [1, 2, 3].map((item) => ({ key: { id: String(item % 2) }, item }))
  expect(grouped(items).map((group) => group.items)).toEqual([[1, 3], [2]])
})

test.each([
  ['Ethereum', 12],
  ['Arbitrum', 12],
  ['Optimism', 2],
  ['Base', 2],
  ['Polygon', null],
])('a block of %s takes %s seconds', (chain, seconds) => {
  expect(secondsPerBlock(chain)).toBe(seconds)
})
