import { describe, expect, test } from 'vitest'
import { changesDocument } from '../contract/changes.ts'
import type { Catalogue, CatalogueEntry, RetiredEntry } from '../domain/catalogue.ts'
import type { Past, SignalParts } from '../domain/past.ts'
import { partsOf } from '../domain/signal-parts.ts'
import { comparisonsOf, createChangesIndex, splitChanges } from './changes.ts'
import { compareSnapshots } from './compare-snapshots.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { aPast, numbersOf, pointsOf } from './fixtures/past.ts'

const [FIRST, SECOND, NEWEST] = ['2024-02-20', '2024-03-03', '2024-03-10']

/** A snapshot of these entries after others; the newest column of the past follows from the entries. */
function snapshotOf(
  entries: CatalogueEntry[],
  past: Past,
  retired: RetiredEntry[] = [],
): Catalogue {
  return aCatalogue(entries, { past, retired })
}

/** The parts of a score with some of them changed, in points by key; null removes one. */
function earlier(entry: CatalogueEntry, changed: Record<string, number | null>): SignalParts {
  const { keys, micro, basis } = partsOf(entry.score)
  const all = keys.map((key, index) => {
    const change = key in changed ? changed[key] : 0
    return { key, micro: micro[index] ?? 0, basis: basis[index] ?? 'measured', change }
  })
  const kept = all.filter(({ change }) => change !== null)
  return {
    keys: kept.map(({ key }) => key),
    micro: kept.map((part) => part.micro + Math.round((part.change ?? 0) * 1e6)),
    basis: kept.map((part) => part.basis),
  }
}

function thenBy(entry: CatalogueEntry, delta: number): number {
  return (entry.score.composite ?? 0) - delta
}

describe(compareSnapshots, () => {
  const one = anEntry({ id: '1', slug: 'one' })
  const two = anEntry({ id: '2', slug: 'two' })
  const points = pointsOf(one.score.dimensions)
  const now = one.score.composite ?? 0
  const { keys, micro } = partsOf(one.score)
  const bySize = keys.toSorted(
    (a, b) => (micro[keys.indexOf(b)] ?? 0) - (micro[keys.indexOf(a)] ?? 0),
  )
  const [moved = '', other = ''] = bySize

  test('names who moved, by how much, and which signals moved it with their sentences of now', () => {
    const parts = earlier(one, { [moved]: -0.3, [other]: 0.05 })
    const past = aPast(
      [
        [FIRST, '1'],
        [NEWEST, '1'],
      ],
      { 1: numbersOf([thenBy(one, 0.25), now], points), 2: numbersOf([now, now], points) },
      { 0: new Map([['1', parts]]) },
    )
    const result = compareSnapshots(snapshotOf([one, two], past), 0)
    const [move] = result.moves
    expect(changesDocument.parse({ success: true, data: result }).data.moves).toHaveLength(1)
    expect(move).toMatchObject({ id: 'one', exactDelta: 0.25, redistributed: [], otherSignals: 0 })
    expect(move?.to.composite).toBe(one.score.rounded)
    expect(move?.delta).toBeCloseTo((move?.to.composite ?? 0) - (move?.from.composite ?? 0), 9)
    expect(move?.signals?.map(({ exactDelta }) => exactDelta)).toEqual([0.3, -0.05])
    const [dimension, signal] = moved.split('/')
    expect(move?.signals?.[0]).toMatchObject({ signal, dimension, kind: 'signal' })
    expect(move?.signals?.[0]?.reason).toMatch(/\.$/)
    expect(result.counts).toMatchObject({ moved: 1, riskier: 1, safer: 0, unchanged: 1 })
  })

  test('the named signals and the rest add up to the change, also with more than are named', () => {
    const changed = Object.fromEntries(keys.map((key, index) => [key, (index + 1) / 1000]))
    const parts = earlier(one, changed)
    const total = keys.reduce((sum, _, index) => sum + (index + 1) / 1000, 0)
    const past = aPast(
      [
        [FIRST, '1'],
        [NEWEST, '1'],
      ],
      { 1: numbersOf([now + total, now], points) },
      { 0: new Map([['1', parts]]) },
    )
    const [move] = compareSnapshots(snapshotOf([one], past), 0).moves
    expect(move?.signals).toHaveLength(5)
    const named = move?.signals?.reduce((sum, { exactDelta }) => sum + exactDelta, 0) ?? 0
    expect(named + (move?.otherSignals ?? 0)).toBeCloseTo(move?.exactDelta ?? 0, 9)
    expect(move?.delta).toBeLessThan(0)
  })

  test('a change within the rounding of the contributions is not named', () => {
    const parts = earlier(one, { [moved]: -0.3, [other]: 0.000_001 })
    const past = aPast(
      [
        [FIRST, '1'],
        [NEWEST, '1'],
      ],
      { 1: numbersOf([thenBy(one, 0.299_999), now], points) },
      { 0: new Map([['1', parts]]) },
    )
    const [move] = compareSnapshots(snapshotOf([one], past), 0).moves
    expect(move?.signals).toHaveLength(1)
    expect(move?.otherSignals).toBe(-0.000_001)
  })

  test('a change too small to be announced is counted and is no move; one after an announcement is one, with its cause', () => {
    const own = anEntry({ id: '1', slug: 'one', composite: 4.151 })
    const days: [string, string][] = [
      [FIRST, '1'],
      [SECOND, '1'],
      [NEWEST, '1'],
    ]
    const compared = (...composites: number[]) => {
      const all = numbersOf([...composites, 4.151], points)
      const parts = earlier(own, { [moved]: -0.000_2 })
      const past = aPast(days, { 1: all }, { 0: new Map([['1', parts]]) })
      return compareSnapshots(snapshotOf([own], past), 0)
    }
    expect(compared(4.149, 4.149)).toMatchObject({
      moves: [],
      counts: { moved: 0, levelChanges: 0, notAnnounced: 1, unchanged: 0 },
    })
    const { moves, counts } = compared(4.149, 4.3)
    expect(counts).toMatchObject({ moved: 1, notAnnounced: 0 })
    expect(moves).toMatchObject([
      { levelChanged: false, signals: [{ exactDelta: 0.0002 }], signalsMissing: null },
    ])
  })

  test('a level counts as changed when it was announced', () => {
    const at = (composite: number, ...earlierScores: number[]) => {
      const own = anEntry({ id: '1', slug: 'one', composite })
      const days = [FIRST, SECOND, '2024-03-05', NEWEST].map((day): [string, string] => [day, '1'])
      const past = aPast(days, { 1: numbersOf([...earlierScores, composite], points) })
      return compareSnapshots(snapshotOf([own], past), 0).counts
    }
    expect(at(4.62, 4.5, 4.5, 4.5)).toMatchObject({ moved: 1, levelChanges: 0 })
    expect(at(4.62, 4.5, 4.62, 4.62)).toMatchObject({ moved: 1, levelChanges: 1 })
    expect(at(4.8, 4.5, 4.5, 4.5)).toMatchObject({ moved: 1, levelChanges: 1 })
  })

  test('a signal that appears or disappears has no basis or sentence on the other side', () => {
    const parts = earlier(one, { [moved]: null })
    const gone = {
      keys: [...parts.keys, 'credit/vanished', 'oracle/lift!'],
      micro: [...parts.micro, 700_000, 100_000],
      basis: [...parts.basis, 'missing' as const, 'measured' as const],
    }
    const past = aPast(
      [
        [FIRST, '1'],
        [NEWEST, '1'],
      ],
      { 1: numbersOf([now + 1, now], { ...points, credit: 4 }) },
      { 0: new Map([['1', gone]]) },
    )
    const [move] = compareSnapshots(snapshotOf([one], past), 0).moves
    const found = (name: string) => move?.signals?.find(({ signal }) => signal === name)
    expect(found('vanished')).toMatchObject({ basis: null, basisBefore: 'missing', reason: null })
    expect(found('lift')).toMatchObject({ kind: 'floor', exactDelta: -0.1 })
    expect(found(moved.split('/')[1] ?? '')).toMatchObject({ basisBefore: null })
    const isScored = one.score.dimensions.credit.score !== null
    expect(move?.redistributed).toEqual(isScored ? [] : ['credit'])
  })

  test('a change of method stands alone: moves are compared from its first snapshot on', () => {
    const past = aPast(
      [
        [FIRST, '1'],
        [SECOND, '2'],
        [NEWEST, '2'],
      ],
      { 1: numbersOf([now - 3, now - 1, now], points), 2: numbersOf([1, 2, now], points) },
    )
    const result = compareSnapshots(snapshotOf([one], past), 0)
    expect(result).toMatchObject({ from: { day: FIRST }, comparedFrom: { day: SECOND } })
    expect(result.moves).toMatchObject([
      { id: 'one', exactDelta: 1, signals: null, signalsMissing: 'not-kept' },
    ])
    expect(result.methodChanges).toMatchObject([
      { before: { methodology: '1' }, after: { day: SECOND }, rescored: 2, meanDelta: 1.5 },
    ])
    expect(compareSnapshots(snapshotOf([one], past), 1).methodChanges).toEqual([])
  })

  test('with the newest snapshot the first by its method, there are no moves at all', () => {
    const past = aPast(
      [
        [FIRST, '1'],
        [NEWEST, '2'],
      ],
      { 1: numbersOf([1, now], points) },
    )
    const result = compareSnapshots(snapshotOf([one], past), 0)
    expect(result).toMatchObject({ comparedFrom: null, moves: [], counts: { unchanged: 0 } })
    expect(result.methodChanges).toHaveLength(1)
  })

  test('lists who got and lost a score, who is new, and who left and why', () => {
    const blank = anEntry({ id: '3', slug: 'blank', facts: {} })
    const left = { day: NEWEST, reason: 'dead' as const, lastDay: FIRST }
    const gone = { ...left, entry: anEntry({ id: '9', slug: 'gone' }) }
    const past = aPast(
      [
        [FIRST, '1'],
        [NEWEST, '1'],
      ],
      {
        1: numbersOf([null, now]),
        2: numbersOf([undefined, now]),
        3: numbersOf([4.44, null]),
        8: numbersOf([5, undefined]),
        9: numbersOf([5, undefined]),
      },
    )
    const result = compareSnapshots(snapshotOf([one, two, blank], past, [gone]), 0)
    expect(result.scored).toMatchObject([{ id: 'one', to: { composite: one.score.rounded } }])
    expect(result.appeared).toMatchObject([{ id: 'two' }])
    expect(result.unscored).toMatchObject([{ id: 'blank', from: { composite: 4.4 } }])
    expect(result.unscored[0]?.reasons.length).toBeGreaterThan(0)
    expect(result.retired).toEqual([
      {
        id: 'gone',
        name: gone.entry.record.name,
        category: gone.entry.record.category,
        day: NEWEST,
        reason: 'dead',
      },
    ])
    // One more is gone, whose last record is no longer kept.
    expect(result.counts).toMatchObject({
      scored: 1,
      unscored: 1,
      appeared: 1,
      retired: 2,
      moved: 0,
    })
  })

  test('one that is listed under a new id is not gone, and a stranger that took a slug is not the same', () => {
    const leaver = (id: string, slug: string, name: string): RetiredEntry => {
      const entry = anEntry({ id, slug, name, category: 'Lending', chains: ['Base'] })
      return { day: NEWEST, lastDay: FIRST, reason: 'left-registry', entry }
    }
    const same = anEntry({
      id: '11',
      slug: 'same',
      name: 'Same',
      category: 'CDP',
      chains: ['BNB Chain'],
    })
    const stranger = anEntry({ id: '12', slug: 'taken', category: 'CDP', chains: ['BNB Chain'] })
    const past = aPast(
      [
        [FIRST, '1'],
        [NEWEST, '1'],
      ],
      {
        8: numbersOf([5, undefined]),
        9: numbersOf([5, undefined]),
        11: numbersOf([undefined, now]),
        12: numbersOf([undefined, now]),
      },
    )
    const left = [leaver('8', 'same', 'Same'), leaver('9', 'taken', 'Taken')]
    const result = compareSnapshots(snapshotOf([same, stranger], past, left), 0)
    expect(result.appeared.map(({ id, relisted }) => [id, relisted])).toEqual([
      ['same', true],
      ['taken', undefined],
    ])
    expect([result.retired, result.counts.appeared, result.counts.retired]).toEqual([[], 2, 1])
  })

  test('a snapshot against itself has no change', () => {
    const past = aPast(
      [
        [FIRST, '1'],
        [NEWEST, '1'],
      ],
      { 1: numbersOf([1, now], points) },
    )
    const { counts, comparedFrom } = compareSnapshots(snapshotOf([one], past), 1)
    expect(comparedFrom).toBeNull()
    expect(Object.values(counts).every((number) => number === 0)).toBe(true)
  })
})

describe('the comparisons of a snapshot', () => {
  const past = (...days: string[]) =>
    aPast(
      days.map((day) => [day, '1']),
      {},
    )
  const index = (...days: string[]) => createChangesIndex(snapshotOf([], past(...days)))

  test('are those at or before a week and a month, and the one before', () => {
    expect(
      index('2024-01-01', '2024-02-05', '2024-02-20', '2024-03-02', '2024-03-08', NEWEST),
    ).toMatchObject({
      to: { day: NEWEST },
      previous: '2024-03-08',
      week: '2024-03-02',
      month: '2024-02-05',
    })
  })

  test('fall back to the oldest, and to the newest where it is alone', () => {
    expect(index('2024-03-08', NEWEST)).toMatchObject({ week: '2024-03-08', month: '2024-03-08' })
    expect(index(NEWEST)).toMatchObject({ days: [NEWEST], previous: NEWEST, week: NEWEST })
    expect(createChangesIndex(snapshotOf([], past()))).toBeNull()
  })

  test('are one for each day of the index', () => {
    const catalogue = snapshotOf([], past('2024-01-01', '2024-03-08', NEWEST))
    const days = [...comparisonsOf(catalogue)].map(({ day, changes }) => [day, changes.from.day])
    expect(days).toEqual(createChangesIndex(catalogue)?.days.map((day) => [day, day]))
  })
})

test('what full lists leave out is in blocks by id, and nothing is lost or twice', () => {
  const entry = anEntry({ id: '1', slug: 'one' })
  const past = aPast(
    [
      [FIRST, '1'],
      [NEWEST, '1'],
    ],
    {},
  )
  const none = compareSnapshots(snapshotOf([entry], past), 0)
  const rows = Array.from({ length: 700 }, (_, at) => ({
    ...{ id: `p${String((at * 37) % 700).padStart(3, '0')}`, name: '', category: null, to: null },
  }))
  const { data, blocks } = splitChanges({ ...none, appeared: rows })
  expect(data.appeared).toEqual(rows.slice(0, 250))
  expect(blocks.map(({ first, rows: { appeared } }) => [first, appeared.length])).toEqual([
    [blocks[0]?.rows.appeared.map(({ id }) => id).sort()[0], 250],
    [blocks[1]?.rows.appeared.map(({ id }) => id).sort()[0], 200],
  ])
  const all = [data, ...blocks.map((block) => block.rows)].flatMap(({ appeared }) => appeared)
  expect(all.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
  expect(splitChanges(none).blocks).toEqual([])
})
