import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readConfig } from '../../config.ts'
import { PlimsollError } from '../../errors.ts'
import type { Endpoint } from '../source.ts'
import { ALIASES } from './aliases.ts'
import { bountyBatch } from './map.ts'
import { immunefi } from './source.ts'

const DAY = '2024-03-11'
const TABLE = new Map([
  ['alpha', ['1', '2']],
  ['beta', ['2']],
])

const programme = (changes: object = {}) => ({
  id: 'alpha',
  project: 'Alpha',
  maximum_reward: 50_000,
  date: '2023-01-01T12:00-05:00',
  ...changes,
})

const batchOf = (...rows: unknown[]) => bountyBatch(rows, TABLE, DAY)
/** A list that stays valid whatever is made of the row under test. */
const accountOf = (row: unknown) => batchOf(programme({ id: 'beta', project: 'Beta' }), row).account

function codeOf(run: () => unknown): string | undefined {
  try {
    run()
  } catch (error) {
    return error instanceof PlimsollError ? error.code : undefined
  }
  return undefined
}

describe('a programme', () => {
  test('gives its bounty to every protocol of its alias row', () => {
    const bounty = {
      maxUsd: 50_000,
      programme: 'Alpha',
      url: 'https://immunefi.com/bug-bounty/alpha/',
    }
    expect(batchOf(programme())).toEqual({
      asOf: DAY,
      account: { rows: 1, accepted: 1, outOfScope: {}, refused: {} },
      bounties: [
        { key: { id: '1' }, bounty, asOf: DAY },
        { key: { id: '2' }, bounty, asOf: DAY },
      ],
    })
  })

  test('of the 2026 shape, with slug and maxBounty, is read like the older ones', () => {
    const row = {
      slug: 'alpha',
      project: 'Alpha',
      maxBounty: 100_000,
      launchDate: '2023-02-26T15:58:00.000Z',
      endDate: null,
      assets: [{ id: 'other' }],
    }
    expect(batchOf(row).bounties?.[0]?.bounty.maxUsd).toBe(100_000)
  })

  test('that is in no alias row is out of scope and counted, however alike its name', () => {
    expect(accountOf(programme({ id: 'alpha-finance' })).outOfScope).toEqual({
      'not-in-alias-table': 1,
    })
  })

  test('that ended by the day of the run is out of scope, one that ends later is not', () => {
    expect(accountOf(programme({ endDate: '2024-03-11T08:00:00.000Z' })).outOfScope).toEqual({
      ended: 1,
    })
    expect(accountOf(programme({ endDate: '2024-03-12T08:00:00.000Z' })).accepted).toBe(2)
  })

  test('that was launched after the day of the run is refused', () => {
    expect(accountOf(programme({ launchDate: '2024-03-12T00:00:00.000Z' })).refused).toEqual({
      'after-as-of': 1,
    })
  })

  test('is dated in UTC, whatever the zone it is written in and when it names none', () => {
    const refusedAt = (date: string) => accountOf(programme({ date })).refused['after-as-of'] ?? 0
    expect(refusedAt('2024-03-11T23:00-05:00')).toBe(1)
    expect(refusedAt('2024-03-12T01:00+03:00')).toBe(0)
    expect(refusedAt('2024-03-11T23:59:59')).toBe(0)
    expect(refusedAt('2024-03-12T00:00:00')).toBe(1)
  })

  test.each([0, -5, 1e9 + 1, Number.NaN, '50000', null, undefined])(
    'with a reward of %s is refused',
    (maximum_reward) => {
      expect(accountOf(programme({ maximum_reward })).refused).toEqual({ reward: 1 })
    },
  )

  test.each([
    ['no id', programme({ id: undefined }), 'unexpected-shape'],
    ['no name', programme({ project: '' }), 'unexpected-shape'],
    ['no object', 'alpha', 'unexpected-shape'],
    ['no launch day', programme({ date: undefined }), 'no-launch-day'],
    ['a launch day that is none', programme({ date: 'soon' }), 'no-launch-day'],
    ['an end that is no day', programme({ endDate: 'never' }), 'unreadable-end'],
    ['an id that was there before', programme({ id: 'beta' }), 'duplicate-id'],
  ])('with %s is refused and counted', (_, row, reason) => {
    expect(accountOf(row).refused).toEqual({ [reason]: 1 })
  })

  test('gives way to a larger one of the same protocol, in either order of the list', () => {
    const small = programme()
    const large = programme({ id: 'beta', project: 'Beta', maximum_reward: 90_000 })
    for (const rows of [
      [small, large],
      [large, small],
    ]) {
      const { bounties, account } = batchOf(...rows)
      expect(bounties?.map(({ key, bounty }) => [key, bounty.programme])).toEqual([
        [{ id: '1' }, 'Alpha'],
        [{ id: '2' }, 'Beta'],
      ])
      expect(account.accepted).toBe(2)
    }
  })

  test('of equal reward is chosen by its address, in either order of the list', () => {
    const rows = [programme({ id: 'beta', project: 'Beta' }), programme()]
    const chosen = (list: unknown[]) => batchOf(...list).bounties?.at(-1)?.bounty.programme
    expect([chosen(rows), chosen(rows.toReversed())]).toEqual(['Alpha', 'Alpha'])
  })
})

describe('a list of programmes', () => {
  test.each([
    ['is no list', { projects: [] }],
    ['is empty', []],
    ['has no row in a known shape', [{ uid: 'alpha' }]],
    ['has no date any more', [programme({ date: undefined })]],
    ['has its reward under another name', [programme({ maximum_reward: undefined, top: 5 })]],
  ])('that %s is invalid, so the last good one stays', (_, body) => {
    expect(codeOf(() => bountyBatch(body, TABLE, DAY))).toBe('UPSTREAM_INVALID')
  })
})

test('the source reads the list with one request', async () => {
  const asked: Endpoint[] = []
  const readJson = async (endpoint: Endpoint) => {
    asked.push(endpoint)
    return [programme()]
  }
  const read = async (endpoint: Endpoint) => JSON.stringify(await readJson(endpoint))
  const source = immunefi(readConfig({ IMMUNEFI_URL: 'https://mirror.example/' }).upstreams, TABLE)
  const batch = await source.read({ asOf: DAY, read, readJson })
  expect(batch.bounties).toHaveLength(2)
  expect(asked.map(({ url, recordAs }) => [url, recordAs])).toEqual([
    ['https://mirror.example/projects.json', 'immunefi/projects.json'],
  ])
})

test('no alias row names a protocol twice', () => {
  const twice = [...ALIASES].filter(([, ids]) => new Set(ids).size !== ids.length)
  expect(twice).toEqual([])
})

const recorded = (path: string) => new URL(`../../../../shared/upstream/${path}`, import.meta.url)
const readRecording = (path: string): unknown => JSON.parse(readFileSync(recorded(path), 'utf8'))

describe.skipIf(!existsSync(recorded('2024-03-11/immunefi/projects.json')))(
  'the recordings',
  () => {
    const total = (tally: Partial<Record<string, number>>) =>
      Object.values(tally).reduce((sum: number, count) => sum + (count ?? 0), 0)

    test.each([
      ['2023-09-12', { rows: 331, accepted: 232, bounties: 314 }],
      ['2024-03-11', { rows: 334, accepted: 230, bounties: 312 }],
    ])('of %s have every programme accounted for', (day, expected) => {
      const { account, bounties } = bountyBatch(
        readRecording(`${day}/immunefi/projects.json`),
        ALIASES,
        day,
      )
      const { rows, accepted } = account
      expect(rows).toBe(accepted + total(account.outOfScope) + total(account.refused))
      expect(account.refused).toEqual({})
      expect({ rows, accepted, bounties: bounties?.length }).toEqual(expected)
    })

    test('know every programme and every protocol of the alias table', () => {
      const ids = (path: string) =>
        z
          .array(z.looseObject({ id: z.string() }))
          .parse(readRecording(path))
          .map(({ id }) => id)
      const programmes = new Set([
        ...ids('2023-09-12/immunefi/projects.json'),
        ...ids('2024-03-11/immunefi/projects.json'),
      ])
      const protocols = new Set(ids('2024-03-11/api.llama.fi/protocols.json'))
      expect([...ALIASES.keys()].filter((id) => !programmes.has(id))).toEqual([])
      expect([...ALIASES.values()].flat().filter((id) => !protocols.has(id))).toEqual([])
    })
  },
)
