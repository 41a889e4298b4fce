import { describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { comparisonsOf } from '../export/changes.ts'
import { takeSnapshot } from '../pipeline.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { openStore, type Store } from '../store/open.ts'
import { BOUNTY_ID, bodies, DAY, type Row, rows } from '../testing/pipeline/bodies.ts'
import { memoryReader, options } from '../testing/pipeline/world.ts'

const DAYS = 15
const NEW_ID = '950000'

/** Takes a snapshot a day of what `rowsOn` lists, and returns the last. */
async function run(rowsOn: (day: number) => Row[], days = DAYS + 1) {
  const store: Store = openStore(':memory:')
  for (let n = 0; n < days; n += 1) {
    await takeSnapshot(options(store, memoryReader(bodies(rowsOn(n))), addDays(DAY, n)))
  }
  return loadCatalogue(store) ?? expect.fail('there is no snapshot')
}

const changed = (place: number, given: Partial<Row>) => (n: number) =>
  rows(8).map((row, index) => (index === place && n === DAYS ? { ...row, ...given } : row))

describe('a registry that lists a protocol again under a new id', () => {
  test('continues its history, its review and its incidents, and neither appears nor goes', async () => {
    const relisted = (n: number) =>
      rows(8).map((row, index) => (n === DAYS && index < 3 ? { ...row, id: NEW_ID + index } : row))
    const catalogue = await run(relisted)
    const [covered, reviewed, hacked] = [BOUNTY_ID, '900001', '900002'].map((id) =>
      catalogue.entries.find(({ record }) => record.id === id),
    )
    expect(catalogue.entries).toHaveLength(8)
    for (const entry of [covered, reviewed, hacked]) expect(entry?.scoreHistory).toHaveLength(12)
    expect(catalogue.past.numbers.get('900001')?.listed.every((one) => one === 1)).toBe(true)
    expect(covered?.record.facts.bounty).toMatchObject({ value: { maxUsd: 50_000 } })
    expect(reviewed?.record.facts.reviews).toMatchObject({ value: [{ stage: 1 }] })
    expect(hacked?.incidents).toMatchObject([{ name: 'Leak 0' }])
    expect(catalogue.retired).toEqual([])
    for (const { changes } of comparisonsOf(catalogue)) {
      expect([changes.appeared, changes.retired]).toEqual([[], []])
    }
  })

  test('a stranger who takes the slug of a renamed protocol gets neither its review nor its past', async () => {
    const taken = (n: number) =>
      rows(8).map((row, index) => {
        if (n < DAYS - 1) return row
        if (index === 1) return { ...row, slug: 'harbour-1-v1' }
        if (index === 7 && n === DAYS) return { ...row, slug: 'harbour-1', name: 'Stranger' }
        return row
      })
    const catalogue = await run(taken)
    const reviewsOf = (id: string) =>
      catalogue.entries.find(({ record }) => record.id === id)?.record.facts.reviews
    expect(reviewsOf('900001')).toMatchObject({ value: [{ stage: 1 }] })
    expect(reviewsOf('900007')).toMatchObject({ known: false })
  })

  test('a stranger under a new id who takes slug and name alone is another protocol', async () => {
    const stranger = { id: NEW_ID, address: '0xffffffffffffffffffffffffffffffffffffffff' }
    const catalogue = await run(changed(1, stranger))
    const entry = catalogue.entries.find(({ record }) => record.id === NEW_ID)
    expect(entry?.scoreHistory).toHaveLength(1)
    expect(entry?.record.facts.reviews).toMatchObject({ known: false })
  })
})
