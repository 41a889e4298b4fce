import { describe, expect, test } from 'vitest'
import { compareTexts, firstDifference, plain, shown } from './first-difference.ts'

describe(firstDifference, () => {
  test.each([
    ['a value deep inside', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, 'a[0].b', 1, 2],
    ['the first of two', { a: 1, b: 1 }, { b: 2, a: 2 }, 'a', 1, 2],
    ['a field that only one side has', { a: 1 }, { a: 1, b: 2 }, 'b', undefined, 2],
    ['a field that the other side lacks', { a: 1, b: 2 }, { a: 1 }, 'b', 2, undefined],
    ['a longer list', [1, 2], [1], '[1]', 2, undefined],
    ['a shorter list', { a: [] }, { a: [1] }, 'a[0]', undefined, 1],
    ['null is not zero', { a: null }, { a: 0 }, 'a', null, 0],
    ['an empty list is not an empty object', { a: [] }, { a: {} }, 'a', [], {}],
    [
      'a name of every object',
      { a: {} },
      { a: JSON.parse('{"toString":1}') },
      'a.toString',
      undefined,
      1,
    ],
    ['a name that needs quotes', { 'a b': 1 }, { 'a b': 2 }, '["a b"]', 1, 2],
  ])('finds %s', (_, published, rebuilt, path, before, after) => {
    expect(firstDifference(published, rebuilt)).toEqual({ path, published: before, rebuilt: after })
  })

  test('finds nothing in equal values, whatever the order of their fields', () => {
    expect(firstDifference({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBeNull()
  })
})

describe(compareTexts, () => {
  test('leaves the envelope out of the path', () => {
    const text = (score: number) => JSON.stringify({ success: true, data: { score } })
    expect(compareTexts(text(1), text(2))).toEqual({ path: 'score', published: 1, rebuilt: 2 })
    expect(compareTexts('{"data":[1]}', '{"data":[2]}')?.path).toBe('data[0]')
    expect(compareTexts(text(1), text(1))).toBeNull()
  })

  test('does not let a field given twice pass, nor what is no JSON', () => {
    expect(compareTexts('{"a":9,"a":1}', '{"a":1}')).toMatchObject({ path: '' })
    expect(compareTexts('{"a":', '{"a":1}')).toMatchObject({ published: 'no JSON' })
  })
})

test('a shown value is one short line that moves no cursor', () => {
  expect(shown(undefined)).toBe('nothing')
  expect(shown('a\n"b"')).toBe('"a\\n\\"b\\""')
  expect(shown('x'.repeat(1_000)).length).toBeLessThan(200)
  expect(shown('\u009b31m\u202e')).toBe('"\ufffd31m\ufffd"')
  expect(plain('\u001b[2J')).toBe('\ufffd[2J')
})
