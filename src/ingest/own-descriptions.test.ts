import { describe, expect, it } from 'vitest'
import file from '../../data/descriptions.json' with { type: 'json' }
import seed from '../../data/seed/protocols.json' with { type: 'json' }
import { ownDescription } from './own-descriptions.ts'

const rows = Object.entries(file.descriptions).map(([id, text]) => ({ id, text }))

/** The rows that a condition does not hold for. */
function breaking(holds: (text: string, id: string) => boolean): string[] {
  return rows.filter(({ id, text }) => !holds(text, id)).map(({ id, text }) => `${id} ${text}`)
}

describe('our own sentences', () => {
  it('has one for each protocol of the sample', () => {
    const without = seed.protocols.filter(({ id }) => ownDescription(id) === null)
    expect(without.map(({ slug }) => slug)).toEqual([])
  })

  it('has none for an id that is not in the file', () => {
    expect(ownDescription('9000001')).toBeNull()
  })

  it('is in order of id', () => {
    const ids = Object.keys(file.descriptions).map(Number)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  it('begins with a capital or a digit, ends with a full stop, and has plain characters and single spaces', () => {
    expect(breaking((text) => /^[A-Z0-9][!-~]*( [!-~]+)*\.$/.test(text))).toEqual([])
  })

  it('does not begin with the name of the protocol', () => {
    const names = new Map(seed.protocols.map(({ id, name }) => [id, name.toLowerCase()]))
    const startsWithName = (text: string, id: string) =>
      text.toLowerCase().startsWith(`${names.get(id)} `)
    expect(breaking((text, id) => !startsWithName(text, id))).toEqual([])
  })

  it('neither praises nor advises', () => {
    const praise =
      /\b(safe|safer|safest|safely|trusted|guaranteed|guarantees|leading|best|largest|popular|innovative|you|your)\b/i
    expect(breaking((text) => !praise.test(text))).toEqual([])
  })

  it('gives no amount of money and no price', () => {
    expect(breaking((text) => !/[$%]|\b(million|billion)\b/.test(text))).toEqual([])
  })

  it('says the same of at most three protocols', () => {
    const same = [...Map.groupBy(rows, ({ text }) => text).values()]
    expect(same.filter((list) => list.length > 3)).toEqual([])
  })
})
