import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiResponse } from '../../../http/api-response.ts'
import { suggestIds } from './suggest-ids.ts'

const found = (data: unknown): ApiResponse => ({
  status: 200,
  headers: {},
  body: JSON.stringify({ success: true, data }),
})

/** What is suggested for an id, and the addresses that were asked. */
async function suggested(id: string, answer: () => Promise<ApiResponse>) {
  const asked: string[] = []
  const ids = await suggestIds(id, 'live', (address) => {
    asked.push(address)
    return answer()
  })
  return { ids, asked }
}

describe(suggestIds, () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('asks the search of the data set once, in the form that a cache finds again', async () => {
    const answer = async () => found([{ id: 'aave-v3' }, { id: 'aave-v2' }])
    const { ids, asked } = await suggested(' AAVE-V4', answer)
    expect(ids).toEqual(['aave-v3', 'aave-v2'])
    expect(asked).toEqual(['/_fn/search?set=live&q=aave-v4&limit=3'])
    expect((await suggested('aave-v4 ', answer)).asked).toEqual(asked)
  })

  test.each(['', '  ', 'ab', 'a'.repeat(101), '/\u0301'])('asks nothing for %j', async (id) => {
    const { ids, asked } = await suggested(id, async () => found([{ id: 'x' }]))
    expect({ ids, asked }).toEqual({ ids: [], asked: [] })
  })

  test.each([
    ['an error', async () => ({ status: 503, headers: {}, body: '{"data":[{"id":"x"}]}' })],
    ['a page', async () => ({ status: 200, headers: {}, body: '<html>' })],
    ['no list', async () => found({ id: 'x' })],
    ['rows without an id', async () => found([null, 7, { id: 1 }])],
    ['a failure', () => Promise.reject(new Error('down'))],
  ])('suggests nothing from %s', async (_, answer) => {
    expect((await suggested('aave', answer)).ids).toEqual([])
  })

  test('suggests at most three', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
    expect((await suggested('aave', async () => found(rows))).ids).toEqual(['a', 'b', 'c'])
  })

  test('does not wait for a slow search', async () => {
    const pending = suggested('aave', () => new Promise(() => undefined))
    await vi.advanceTimersByTimeAsync(1_500)
    expect((await pending).ids).toEqual([])
  })
})
