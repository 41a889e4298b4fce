import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { SOURCE_IDS, SOURCE_OF_ROLE } from '../../domain/sources.ts'
import type { Source } from '../source.ts'
import { openSeed } from './sources.ts'

const SANDBOX = fileURLToPath(new URL('../../../data/sandbox/', import.meta.url))

const aSource = (id: Source['id']): Source => ({
  id,
  fields: {},
  read: () => Promise.reject(new Error('A seed reads no upstream.')),
})

const CONTEXT = {} as Parameters<Source['read']>[0]

describe(openSeed, () => {
  it('reads every source of the folder, also one that is not given, in the order of the table: all but the chains', async () => {
    const { sources } = openSeed(SANDBOX, [aSource('ofac'), aSource('defillama-protocols')])
    const ids = sources.map(({ id }) => id)
    expect(ids).toEqual(SOURCE_IDS.filter((id) => id !== SOURCE_OF_ROLE.control))
    const batches = await Promise.all(sources.map((source) => source.read(CONTEXT)))
    expect(batches[ids.indexOf('public-records')]?.readings?.rows.length).toBeGreaterThan(5)
  })

  it('keeps the rest of a given source', () => {
    const { sources } = openSeed(SANDBOX, [aSource('ofac')])
    expect(sources.find(({ id }) => id === 'ofac')).toHaveProperty('fields')
  })
})
