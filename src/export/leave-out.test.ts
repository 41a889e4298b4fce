import { expect, test } from 'vitest'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { leaveOutBroken } from './leave-out.ts'

const FAILURE = new Error('the first failure')
const sound = (count: number) =>
  Array.from({ length: count }, (_, index) => anEntry({ id: String(index + 1) }))
const broken = (id: string) => ({ ...anEntry({ id }), tvlUsd: Number.NaN })

test('protocols that cannot be published are found among many and named', () => {
  const [first, ...others] = sound(30)
  if (!first) throw new Error('there are thirty')
  const entries = [first, broken('101'), ...others, broken('102')]
  const { catalogue, leftOut } = leaveOutBroken(aCatalogue(entries), FAILURE)
  expect(catalogue.entries).toEqual([first, ...others])
  expect(leftOut.map(({ id }) => id)).toEqual(['protocol-101', 'protocol-102'])
})

test('of two protocols that cannot be published together, the first stays', () => {
  const twin = anEntry({ id: '9', slug: 'protocol-2', name: 'Twin' })
  const { leftOut } = leaveOutBroken(aCatalogue([...sound(4), twin]), FAILURE)
  expect(leftOut).toEqual([
    {
      id: 'protocol-2',
      name: 'Twin',
      reason: 'Two documents have the same path: protocols/protocol-2.json.',
    },
  ])
})

test('a failure that is no fault of a protocol, or of too many, is thrown', () => {
  expect(() => leaveOutBroken(aCatalogue(sound(3)), FAILURE)).toThrow(FAILURE)
  const many = Array.from({ length: 12 }, (_, index) => broken(String(index + 100)))
  expect(() => leaveOutBroken(aCatalogue([...sound(30), ...many]), FAILURE)).toThrow(FAILURE)
})
