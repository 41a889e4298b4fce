import { expect, test, vi } from 'vitest'
import { createSearchFile, type FoundProtocol } from '../contract/search-file.ts'
import { openSearch } from './search-index.ts'

const ROW: FoundProtocol = {
  id: 'aave-v3',
  name: 'Aave V3',
  symbol: 'AAVE',
  parent: null,
  formerSlugs: [],
  otherNames: [],
  tokens: [],
  category: 'Lending',
  composite: 2.1,
  tvlYear: null,
  status: 'active',
  page: 'aave-v3',
  size: 1,
}

const FILE = createSearchFile('2026-11-21', [ROW])

test('the list is loaded once, also for two fields at the same time', async () => {
  const load = vi.fn(async () => FILE)
  const open = openSearch(load)
  expect(load).not.toHaveBeenCalled()
  const [one, other] = await Promise.all([open(), open()])
  expect(other).toBe(one)
  expect(await open()).toBe(one)
  expect(load).toHaveBeenCalledOnce()
  expect(one('aave', 8).map(({ entry }) => entry.page)).toEqual(['aave-v3'])
})

test('a list that cannot be loaded is tried again with the next call', async () => {
  const load = vi.fn(async (): Promise<unknown> => FILE).mockRejectedValueOnce(new Error('offline'))
  const open = openSearch(load)
  await expect(open()).rejects.toThrow('offline')
  expect((await open())('Aave V3', 8)).toHaveLength(1)
})

test('a file of another format is refused', async () => {
  await expect(openSearch(async () => ({ format: 2 }))()).rejects.toThrow('another format')
})
