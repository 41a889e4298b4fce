import { describe, expect, test } from 'vitest'
import { createResponseCache } from './index-function.ts'

const answer = (bytes: number) => ({ status: 200, headers: {}, body: new Uint8Array(bytes) })
const known = (memory: ReturnType<typeof createResponseCache>, questions: string) =>
  [...questions].filter((question) => memory.get(question)).join('')

describe(createResponseCache, () => {
  test('gives back the very answer that it was given', () => {
    const memory = createResponseCache({ responses: 2, bytes: 100 })
    const one = answer(1)
    memory.set('a', one)
    expect(memory.get('a')).toBe(one)
    expect(memory.get('b')).toBeUndefined()
  })

  test('drops the least recently used response when there are too many', () => {
    const memory = createResponseCache({ responses: 2, bytes: 1_000 })
    memory.set('a', answer(1))
    memory.set('b', answer(1))
    memory.get('a')
    memory.set('c', answer(1))
    expect(known(memory, 'abc')).toBe('ac')
  })

  test('forgets as many as it takes when they are too large, what was asked included', () => {
    const memory = createResponseCache({ responses: 10, bytes: 100 })
    for (const question of 'abc') memory.set(question, answer(30))
    expect(known(memory, 'abc')).toBe('abc')
    memory.set('d', answer(60))
    expect(known(memory, 'abcd')).toBe('cd')
    memory.set('x'.repeat(40), answer(10))
    expect(known(memory, 'cd')).toBe('')
  })

  test('counts an answer that is replaced once, and keeps none that is too large by itself', () => {
    const memory = createResponseCache({ responses: 10, bytes: 100 })
    for (let i = 0; i < 5; i += 1) memory.set('a', answer(40))
    memory.set('b', answer(40))
    expect(known(memory, 'ab')).toBe('ab')
    memory.set('c', answer(1_000))
    expect(known(memory, 'abc')).toBe('ab')
    memory.set('d', answer(90))
    expect(known(memory, 'd')).toBe('d')
  })
})
