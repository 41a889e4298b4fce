import { expect, test } from 'vitest'
import { memoizeWeak } from './memoize-weak.ts'

test('a value is made once for each object, even one that is undefined', () => {
  const asked: object[] = []
  const find = memoizeWeak((key: { name?: string }) => {
    asked.push(key)
    return key.name
  })
  const [one, two] = [{ name: 'one' }, {}]
  expect([find(one), find(two), find(one), find(two)]).toEqual(['one', undefined, 'one', undefined])
  expect(asked).toEqual([one, two])
})
